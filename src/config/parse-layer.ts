// The text of a config file into a plain object, or the reason why not.
import { describeValue } from "./check-scalar.ts";
import type { ProblemCode } from "./config-problem.ts";
import { isRecord } from "./read-value.ts";

type ParsedLayer =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; code: ProblemCode; message: string };

const DEEPEST = 32;

export function parseLayer(text: string): ParsedLayer {
  if (text.trim() === "") return { ok: false, code: "not-json", message: "the file is empty" };
  if (isDeeperThan(text, DEEPEST)) {
    return { ok: false, code: "too-deep", message: `it is nested more than ${DEEPEST} levels deep` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, code: "not-json", message: "it is not valid JSON" };
  }
  if (!isRecord(value)) {
    const message = `expected an object { … } as the whole file, got ${describeValue(value)}`;
    return { ok: false, code: "not-an-object", message };
  }
  return { ok: true, value };
}

/** Counts as jsonc-parser reads: a string ends with its line, so nothing can hide in one that is not closed. */
function isDeeperThan(text: string, limit: number): boolean {
  // Most files have fewer brackets than that, which is seen without a look at each character.
  if (text.split("{").length + text.split("[").length - 2 <= limit) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (inString) {
      if (character === "\\") i++;
      else if (character === '"' || character === "\n" || character === "\r") inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    if (depth > limit) return true;
  }
  return false;
}
