import type { NewPrompt } from "../../store/prompts.ts";
import { type Redactor, recordRedacted } from "./redact-on-demand.ts";

interface RedactedPrompt {
  text: string;
  /** null when they are a command or too few. */
  request: string | null;
}

const MAX_CHARACTERS = 16_000;

const MAX_REQUEST = 2000;

const MIN_REQUEST = 20;

export interface CapturedPrompt extends NewPrompt {
  /** What the session is about, if these words can say it. */
  request: string | null;
}

export async function capturePrompt(
  prompt: Omit<NewPrompt, "text">,
  words: string,
): Promise<CapturedPrompt | null> {
  const kept = await recordRedacted((cleaner) => redactPrompt(words, cleaner));
  return kept && { ...prompt, ...kept, length: words.length };
}

// A person's words, without secrets, and whether they can say what a session is about.
/** null when nothing is left of them. */
export function redactPrompt(words: string, cleaner: Redactor): RedactedPrompt | null {
  const text = cleaner.redactText(words, MAX_CHARACTERS).trim();
  if (text === "") return null;
  return { text, request: isRequest(text) ? cleaner.redactText(text, MAX_REQUEST) : null };
}

function isRequest(text: string): boolean {
  return text.length >= MIN_REQUEST && !/^\/[\w:-]/.test(text);
}
