// What feedback made of the patterns: those that keep being rejected count less, never nothing.

export type Weights = Readonly<Record<string, number>>;

interface Feedback {
  pattern: string;
  accepted: number;
  edited: number;
  rejected: number;
}

const LEAST = 0.25;
const MOST = 1.25;
/** As if so many had been accepted before: one rejection alone changes little. */
const PATIENCE = 4;

export function weightOf(weights: Weights, pattern: string): number {
  const weight = Object.hasOwn(weights, pattern) ? weights[pattern] : undefined;
  return weight === undefined || !Number.isFinite(weight) ? 1 : Math.min(MOST, Math.max(LEAST, weight));
}

/** Five rejections in a row leave 0.44; an acceptance for each brings it back towards 1. */
export function weighFeedback(feedback: readonly Feedback[]): Weights {
  const weights: Record<string, number> = {};
  for (const { pattern, accepted, edited, rejected } of feedback) {
    const kept = accepted + edited + PATIENCE;
    weights[pattern] = Math.max(LEAST, kept / (kept + rejected));
  }
  return weights;
}
