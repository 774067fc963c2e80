import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { readTestResult, readTestRuns } from "../../../../src/text/test-runs/read-test-runs.ts";
import { describeTestResult, type TestCounts } from "../../../../src/text/test-runs/test-run.ts";

const FIXTURES = `${import.meta.dir}/../../../fixtures/test-runs`;

function fixture(path: string): string {
  return readFileSync(`${FIXTURES}/${path}.txt`, "utf8");
}

const cases = readdirSync(FIXTURES).flatMap((runner) => {
  const about = JSON.parse(readFileSync(`${FIXTURES}/${runner}/about.json`, "utf8"));
  return Object.entries(about.tests as Record<string, TestCounts>).map(([name, counts]) => ({
    runner,
    name,
    counts,
    state: name.startsWith("green") ? "green" : "red",
  }));
});

test("every runner has outputs that are green, red and mixed", () => {
  const names = (runner: string) => cases.filter((one) => one.runner === runner).map(({ name }) => name);
  expect(readdirSync(FIXTURES)).toHaveLength(18);
  for (const runner of readdirSync(FIXTURES))
    expect(names(runner)).toEqual(expect.arrayContaining(["green", "red", "mixed"]));
});

test.each(cases)("$runner, $name: $state", ({ runner, name, counts, state }) => {
  const output = fixture(`${runner}/${name}`);
  const runs = readTestRuns(output).filter(({ passed, failed }) => passed !== 0 || failed !== 0);
  expect(runs as unknown[]).toEqual([{ runner, ...counts, state }]);
});

test.each(cases.filter(({ name }) => !name.includes("-")))(
  "$runner, $name, below coloured log lines and among others",
  (one) => {
    const noise =
      "12:00:01 ERROR request failed: 3 failed, 5 passed\n2901 failed logins\nFAILED to connect\n";
    const output = fixture(`${one.runner}/${one.name}`).replaceAll(/^(.*\d.*)$/gm, "\u001b[31m$1\u001b[39m");
    expect(readTestResult(noise + output)?.state).toBe(one.state as "green");
    const red = fixture("pytest/red");
    const both = readTestRuns(`${output}\n${red}`);
    expect(new Set(both.map(({ runner }) => runner as string))).toEqual(new Set([one.runner, "pytest"]));
    expect(readTestResult(`${output}\n${red}`)?.state).toBe("red");
  },
);

test("a green bun run is not mistaken for red because of other counts", () => {
  const output = " 412 pass\n 0 fail\n 2901 expect() calls\nRan 412 tests across 31 files. [4.21s]\n";
  const result = readTestResult(output);
  expect(result).toEqual({ runners: ["bun"], passed: 412, failed: 0, skipped: 0, state: "green" });
  expect(result && describeTestResult(result)).toBe("Tests passed (412 passed, 0 failed)");
});

function lastLines(output: string, count: number): string {
  return output.trimEnd().split("\n").slice(-count).join("\n");
}

describe("through a filter", () => {
  test.each<[fixture: string, command: string, lines: number, state: "green" | "red" | null]>([
    ["bun/mixed", "bun test 2>&1 | tail -5", 5, "red"],
    ["bun/green", "bun test 2>&1 | tail -4", 4, "green"],
    ["bun/mixed", "bun test 2>&1 | tail -1", 1, null],
    ["jest/broken", "npx jest 2>&1 | tail -4", 4, null],
    ["jest/mixed", "npx jest 2>&1 | tail -4", 4, "red"],
    ["vitest/broken", "npx vitest run | tail -3", 3, null],
    ["vitest/green", "npx vitest run | tail -20", 20, "green"],
    ["playwright/mixed", "npx playwright test | tail -1", 1, null],
    ["playwright/green", "npx playwright test | tail -3", 3, "green"],
    ["playwright/mixed", "npx playwright test | tail -5", 5, "red"],
    ["go/mixed", "go test ./... | tail -1", 1, "red"],
    ["go/mixed", "mise run test 2>&1 | tail -2", 2, "red"],
    ["go/green", "go test ./... | tail -1; echo done", 1, "green"],
    ["cargo/mixed", "cargo test 2>&1 | tail -3", 3, "red"],
  ])("the last lines of %s after %s", (name, command, lines, state) => {
    expect(readTestResult(lastLines(fixture(name), lines), command)?.state ?? null).toBe(state);
  });

  test.each<[command: string, output: string, state: "green" | "red" | null]>([
    ["go test ./... | grep '^ok'", "ok  \texample.com/a\t0.1s", null],
    ["go test ./... | grep -E '^(ok|FAIL)'", "ok  \texample.com/a\t0.1s", "green"],
    ["go test ./... | grep -v 'no test files'", "ok  \texample.com/a\t0.1s", "green"],
    ['go test ./... 2>&1 | grep "FAIL\\|ok"', "ok  \texample.com/a\t0.1s", "green"],
    ["go test ./... | head -1", "ok  \texample.com/a\t0.1s", null],
    ["go test ./... | head -50", "ok  \texample.com/a\t0.1s", "green"],
    ["go test ./... > log; head -1 log", "ok  \texample.com/a\t0.1s", null],
    ["git log | head -1; go test ./...", "x\nok  \texample.com/a\t0.1s", "green"],
    ["go test -run None ./...", "ok  \texample.com/a\t0.1s [no tests to run]", null],
    ["npx mocha | grep passing", "  5 passing (10ms)", null],
    ["npx mocha | grep -E 'passing|failing'", "  5 passing (10ms)", "green"],
    ["npx playwright test | grep -E 'passed|failed'", "  5 passed (3.1s)", "green"],
    ["npx playwright test | grep passed", "  5 passed (3.1s)", null],
    ["bun test | grep -E 'pass|fail'", " 5 pass\n 0 fail", "green"],
    ["npm test | grep -oE '[0-9]+ fail'", "0 fail", null],
  ])("%s", (command, output, state) => {
    expect(readTestResult(output, command)?.state ?? null).toBe(state);
  });

  test("does not invent counts that it may have hidden", () => {
    const failures = "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/a\t0.1s\nFAIL";
    expect(readTestResult(failures, "go test ./...")?.failed).toBe(1);
    expect(readTestResult(failures, "go test ./... | tail -4")?.failed).toBeNull();
    expect(readTestResult(`[… 900 characters cut …]\n${failures}`)?.failed).toBeNull();
    const listed = "  1 failed\n    [chromium] › a.spec.ts:3:1 › works";
    expect(readTestResult(listed, "npx playwright test | grep -E 'failed|works'")).toMatchObject({
      passed: null,
      failed: 1,
    });
  });
});

