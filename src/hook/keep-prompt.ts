import { keepWords } from "../capture/keep-words.ts";
import type { NewPrompt } from "../store/prompts.ts";

export interface KeptPrompt extends NewPrompt {
  /** What the session is about, if these words can say it. */
  request: string | null;
}

export function keepPrompt(prompt: Omit<NewPrompt, "text">, words: string): KeptPrompt | null {
  const kept = keepWords(words);
  return kept && { ...prompt, ...kept, length: words.length };
}
