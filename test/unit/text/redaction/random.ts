export type Random = {
  below: (limit: number) => number;
  pick: <T>(options: readonly T[]) => T;
  /** Random, with a digit and a letter if the characters include both. */
  text: (characters: string, length: number) => string;
};

export const DIGITS = "0123456789";
export const HEX = `${DIGITS}abcdef`;
export const LOWER = "abcdefghijklmnopqrstuvwxyz";
export const UPPER = LOWER.toUpperCase();
export const ALNUM = DIGITS + LOWER + UPPER;
export const URL_SAFE = `${ALNUM}_-`;
export const BASE64 = `${ALNUM}+/`;

/** The same numbers for the same seed, so that a failure is reproducible. */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = <T>(options: readonly T[]): T => {
    const option = options[below(options.length)];
    if (option === undefined) throw new RangeError("nothing to pick from");
    return option;
  };
  const text = (characters: string, length: number): string => {
    const made = Array.from({ length }, () => pick([...characters])).join("");
    return [/\d/, /[A-Za-z]/].every((some) => some.test(made) || !some.test(characters))
      ? made
      : text(characters, length);
  };
  return { below, pick, text };
}
