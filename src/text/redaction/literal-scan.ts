// Finds every occurrence of a few hundred literals in one pass: each three characters, ignoring case, hash to a slot, and only
// used slots are examined.
import { findKeyLines } from "./key-lines.ts";
import { readLiterals } from "./literals.generated.ts";

/**
 * `used` lists the used slots, `ends` where the bucket of each ends in `buckets`, which is one string because that loads faster
 * than hundreds. A bucket has, separated by tabs, for each literal of its slot: the literal, the offset of the three characters in
 * it, how many token characters must follow from its start, and the numbers of its rules.
 */
export type LiteralIndex = { used: readonly number[]; ends: readonly number[]; buckets: string };

/** Ends when `visit` returns "enough". */
export type LiteralScan = (
  text: string,
  visit: (at: number, rules: readonly number[]) => "enough" | undefined,
) => void;

type Entry = {
  literal: string;
  offset: number;
  minRun: number;
  /** The numbers of its rules as text, parsed when first needed. */
  list: string;
  rules?: readonly number[];
};

const SLOTS = 1 << 15;

export function slotAt(text: string, at: number): number {
  let slot = 0;
  for (let index = at; index < at + 3; index++) slot = shiftIn(slot, text.charCodeAt(index));
  return slot;
}

export function makeLiteralScan({ used, ends, buckets }: LiteralIndex): LiteralScan {
  // One bit per slot, because allocating a larger table would take longer than scanning most texts.
  const marks = new Uint8Array(SLOTS >> 3);
  for (const slot of used) marks[slot >> 3] = (marks[slot >> 3] ?? 0) | (1 << (slot & 7));
  const entries = new Map<number, readonly Entry[]>();
  const readSlot = (slot: number): readonly Entry[] => {
    const place = used.indexOf(slot);
    const bucket = readBucket(buckets.slice(ends[place - 1] ?? 0, ends[place]));
    entries.set(slot, bucket);
    return bucket;
  };
  return (text, visit) => {
    for (let at = nextUsed(text, 0, marks); at >= 0; at = nextUsed(text, at + 1, marks)) {
      const slot = slotAt(text, at);
      for (const entry of entries.get(slot) ?? readSlot(slot))
        if (
          occursAt(entry.literal, text, at - entry.offset) &&
          hasRun(text, at - entry.offset, entry.minRun)
        ) {
          entry.rules ??= entry.list.split(",").map(Number);
          if (visit(at - entry.offset, entry.rules) === "enough") return;
        }
    }
  };
}

/** Uses only local numbers, because in a hook this loop runs before it is compiled. */
function nextUsed(text: string, from: number, marks: Uint8Array): number {
  const { length } = text;
  let slot = shiftIn(shiftIn(0, text.charCodeAt(from)), text.charCodeAt(from + 1));
  for (let index = from + 2; index < length; index++) {
    slot = ((slot << 5) ^ (text.charCodeAt(index) | 32)) & 0x7fff;
    if (((marks[slot >> 3] ?? 0) & (1 << (slot & 7))) !== 0) return index - 2;
  }
  return -1;
}

/** The fourth character pushes the first one out. */
function shiftIn(slot: number, code: number): number {
  return ((slot << 5) ^ (code | 32)) & (SLOTS - 1);
}

function readBucket(bucket: string): Entry[] {
  const fields = bucket.split("\t");
  const entries: Entry[] = [];
  for (let place = 0; place + 3 < fields.length; place += 4) {
    entries.push({
      literal: fields[place] ?? "",
      offset: Number(fields[place + 1]),
      minRun: Number(fields[place + 2]),
      list: fields[place + 3] ?? "",
    });
  }
  return entries;
}

function occursAt(literal: string, text: string, at: number): boolean {
  if (at < 0 || at + literal.length > text.length) return false;
  for (let index = 0; index < literal.length; index++) {
    const code = text.charCodeAt(at + index);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== literal.charCodeAt(index)) return false;
  }
  return true;
}

function hasRun(text: string, from: number, minRun: number): boolean {
  for (let index = from; index < from + minRun; index++) {
    const code = text.charCodeAt(index);
    // NaN past the end of the text.
    if (!(code > 32) || "\"'`(){}[]<>,;".includes(text.charAt(index))) return false;
  }
  return true;
}

/** Deeper than any tool's answer. */
const MAX_DEPTH = 100;

let scanLiterals: LiteralScan | undefined;

/** Whether any rule might apply. True when uncertain; false means that nothing would be redacted. */
export function mayHoldSecret(text: string): boolean {
  // Redaction also decodes escapes, which may hide a literal.
  if (text.includes("\\u00")) return true;
  if (findKeyLines(text).length > 0) return true;
  scanLiterals ??= makeLiteralScan(readLiterals());
  let found = false;
  scanLiterals(text, (at) => {
    // `tests_passed` is common and harmless, and loading the rules takes milliseconds.
    if (/^_passed(?![a-z])/i.test(text.slice(at, at + 8))) return undefined;
    found = true;
    return "enough";
  });
  return found;
}

/** Like `redactValue`, tests the whole value as one text, `json`, and each string by itself. */
export function mayValueHoldSecret(value: unknown, json = JSON.stringify(value) ?? ""): boolean {
  if (mayHoldSecret(json)) return true;
  // A rule's literal is also in the JSON text, unless it contains a backslash, which JSON escapes.
  return (json.includes("\\\\") || mayNamePassword(json)) && hasDoubtfulPart(value, 0);
}

function hasDoubtfulPart(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value.includes("\\") && mayHoldSecret(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth > MAX_DEPTH) return true;
  for (const name of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[name];
    // A numeric password is recognised by its name.
    if (typeof item === "number" && mayNamePassword(name)) return true;
    if (hasDoubtfulPart(name, depth) || hasDoubtfulPart(item, depth + 1)) return true;
  }
  return false;
}

function mayNamePassword(name: string): boolean {
  const lower = name.toLowerCase();
  return lower.includes("pass") || lower.includes("pw") || lower.includes("secret");
}
