// Redacts a text or value on the hook path, loading the rules only if one may apply.
import { mayHoldSecret } from "./literal-scan.ts";
import { NOT_SEARCHED } from "./time-limit.ts";

export async function withoutSecrets(text: string): Promise<string> {
  if (!mayHoldSecret(text)) return text;
  const { redact } = await import("./redact.ts");
  return redact(text).text;
}

/** Redacts text by text: unlike `redactValue`, it never changes the shape of the value. */
export async function valueWithoutSecrets<T>(value: T): Promise<T> {
  if (!mayHoldSecretInside(value)) return value;
  const { redact } = await import("./redact.ts");
  return mapTexts(value, (text) => redact(text).text) as T;
}

/**
 * For findings, which quote parts of the facts: also redacts the beginning of a secret that was clipped, because no rule
 * recognises half a secret.
 */
export async function quotesWithoutSecrets<T>(quotes: T, facts: unknown): Promise<T> {
  const quoted = textsIn(facts).filter(mayHoldSecret);
  if (quoted.length === 0) return valueWithoutSecrets(quotes);
  const { listSecrets, redact } = await import("./redact.ts");
  // Before the facts, which may be long and take all the time.
  const clean = mapTexts(quotes, (text) => redact(text).text);
  const secrets = quoted.flatMap(listSecrets);
  return mapTexts(clean, (text) => secrets.reduce(withoutBeginning, text)) as T;
}

/** False if there was no time to search one of its texts, which `redact` then withheld. */
export function isSearched(value: unknown): boolean {
  return !textsIn(value).some((text) => text.includes(NOT_SEARCHED));
}

/** Shorter beginnings say too little about a secret, and occur in other words. */
const MIN_BEGINNING_LENGTH = 8;
/** What may follow a clipped text: its mark, a quotation's end, or nothing. */
const AFTER_CLIP = ["…", '"', "`", ")", ""];

function withoutBeginning(text: string, secret: string): string {
  const at = text.indexOf(secret.slice(0, MIN_BEGINNING_LENGTH));
  if (at < 0 || secret.length <= MIN_BEGINNING_LENGTH) return text;
  let length = MIN_BEGINNING_LENGTH;
  while (length < secret.length && text[at + length] === secret[length]) length++;
  const end = at + length;
  const isClipped = length < secret.length && AFTER_CLIP.includes(text[end] ?? "");
  const shown = isClipped ? "[redacted:clipped]" : text.slice(at, end);
  return text.slice(0, at) + shown + withoutBeginning(text.slice(end), secret);
}

const MAX_DEPTH = 6;

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return [];
  return Object.values(value).flatMap((item) => textsIn(item, depth + 1));
}

function mayHoldSecretInside(value: unknown): boolean {
  if (typeof value === "string") return mayHoldSecret(value);
  return typeof value === "object" && value !== null && Object.values(value).some(mayHoldSecretInside);
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}
