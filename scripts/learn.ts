// Logistic regression in small: weights of features under which samples come out on the side of their label.

export interface Sample {
  features: ReadonlySet<string>;
  label: boolean;
  /** Counts as so many. */
  times: number;
}

type Four = [Float64Array, Float64Array, Float64Array, Float64Array];

export interface Learnt {
  bias: number;
  /** In hundredths, by name. */
  weights: [feature: string, weight: number][];
}

const LEAST_SEEN = 2;
const MOST_FEATURES = 6000;
const ROUNDS = 100;
const RATE = 0.1;
/** How strongly weights are drawn to 0. */
const PULL = 0.05;

/** Twice: the second time with those that weighed most. */
export function learn(samples: readonly Sample[]): Learnt {
  const all = countFeatures(samples)
    .filter(([, count]) => count >= LEAST_SEEN)
    .map(([feature]) => feature);
  const first = fit(samples, all);
  const heavy = first.weights
    .map((weight, at): [string, number] => [all[at] ?? "", Math.abs(weight)])
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_FEATURES)
    .map(([feature]) => feature)
    .toSorted();
  const { bias, weights } = fit(samples, heavy);
  const rounded = heavy.map((feature, at): [string, number] => [
    feature,
    Math.round((weights[at] ?? 0) * 100),
  ]);
  return { bias: Math.round(bias * 100) / 100, weights: rounded };
}

function countFeatures(samples: readonly Sample[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { features } of samples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return [...counts];
}

/** Adam's steps down the whole gradient. */
function fit(samples: readonly Sample[], features: readonly string[]): { bias: number; weights: number[] } {
  const places = new Map(features.map((feature, at) => [feature, at]));
  const rows = samples.map(({ features: own }) =>
    Int32Array.from([...own].flatMap((feature) => places.get(feature) ?? [])),
  );
  const bias = features.length;
  const [weights, slope, mean, spread] = [0, 0, 0, 0].map(() => new Float64Array(bias + 1)) as Four;
  for (let round = 1, first = 0.9, second = 0.999; round <= ROUNDS; round++, first *= 0.9, second *= 0.999) {
    for (let at = 0; at < bias; at++) slope[at] = PULL * (weights[at] as number);
    slope[bias] = 0;
    for (let place = 0; place < rows.length; place++)
      addSlope(rows[place] as Int32Array, samples[place] as Sample, weights, slope);
    for (let at = 0; at <= bias; at++) {
      const step = slope[at] as number;
      const m = 0.9 * (mean[at] as number) + 0.1 * step;
      const v = 0.999 * (spread[at] as number) + 0.001 * step * step;
      mean[at] = m;
      spread[at] = v;
      weights[at] =
        (weights[at] as number) - (RATE * (m / (1 - first))) / (Math.sqrt(v / (1 - second)) + 1e-8);
    }
  }
  return { bias: weights[bias] as number, weights: [...weights.subarray(0, bias)] };
}

/** Loops by number: this is where the time goes. */
function addSlope(
  row: Int32Array,
  { label, times }: Sample,
  weights: Float64Array,
  slope: Float64Array,
): void {
  const bias = weights.length - 1;
  const scale = 1 / Math.sqrt(Math.max(1, row.length));
  let sum = 0;
  for (let at = 0; at < row.length; at++) sum += weights[row[at] as number] as number;
  const error = times * (squash(sum * scale + (weights[bias] as number)) - (label ? 1 : 0));
  for (let at = 0; at < row.length; at++) {
    const place = row[at] as number;
    slope[place] = (slope[place] as number) + error * scale;
  }
  slope[bias] = (slope[bias] as number) + error;
}

/** From 0 to 1, as a logistic curve, by operations that are exact everywhere. */
function squash(value: number): number {
  return 0.5 * (1 + value / Math.sqrt(1 + value * value));
}
