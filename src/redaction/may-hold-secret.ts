// Whether any rule would look at a text at all. In doubt it would: false means that nothing is taken out of it.
import { type LiteralScan, makeLiteralScan } from "./literal-scan.ts";
import { readLiterals } from "./literals.generated.ts";

let scanLiterals: LiteralScan | undefined;

export function mayHoldSecret(text: string): boolean {
  // What is written as an escape is read first by whoever redacts.
  if (text.includes("\\u00")) return true;
  scanLiterals ??= makeLiteralScan(readLiterals());
  let found = false;
  scanLiterals(text, () => {
    found = true;
  });
  return found;
}

/** As `redactValue` looks at it: all of it as one text, and each text by itself. */
export function mayValueHoldSecret(value: unknown): boolean {
  const json = JSON.stringify(value) ?? "";
  if (mayHoldSecret(json)) return true;
  // Without an escape in it, the one text has all others in it as they are.
  return hasNamedNumber(value) || (json.includes("\\") && hasDoubtfulText(value));
}

function hasDoubtfulText(value: unknown): boolean {
  if (typeof value === "string") return mayHoldSecret(value);
  if (typeof value !== "object" || value === null) return false;
  for (const name of Object.keys(value)) {
    if (mayHoldSecret(name) || hasDoubtfulText((value as Record<string, unknown>)[name])) return true;
  }
  return false;
}

/** A password of digits has a name that says so. */
function hasNamedNumber(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  for (const name of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[name];
    if (typeof item === "number" ? mayNamePassword(name) : hasNamedNumber(item)) return true;
  }
  return false;
}

function mayNamePassword(name: string): boolean {
  const lower = name.toLowerCase();
  return lower.includes("pass") || lower.includes("pw") || lower.includes("secret");
}
