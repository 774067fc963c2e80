import { expect, test } from "bun:test";
import { learn, type Sample } from "../../../../scripts/learn.ts";

const sample = (text: string, label: boolean, times = 1): Sample => ({
  features: new Set(text.split(" ")),
  label,
  times,
});
const SAMPLES = [
  sample("later we mend it", true),
  sample("later perhaps it grows", true),
  sample("we mend it today", false),
  sample("perhaps it grows today", false),
];

function weightsOf(samples: readonly Sample[]): Record<string, number> {
  return Object.fromEntries(learn(samples).weights);
}

test("what only stands on one side weighs for it, what stands on both hardly at all", () => {
  const { later = 0, today = 0, it = 1 } = weightsOf(SAMPLES);
  expect(later).toBeGreaterThan(50);
  expect(today).toBeLessThan(-50);
  expect(Math.abs(it)).toBeLessThan(Math.abs(later) / 4);
});

test("a word that was seen once is not learnt", () => {
  expect(Object.keys(weightsOf([...SAMPLES, sample("once", true)]))).not.toContain("once");
});

test("what counts more times draws harder", () => {
  const drawn = (times: number) =>
    weightsOf([...SAMPLES, sample("later later-on today", false, times)]).later ?? 0;
  expect(drawn(5)).toBeLessThan(drawn(0.1));
});

test("the same is learnt twice", () => {
  expect(learn(SAMPLES)).toEqual(learn(SAMPLES));
});