test("an output cut in the middle keeps its summary", () => {
  const [head, tail] = [fixture("pytest/mixed").slice(0, 200), fixture("pytest/mixed").slice(-120)];
  expect(readTestResult(`${head}\n[… 5000 characters cut …]\n${tail}`)?.state).toBe("red");
});

test("tests run by a commit's hooks are recognised", () => {
  const output = `husky - pre-commit\n${fixture("vitest/green")}\n[main 1a2b3c4] Add sums\n 1 file changed`;
  expect(readTestResult(output, "git commit -q -m 'Add sums'")).toMatchObject({ state: "green", passed: 3 });
});

test("packages that run in parallel are separated by their prefix", () => {
  const block = (name: string, failed: number) =>
    [` ${failed ? 2 : 3} pass`, ` ${failed} fail`, "Ran 3 tests across 1 file. [9ms]"].map(
      (line) => `${name}:test: ${line}`,
    );
  const [one = [], other = []] = [block("web", 0), block("@acme/api", 1)];
  const mixed = one.flatMap((line, at) => [line, other[at] ?? ""]).join("\n");
  expect(readTestResult(mixed)).toEqual({ runners: ["bun"], passed: 5, failed: 1, skipped: 0, state: "red" });
});

test("red, then green in one command is no result", () => {
  const output = "FAIL\texample.com/a\t0.3s\nFAIL\nrestored\nok  \texample.com/a\t0.4s";
  expect(readTestRuns(output).map(({ state }) => state)).toEqual(["red", "green"]);
  expect(readTestResult(output, "go test ./a | tail -2; git checkout a.go; go test ./a")).toBeNull();
  expect(readTestResult(output, "for n in 1 2; do go test ./a | tail -2; done")?.state).toBe("red");
});

test.each([
  "OK",
  "FAIL",
  "3 passed, 0 failed",
  "0 fail",
  "12 tests passed",
  "All tests passed!",
  "no tests ran in 0.01s",
  "205 deselected in 0.58s",
  "2901 failed",
  "connect to 127.0.0.1 port 5432 failed",
  "E2E Tests\tRun tests\t2026-02-21T22:21:56Z   65 passed (1.8m)",
  "Ran 0 tests across 0 files. [1ms]",
  "Build\tpass\t43s",
])("%j alone is no result", (output) => {
  expect(readTestResult(output)).toBeNull();
});

test("no output and no command makes it throw", () => {
  const words = fc.constantFrom(
    " 3 pass",
    " 0 fail",
    "FAIL",
    "ok  \ta\t1s",
    "| grep '[' ",
    "'",
    '"',
    "<<EOF",
    "\n",
    "| tail -n",
    "Tests:",
    "\u001b[1m",
  );
  const text = fc.array(fc.oneof(words, fc.string())).map((parts) => parts.join("\n"));
  fc.assert(
    fc.property(text, text, (output, command) => {
      for (const { state } of readTestRuns(output, command))
        expect(["green", "red", "unknown"]).toContain(state);
    }),
  );
});

test("output of any length takes a bounded time, and its end counts", () => {
  const long = `${"50% tests passed, 1 tests failed out of 2\n".repeat(20_000)}${" 3 pass\n".repeat(20_000)}`;
  expect(readTestResult(`${long}\n${fixture("pytest/green")}`)?.runners).toContain("pytest");
});
