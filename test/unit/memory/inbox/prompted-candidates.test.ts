import { expect, test } from "bun:test";
import { weighFeedback } from "../../../../src/memory/inbox/prompted-candidates.ts";

test("a pattern that keeps being rejected counts less, never nothing, and regains weight by acceptances", () => {
  const weigh = (accepted: number, rejected: number) =>
    weighFeedback([{ pattern: "p", accepted, edited: 0, rejected, ignored: 0 }]).p;
  expect(weigh(0, 0)).toBe(1);
  expect(weigh(0, 1)).toBe(0.8);
  expect(weigh(0, 5)).toBeCloseTo(0.44, 2);
  expect(weigh(0, 1000)).toBe(0.25);
  expect(weigh(5, 5)).toBeCloseTo(0.64, 2);
});
