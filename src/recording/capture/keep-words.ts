// A person's words, without secrets, and whether they can say what a session is about.
import type { Cleaner } from "./cleaner.ts";

export interface KeptWords {
  text: string;
  /** null when they are a command or too few. */
  request: string | null;
}

const MAX_CHARACTERS = 16_000;
const MAX_REQUEST = 2000;
const MIN_REQUEST = 20;

/** null when nothing is left of them. */
export function keepWords(words: string, cleaner: Cleaner): KeptWords | null {
  const text = cleaner.cleanText(words, MAX_CHARACTERS).trim();
  if (text === "") return null;
  return { text, request: isRequest(text) ? cleaner.cleanText(text, MAX_REQUEST) : null };
}

function isRequest(text: string): boolean {
  return text.length >= MIN_REQUEST && !/^\/[\w:-]/.test(text);
}
