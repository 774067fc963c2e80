export type Random = { below: (limit: number) => number; pick: <T>(options: readonly T[]) => T };

/** The same numbers for the same seed, so that a failure comes again. */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return {
    below,
    pick: (options) => {
      const option = options[below(options.length)];
      if (option === undefined) throw new RangeError("nothing to pick from");
      return option;
    },
  };
}
