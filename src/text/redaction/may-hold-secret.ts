// Whether any rule would look at a text at all. In doubt it would: false means that nothing is taken out of it.
import { type LiteralScan, makeLiteralScan } from "./literal-scan.ts";
import { readLiterals } from "./literals.generated.ts";

/** Deeper than any tool's answer. */
const DEEPEST = 100;

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

/** As `redactValue` looks at it: all of it as one text, `json`, and each text by itself. */
export function mayValueHoldSecret(value: unknown, json = JSON.stringify(value) ?? ""): boolean {
  if (mayHoldSecret(json)) return true;
  // What a rule begins with stands in the one text, too, but for what has a backslash in it: that is written otherwise there.
  return (json.includes("\\\\") || mayNamePassword(json)) && hasDoubtfulPart(value, 0);
}

function hasDoubtfulPart(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value.includes("\\") && mayHoldSecret(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth > DEEPEST) return true;
  for (const name of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[name];
    // A password of digits has a name that says so.
    if (typeof item === "number" && mayNamePassword(name)) return true;
    if (hasDoubtfulPart(name, depth) || hasDoubtfulPart(item, depth + 1)) return true;
  }
  return false;
}

function mayNamePassword(name: string): boolean {
  const lower = name.toLowerCase();
  return lower.includes("pass") || lower.includes("pw") || lower.includes("secret");
}
