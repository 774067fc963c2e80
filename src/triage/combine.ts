// Independent signals into one strength of evidence: a clear one is enough, several are more, none is 1 by itself.

export function noisyOr(strengths: Iterable<number>): number {
  // Sorted, so that the order of the signals cannot show in the last digits.
  const doubt = [...strengths]
    .toSorted((a, b) => a - b)
    .reduce((left, strength) => left * (1 - clamp(strength)), 1);
  return round(1 - doubt);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
