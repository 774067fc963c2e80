import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { errorExcerpt, errorLine } from "../../../../src/text/output/error-excerpt.ts";
import { EXPECTED } from "./expected-excerpts.ts";
import { listOutputs, readOutput } from "./read-output.ts";

test.each(Object.entries(EXPECTED))(
  "the error in the output of %s is shown",
  (tool, { tells, leavesOut = [] }) => {
    const told = errorExcerpt(readOutput(tool));
    expect(told.length).toBeLessThanOrEqual(700);
    for (const part of tells) expect(told).toContain(part);
    for (const part of leavesOut) expect(told).not.toContain(part);
  },
);

test("every recorded output is in the table", () => {
  expect(listOutputs().toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
});

test.each([0, 1, 40, 300])("%d characters are enough for the first error, and the limit is kept", (limit) => {
  for (const tool of listOutputs()) {
    const told = errorExcerpt(readOutput(tool), limit);
    expect(told.length).toBeLessThanOrEqual(limit);
    if (limit >= 40) expect(told.replaceAll("…", "").trim()).not.toBe("");
  }
});

const BANNERS: [kind: string, line: (n: number) => string][] = [
  ["words", (n) => `Welcome to the verifier, chapter ${n} of its long story.`],
  ["short lines", (n) => `banner line ${n}`],
  ["progress", (n) => `checked ${n} of 400 contracts`],
];

const FAILURES: [kind: string, lines: string[]][] = [
  ["a place", ["src/cart.ts:3:9 cart is wrong: expected 6"]],
  [
    "a compiler",
    ["src/cart.ts:3:9 - error TS2322: Type 'number' is not a 'string'.", "const sum: string = 3;"],
  ],
  [
    "a trace",
    ['File "shop/cart.py", line 9, in total', "return sum / 0", "ZeroDivisionError: division by zero"],
  ],
  ["an assertion", ["AssertionError: 2 !== 6", "at total (src/cart.test.ts:14:3)"]],
];

describe.each(BANNERS)("400 lines before the error, %s,", (_, line) => {
  const banner = Array.from({ length: 400 }, (_, n) => line(n));

  test.each(FAILURES)("are left out: %s comes first, the end last", (_, failure) => {
    const told = errorExcerpt([...banner, ...failure, ...banner.slice(0, 60), "1 check failed"].join("\n"));
    expect(told).toStartWith(failure.join("\n"));
    expect(told).toEndWith("1 check failed");
    const unrelated = told.split("\n").filter((one) => banner.includes(one));
    expect(unrelated.length).toBeLessThanOrEqual(6);
  });
});

test("warnings before the error are left out", () => {
  const warnings = Array.from({ length: 200 }, (_, n) => `src/m${n}.c:1:5: warning: unused variable 'x'`);
  const told = errorExcerpt(
    [...warnings, "src/cart.c:2:43: error: 'missing' undeclared", "1 error"].join("\n"),
  );
  expect(told).toBe("src/cart.c:2:43: error: 'missing' undeclared\n1 error");
});

test("what was printed before the error is left out of a short output, too", () => {
  const told = errorExcerpt("reads the config\nfetches the prices\nsrc/cart.ts:3: error: no price\nbye");
  expect(told).toBe("src/cart.ts:3: error: no price\nbye");
});

test("without any error, the end of the output is shown", () => {
  const output = Array.from({ length: 500 }, (_, n) => `step ${n} and what it did`).join("\n");
  expect(errorExcerpt(output, 200)).toMatch(/^step 49\d .*step 499 and what it did$/s);
  expect(errorExcerpt(output).split("\n")).toHaveLength(10);
});

test("output that is only noise is still shown", () => {
  expect(errorExcerpt("✓ one\n✓ two\n")).toBe("✓ one\n✓ two");
  expect(errorExcerpt("")).toBe("");
  expect(errorExcerpt("\n \n")).toBe("");
});

test("an error printed a thousand times leaves room for the others", () => {
  const output = `${"src/a.ts:1:1: error: the same again and again\n".repeat(1000)}src/b.ts:2:2: error: another one\n${"src/a.ts:1:1: error: the same again and again\nmore\n".repeat(1000)}`;
  expect(errorExcerpt(output)).toContain("src/b.ts:2:2: error: another one");
});

test("the same failure has the same excerpt, whatever its duration and terminal", () => {
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

test("any text stays within its limit, without control characters or half characters", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), fc.integer({ min: 0, max: 200 }), (lines, limit) => {
      const told = errorExcerpt(lines.join("\n"), limit);
      expect(told.length).toBeLessThanOrEqual(limit);
      expect(told.isWellFormed()).toBe(true);
      expect(told).not.toMatch(/[\0-\u0008\u000b-\u001f]/);
    }),
  );
});

test("npm's own lines are not the output of a script that printed nothing", () => {
  const output =
    "\n> shop@1.0.0 test\n> exit 1\n\nnpm notice\nnpm notice New minor version of npm available!\n";
  expect(errorExcerpt(output)).toBe("");
});

test.each([
  ["node-assert", "AssertionError [ERR_ASSERTION]: count is ignored"],
  ["python-traceback", "ModuleNotFoundError: No module named 'nothing_here'"],
  ["eslint", "2:10  error  'tax' is defined but never used  no-unused-vars"],
  ["vitest", "× multiplies by count"],
])("the line of %s's output that names the error is not its first", (tool, expected) => {
  expect(errorLine(errorExcerpt(readOutput(tool)))).toBe(expected);
});

test("without a clear error, the first line stands for the excerpt", () => {
  expect(errorLine("something is odd\nsee above")).toBe("something is odd");
  expect(errorLine("")).toBe("");
});
