export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Interpolates linearly between two values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function inHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
