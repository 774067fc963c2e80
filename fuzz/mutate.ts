// Damages bytes the way disks, pipes and people do.
import type { Random } from "./random.ts";

const TOKENS = [
  "{",
  "}",
  "[",
  "]",
  '"',
  "\\",
  ":",
  ",",
  "\\u",
  "\\ud800",
  "1e999",
  "\0",
  "\n",
  '"__proto__":',
].map((token) => Buffer.from(token));
/** A lone continuation, a cut sequence, an overlong one, a surrogate, a byte that never occurs, a byte order mark. */
const BROKEN_UTF8 = ["80", "e282", "f09f98", "c0af", "eda080", "ff", "efbbbf"].map((hex) =>
  Buffer.from(hex, "hex"),
);

type Mutation = (random: Random, bytes: Uint8Array) => Uint8Array;

export function mutate(random: Random, bytes: Uint8Array): Uint8Array {
  let mutated = bytes;
  for (let rounds = 1 + random.below(3); rounds > 0; rounds--)
    mutated = random.pick(MUTATIONS)(random, mutated);
  return mutated;
}

/** The text, sometimes damaged. */
export function sometimesDamaged(random: Random, text: string): Uint8Array {
  return random.chance(0.3) ? mutate(random, Buffer.from(text)) : Buffer.from(text);
}

export function truncate(random: Random, bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, random.below(bytes.length + 1));
}

/** The start of one and the end of another. */
export function splice(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  return Buffer.concat([truncate(random, bytes), other.subarray(random.below(other.length + 1))]);
}

function flipBits(random: Random, bytes: Uint8Array): Uint8Array {
  const flipped = Uint8Array.from(bytes);
  for (let count = 1 + random.below(4); count > 0 && flipped.length > 0; count--) {
    const at = random.below(flipped.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8));
  }
  return flipped;
}

function insert(random: Random, bytes: Uint8Array, extra: Uint8Array): Uint8Array {
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), extra, bytes.subarray(at)]);
}

function someRange(random: Random, bytes: Uint8Array): [number, number] {
  const start = random.below(bytes.length + 1);
  return [start, Math.min(bytes.length, start + random.below(40))];
}

const MUTATIONS: readonly Mutation[] = [
  flipBits,
  truncate,
  (random, bytes) => insert(random, bytes, random.pick(TOKENS)),
  (random, bytes) => insert(random, bytes, random.pick(BROKEN_UTF8)),
  (random, bytes) => insert(random, bytes, random.bytes(1 + random.below(8))),
  (random, bytes) => {
    const [start, end] = someRange(random, bytes);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  (random, bytes) => insert(random, bytes, bytes.subarray(...someRange(random, bytes))),
];
