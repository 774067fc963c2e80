// Chance that can be repeated: the same seed and index give the same choices, on every machine.

export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  bytes(length: number): Uint8Array;
}

/** Each index has a stream of its own, so one case can be made again without those before it. */
export function createRandom(seed: number, index: number): Random {
  let state = scramble(scramble(seed >>> 0) ^ (index >>> 0));

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
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

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}
