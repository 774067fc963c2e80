// Reproducible randomness: the same seed and index give the same choices on every machine.

export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  bytes(length: number): Uint8Array;
}

const GOLDEN = 0x9e3779b9;

/** Each index has its own stream, so that one case can be repeated without those before it. */
export function createRandom(seed: number, index: number): Random {
  let state = scramble(scramble(seed) + Math.imul(index + 1, GOLDEN));

  function next(): number {
    state = (state + GOLDEN) | 0;
    return scramble(state) / 2 ** 32;
  }

  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  };
}

/** Spreads similar values apart (the finaliser of MurmurHash3). */
function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
