import { keepWords } from "../capture/keep-words.ts";
import { makePlainCleaner } from "../capture/plain-cleaner.ts";
import type { NewPrompt } from "../store/prompts.ts";

export interface KeptPrompt extends NewPrompt {
  /** What the session is about, if these words can say it. */
  request: string | null;
}

export async function keepPrompt(prompt: Omit<NewPrompt, "text">, words: string): Promise<KeptPrompt | null> {
  const plain = makePlainCleaner();
  const tried = keepWords(words, plain);
  const kept = plain.isInDoubt() ? keepWords(words, await loadThorough()) : tried;
  return kept && { ...prompt, ...kept, length: words.length };
}

async function loadThorough() {
  const { THOROUGH } = await import("../capture/clean-value.ts");
  return THOROUGH;
}
