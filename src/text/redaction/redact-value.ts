// Replaces secrets in a JSON value: in each string and each key by itself, then in all of it as one text, where a key
// stands beside its value and the lines of a private key beside each other.
import { redact } from "./redact.ts";
import { kindOfName } from "./secret-name.ts";

export type ValueRedaction = { value: unknown; count: number };

/** Deeper than any tool's answer; what is below is not kept. */
const MAX_DEPTH = 200;

export function redactValue(value: unknown): ValueRedaction {
  let count = 0;
  const each = walk(value, []);
  const json = toJson(each);
  const joined = json === undefined ? undefined : redact(json);
  if (!joined || joined.count === 0) return { value: each, count };
  return { value: fromJson(joined.text), count: count + joined.count };

  function walk(part: unknown, above: readonly object[]): unknown {
    if (typeof part === "string") return redactText(part);
    if (typeof part !== "object" || part === null) return part;
    if (above.length > MAX_DEPTH || above.includes(part)) return remove("too-deep");
    const path = [...above, part];
    if (Array.isArray(part)) return part.map((item) => walk(item, path));
    return Object.fromEntries(
      Object.entries(part).map(([name, item]) => [
        redactText(name),
        isPin(name, item) ? remove("named-secret") : walk(item, path),
      ]),
    );
  }

  function remove(id: string): string {
    count++;
    return `[redacted:${id}]`;
  }

  function redactText(text: string): string {
    const redacted = redact(text);
    count += redacted.count;
    return redacted.text;
  }
}

/** A numeric password: in the joined text, which has no quotes around it, its replacement would not be JSON. */
function isPin(name: string, item: unknown): boolean {
  return typeof item === "number" && String(item).length > 3 && kindOfName(name) === "password";
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // Something JSON has no form for (a bigint, a cycle): its texts were redacted one by one.
    return undefined;
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A secret ran over the end of its string; the text without it is kept as it is.
    return text;
  }
}
