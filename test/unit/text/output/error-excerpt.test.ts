import { expect, test } from "bun:test";
import fc from "fast-check";
import { errorExcerpt } from "../../../../src/text/output/error-excerpt.ts";
import { listOutputs, readOutput } from "./read-output.ts";
import { TOLD } from "./told-of-outputs.ts";

test.each(Object.entries(TOLD))("what %s printed is told", (tool, { tells, leavesOut = [] }) => {
  const told = errorExcerpt(readOutput(tool));
  expect(told.length).toBeLessThanOrEqual(700);
  for (const part of tells) expect(told).toContain(part);
  for (const part of leavesOut) expect(told).not.toContain(part);
});

test("every recorded output is in the table", () => {
  expect(listOutputs().toSorted()).toEqual(Object.keys(TOLD).toSorted());
});

test.each([0, 1, 40, 300])("even %d characters are enough for the first error and never too few", (limit) => {
  for (const tool of listOutputs()) {
    const told = errorExcerpt(readOutput(tool), limit);
    expect(told.length).toBeLessThanOrEqual(limit);
    if (limit >= 40) expect(told.replaceAll("…", "").trim()).not.toBe("");
  }
});

test("a banner of any length does not push the failure out", () => {
  const banner = Array.from(
    { length: 60 },
    (_, n) => `Welcome to the verifier, chapter ${n} of its long story.`,
  );
  const output = [...banner, "src/cart.ts:3:9 cart is wrong: expected 6", ...banner, "1 check failed"].join(
    "\n",
  );
  const told = errorExcerpt(output);
  expect(told).toContain("src/cart.ts:3:9 cart is wrong: expected 6");
  expect(told).toEndWith("1 check failed");
});

test("of output without any error, the end is told", () => {
  const output = Array.from({ length: 500 }, (_, n) => `step ${n} and what it did`).join("\n");
  expect(errorExcerpt(output, 200)).toMatch(/^…\nstep 49\d .*step 499 and what it did$/s);
});

test("output that is nothing but noise is still told", () => {
  expect(errorExcerpt("✓ one\n✓ two\n")).toBe("✓ one\n✓ two");
  expect(errorExcerpt("")).toBe("");
  expect(errorExcerpt("\n \n")).toBe("");
});

test("an error said a thousand times leaves room for the others", () => {
  const output = `${"src/a.ts:1:1: error: the same again and again\n".repeat(1000)}src/b.ts:2:2: error: another one\n${"src/a.ts:1:1: error: the same again and again\nmore\n".repeat(1000)}`;
  expect(errorExcerpt(output)).toContain("src/b.ts:2:2: error: another one");
});

test("the same failure is told in the same words, however long it took and whatever the terminal", () => {
  const number = fc.integer({ min: 0, max: 99_999 });
  fc.assert(
    fc.property(fc.constantFrom(...listOutputs()), number, number, (tool, a, b) => {
      const output = readOutput(tool);
      const elsewhere = output
        .replaceAll(/(?<![\w.])\d+\.\d+(?=m?s\b)/g, `${a}.${b}`)
        .replaceAll(/0x[0-9a-f]{12}/g, `0x${(a + 1e12).toString(16).slice(0, 9)}abc`)
        .replaceAll(/^/gm, "\u001b[0m")
        .replaceAll("\n", `\u001b[K\r\n`)
        .replace(/\r\n/, `\r\n${a}%\r${b % 100}%\r\n✓ passed ${a} (${b}ms)\r\n`);
      expect(errorExcerpt(elsewhere)).toBe(errorExcerpt(output));
    }),
  );
});

test("any text is told within its limit, without control characters or halves of characters", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), fc.integer({ min: 0, max: 200 }), (lines, limit) => {
      const told = errorExcerpt(lines.join("\n"), limit);
      expect(told.length).toBeLessThanOrEqual(limit);
      expect(told.isWellFormed()).toBe(true);
      expect(told).not.toMatch(/[\0-\u0008\u000b-\u001f]/);
    }),
  );
});
