// A person's words, without secrets, and whether they can say what a session is about.
import type { Cleaner } from "./cleaner.ts";

export interface KeptWords {
  text: string;
  /** null when they are a command or too few. */
  request: string | null;
}

const MOST_CHARACTERS = 16_000;
const MOST_REQUEST = 2000;
const LEAST_REQUEST = 20;

/** null when nothing is left of them. */
export function keepWords(words: string, cleaner: Cleaner): KeptWords | null {
  const text = cleaner.cleanText(words, MOST_CHARACTERS).trim();
  if (text === "") return null;
  return { text, request: isRequest(text) ? cleaner.cleanText(text, MOST_REQUEST) : null };
}

function isRequest(text: string): boolean {
  return text.length >= LEAST_REQUEST && !/^\/[\w:-]/.test(text);
}
