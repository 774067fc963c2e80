// Makes JSON as text, not as values, because duplicate keys, numbers out of range and half surrogates exist only in text.
import type { Random } from "./random.ts";

/** Plausible texts by key. */
export type Fields = Record<string, readonly string[]>;

const NUMBERS = [
  "0",
  "-0",
  "-1",
  "1.5",
  "1e999",
  "-1e999",
  "1e-999",
  "9007199254740993",
  "1e21",
  "4294967296",
];
const STRINGS = [
  '""',
  '"s1"',
  '"../../etc"',
  '"a b"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u001b[31m"',
  '"é€😀"',
  '"}{\\"]["',
  '"\\\\"',
  '"constructor"',
  '"9999-12-31T23:59:59Z"',
  '"-271821-04-20T00:00:00Z"',
];
const KEYS = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "length", "", "0", "é"];

/** An object with most of the fields, some odd, a few duplicate or unknown. With `oddness` 0 it is valid. */
export function objectText(random: Random, fields: Fields, oddness = 0.3): string {
  const entries = Object.entries(fields).flatMap(([key, plausible]) => {
    if (random.chance(0.25)) return [];
    const entry = () => entryText(key, random.chance(oddness) ? oddText(random) : random.pick(plausible));
    return random.chance(oddness / 6) ? [entry(), entry()] : [entry()];
  });
  if (random.chance(oddness / 2)) entries.push(entryText(random.pick(KEYS), oddText(random)));
  return `{${entries.join(random.chance(0.1) ? " ,\n\t" : ",")}}`;
}

/** Any JSON value, mostly a small one of the wrong type. */
function oddText(random: Random): string {
  const kind = random.below(100);
  if (kind < 30) return random.pick(NUMBERS);
  if (kind < 60) return random.pick(STRINGS);
  if (kind < 75) return random.pick(["null", "true", "false", "[]", "{}"]);
  if (kind < 85) return `[${Array.from({ length: random.below(4) }, () => oddText(random)).join(",")}]`;
  if (kind < 97) return entriesText(random);
  return random.chance(0.9) ? longString(random, 300) : nestedText(random, 40);
}

export function longString(random: Random, most: number): string {
  return JSON.stringify(
    random.pick(["x", "é", "\\", '"', "\n", "😀", "{", "\u0000"]).repeat(1 + random.below(most)),
  );
}

export function nestedText(random: Random, deepest: number): string {
  const depth = 1 + random.below(deepest);
  return random.chance(0.5)
    ? `${"[".repeat(depth)}${"]".repeat(depth)}`
    : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

function entriesText(random: Random): string {
  const keys = Array.from({ length: random.below(4) }, () => random.pick(KEYS));
  return `{${keys.map((key) => entryText(key, oddText(random))).join(",")}}`;
}

function entryText(key: string, value: string): string {
  return `${JSON.stringify(key)}:${value}`;
}
