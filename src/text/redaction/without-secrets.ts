// Redacts a text or value on the hook path, loading the rules only if one may apply.
import { mayHoldSecret } from "./literal-scan.ts";

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
