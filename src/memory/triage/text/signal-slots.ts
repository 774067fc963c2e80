// The signals by the words they cannot do without, ready to be looked into.

/** Signals by their number, in the order of the tables. */
export interface SignalIndex {
  /** By the slot of three characters: the number of its bucket as a character, from 1 on. Ready-made, as a text is. */
  slots: string;
  /** Where each bucket ends in `buckets`. */
  ends: readonly number[];
  /** Between tabs, for each word of the slot: the word, where in it the three characters stand, the signals. */
  buckets: string;
  /** By what is too short for it. */
  short: readonly (readonly [string, readonly number[]])[];
  /** Where a sign stands for a syllable or a word. */
  dense: readonly number[];
}

export const LAST_SLOT = (1 << 12) - 1;

export function slotOf(first: number, second: number, third: number): number {
  return ((first * 31 + second) * 31 + third) & LAST_SLOT;
}
