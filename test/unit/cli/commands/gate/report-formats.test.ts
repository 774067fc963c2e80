// A check's output is untrusted text: it must not become markup, a command for the runner or a broken file.
import { expect, test } from "bun:test";
import {
  renderAnnotations,
  renderJUnit,
  renderSummary,
} from "../../../../../src/cli/commands/gate/report-formats.ts";
import type { ReportedCheck } from "../../../../../src/cli/commands/gate/run-report.ts";

const HOSTILE = '100%\r\n::set-env name=A::b\n]]><x a="1">&amp;\u0000\u001b[31m\ud800 | `` ` `` </details>';

const check = (rest: Partial<ReportedCheck>): ReportedCheck => ({
  stage: "tests",
  command: "npm test",
  outcome: "failed",
  exitCode: 1,
  durationMs: 1500,
  excerpt: "it failed",
  output: "it failed\nat the end",
  places: [],
  ...rest,
});
const place = (line: number) => ({ file: "src/a, b:c.ts", line, column: 5, message: HOSTILE });

const CHECKS = [
  check({ stage: "lint", outcome: "passed", excerpt: "", output: "" }),
  check({ command: HOSTILE, excerpt: HOSTILE, output: HOSTILE, places: [place(3)] }),
  check({ command: "slow", outcome: "timeout", exitCode: null }),
  check({ stage: "later", outcome: "not run" }),
];

test("JUnit counts failures, errors and skipped checks, and is well-formed whatever a check printed", () => {
  const text = renderJUnit(CHECKS);
  expect(text).toContain('<testsuites name="holdfast" tests="4" failures="1" errors="1" time="6.000">');
  expect(text).toContain(
    '<testsuite name="tests" tests="2" failures="1" errors="1" time="3.000" skipped="0">',
  );
  expect(readTags(text)).toEqual(
    [
      "testsuites",
      ...["testsuite", "testcase"],
      ...["testsuite", "testcase", "failure", "testcase", "error"],
    ].concat([...["testsuite", "testcase", "skipped"]]),
  );
  expect(text).not.toMatch(/[\0-\u0008\u000b\u000c\u000e-\u001f]/);
  expect(text.isWellFormed()).toBe(true);
});

test("annotations are one line each, and a check cannot inject commands through them", () => {
  const lines = renderAnnotations(CHECKS);
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).not.toMatch(/[\r\n\0]/);
  expect(lines[0]).toStartWith("::error file=src/a%2C b%3Ac.ts,line=3,col=5,title=tests%3A 100%25");
  expect(lines[0]).toContain("::100%25%0A%3A%3Aset-env".replaceAll("%3A", ":"));
  expect(lines[1]).toBe("::warning title=tests%3A slow::it failed");
});

test("each failed check gets its share of the ten annotations that are shown", () => {
  const many = Array.from({ length: 40 }, (_, index) => place(index + 1));
  const lines = renderAnnotations([
    check({ stage: "one", places: many }),
    check({ stage: "two", places: many }),
  ]);
  expect(lines).toHaveLength(10);
  expect(lines.filter((line) => line.includes("title=two"))).toHaveLength(5);
});

test("the summary keeps its table and its fences whatever a check printed", () => {
  const text = renderSummary(CHECKS);
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  expect(rows).toHaveLength(6);
  for (const row of rows) expect(row.split("|")).toHaveLength(6);
  expect(text.match(/<details>/g)).toHaveLength(2);
  expect(text).toContain("| tests | <code>slow</code> | ⚠️ timeout | 1.5 s |");
  const [outside] = text.split("```");
  expect(outside).not.toMatch(/<x a=|[\0\u001b]/);
  const long = renderSummary([check({ excerpt: "a\n```\n# b" })]);
  expect(long).toContain("\n````\na\n```\n# b\n````\n");
});

/** Names of the elements in order; throws if tags do not match. */
function readTags(text: string): string[] {
  const open: string[] = [];
  const seen: string[] = [];
  for (const [, slash, name = "", rest = ""] of text.matchAll(
    /<(\/?)([a-z]+)((?:\s+\w+="[^"<]*")*\s*\/?)>/g,
  )) {
    if (slash) expect(open.pop()).toBe(name);
    else {
      seen.push(name);
      if (!rest.endsWith("/")) open.push(name);
    }
  }
  expect(open).toEqual([]);
  expect(text.replace(/<[^<>]*>/g, "")).not.toMatch(/[<>]|&(?!#\d+;)/);
  return seen;
}
