// Independent signals into one strength of evidence: a clear one is enough, several are more, none is 1 by itself.

export function noisyOr(strengths: readonly number[]): number {
  // Sorted, so that the order of the signals cannot show in the last digits.
  const sorted = strengths.length > 1 ? strengths.toSorted((a, b) => a - b) : strengths;
  let doubt = 1;
  for (const strength of sorted) doubt *= 1 - clamp(strength);
  return round(1 - doubt);
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
