// A parser under test: how its inputs are made, and what must be true for each.
import type { Random } from "./random.ts";

export interface Target {
  name: string;
  /** Its share of all inputs. */
  weight: number;
  make(random: Random): Uint8Array;
  /** Returns the outcome's name and throws when a promise is broken. Must depend only on the bytes. */
  check(bytes: Uint8Array): string;
}

/** A promise that was not kept. */
class Violation extends Error {
  override readonly name = "Violation";
}

export function promise(kept: boolean, sentence: string): asserts kept {
  if (!kept) throw new Violation(sentence);
}

/** An independent check, not the parser's own pattern. */
export function isPlainId(id: string): boolean {
  const plain = (code: number) =>
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 45 ||
    code === 95;
  return (
    id.length > 0 && id.length <= 128 && [...id].every((character) => plain(character.codePointAt(0) ?? 0))
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Told apart from every JSON value.
  }
}
