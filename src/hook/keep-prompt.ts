// A person's words, without secrets, and which of them say what the session is about.
import { cleanText } from "../capture/clean-value.ts";
import type { NewPrompt } from "../store/prompts.ts";

const MOST_CHARACTERS = 16_000;
const MOST_REQUEST = 2000;
const LEAST_REQUEST = 20;

export interface KeptPrompt extends NewPrompt {
  /** What the session is about, if these words can say it. */
  request: string | null;
}

export function keepPrompt(prompt: Omit<NewPrompt, "text">, words: string): KeptPrompt | null {
  const text = cleanText(words, MOST_CHARACTERS).trim();
  if (text === "") return null;
  return { ...prompt, text, request: isRequest(text) ? cleanText(text, MOST_REQUEST) : null };
}

function isRequest(text: string): boolean {
  return text.length >= LEAST_REQUEST && !/^\/[\w:-]/.test(text);
}
