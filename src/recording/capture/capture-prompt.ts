import { type Redactor, redactOnDemand } from "./redact-on-demand.ts";

export interface RedactedPrompt {
  text: string;
  /** What the session is about; null when the prompt is a command or too short to say it. */
  request: string | null;
}

const MAX_CHARACTERS = 16_000;
const MAX_REQUEST = 2000;
const MIN_REQUEST = 20;

export function capturePrompt(prompt: string): Promise<RedactedPrompt | null> {
  return redactOnDemand((redactor) => redactPrompt(prompt, redactor));
}

/** null when the prompt is empty once redacted. */
export function redactPrompt(prompt: string, redactor: Redactor): RedactedPrompt | null {
  const text = redactor.redactText(prompt, MAX_CHARACTERS).trim();
  if (text === "") return null;
  return { text, request: isRequest(text) ? redactor.redactText(text, MAX_REQUEST) : null };
}

function isRequest(text: string): boolean {
  return text.length >= MIN_REQUEST && !/^\/[\w:-]/.test(text);
}
