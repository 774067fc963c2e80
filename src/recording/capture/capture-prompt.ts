import type { NewPrompt } from "../../store/prompts.ts";
import { keepWords } from "./keep-words.ts";
import { keepClean } from "./redact-on-demand.ts";

export interface KeptPrompt extends NewPrompt {
  /** What the session is about, if these words can say it. */
  request: string | null;
}

export async function keepPrompt(prompt: Omit<NewPrompt, "text">, words: string): Promise<KeptPrompt | null> {
  const kept = await keepClean((cleaner) => keepWords(words, cleaner));
  return kept && { ...prompt, ...kept, length: words.length };
}
