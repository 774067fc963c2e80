// What feedback made of the patterns: those that keep being rejected count less, never nothing.

export type Weights = Readonly<Record<string, number>>;

interface Feedback {
  pattern: string;
  accepted: number;
  edited: number;
  rejected: number;
}

const MIN_WEIGHT = 0.25;
const MAX_WEIGHT = 1.25;
/** As if so many had been accepted before: one rejection alone changes little. */
const HEAD_START = 4;

export function weightOf(weights: Weights, pattern: string): number {
  const weight = Object.hasOwn(weights, pattern) ? weights[pattern] : undefined;
  if (weight === undefined || !Number.isFinite(weight)) return 1;
  return Math.min(MAX_WEIGHT, Math.max(MIN_WEIGHT, weight));
}

/** Five rejections in a row leave 0.44; an acceptance for each brings it back towards 1. */
export function weighFeedback(feedback: readonly Feedback[]): Weights {
  const weights: Record<string, number> = {};
  for (const { pattern, accepted, edited, rejected } of feedback) {
    const kept = accepted + edited + HEAD_START;
    weights[pattern] = Math.max(MIN_WEIGHT, kept / (kept + rejected));
  }
  return weights;
}
