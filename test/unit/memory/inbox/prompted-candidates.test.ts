import { expect, test } from "bun:test";
import { patternWeights } from "../../../../src/memory/inbox/prompted-candidates.ts";

test("a pattern that keeps being rejected counts less, never nothing, and regains weight by acceptances", () => {
  const weightOf = (accepted: number, rejected: number) =>
    patternWeights([{ pattern: "p", accepted, edited: 0, rejected, ignored: 0 }]).p;
  expect(weightOf(0, 0)).toBe(1);
  expect(weightOf(0, 1)).toBe(0.8);
  expect(weightOf(0, 5)).toBeCloseTo(0.44, 2);
  expect(weightOf(0, 1000)).toBe(0.25);
  expect(weightOf(5, 5)).toBeCloseTo(0.64, 2);
});
