import type { NewPrompt } from "../../store/prompts.ts";
import { type Cleaner, keepClean } from "./redact-on-demand.ts";

interface KeptWords {
  text: string;
  /** null when they are a command or too few. */
  request: string | null;
}

const MAX_CHARACTERS = 16_000;

const MAX_REQUEST = 2000;

const MIN_REQUEST = 20;

export interface KeptPrompt extends NewPrompt {
  /** What the session is about, if these words can say it. */
  request: string | null;
}

export async function keepPrompt(prompt: Omit<NewPrompt, "text">, words: string): Promise<KeptPrompt | null> {
  const kept = await keepClean((cleaner) => keepWords(words, cleaner));
  return kept && { ...prompt, ...kept, length: words.length };
}

// A person's words, without secrets, and whether they can say what a session is about.
/** null when nothing is left of them. */
export function keepWords(words: string, cleaner: Cleaner): KeptWords | null {
  const text = cleaner.cleanText(words, MAX_CHARACTERS).trim();
  if (text === "") return null;
  return { text, request: isRequest(text) ? cleaner.cleanText(text, MAX_REQUEST) : null };
}

function isRequest(text: string): boolean {
  return text.length >= MIN_REQUEST && !/^\/[\w:-]/.test(text);
}
