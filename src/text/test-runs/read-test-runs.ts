// Reads which tests ran, and their result, from the summaries of test runners. The summary decides, not the exit code, which a pipe
// hides. An uncertain result is `unknown`, and callers then say nothing.
import { plainLines } from "../output/plain-lines.ts";
import { JAVASCRIPT_RUNNERS } from "./javascript-runners.ts";
import { MANAGED_RUNNERS } from "./managed-runners.ts";
import { NATIVE_RUNNERS } from "./native-runners.ts";
import { countTestParts, readFilters } from "./test-command.ts";
import type { RunnerOutput, Summary, TestCounts, TestResult, TestRun } from "./test-run.ts";

const RECOGNISERS = { ...JAVASCRIPT_RUNNERS, ...NATIVE_RUNNERS, ...MANAGED_RUNNERS };

export type Runner = keyof typeof RECOGNISERS;

/** Every summary of a runner contains one of these, so most recognisers can be skipped. */
const SUMMARY_WORDS: Record<Runner, readonly string[]> = {
  bun: [" pass", " fail", "Ran "],
  node: ["# ", "ℹ "],
  vitest: ["Tests  ", "Test Files  "],
  jest: ["Tests: ", "Test Suites: "],
  mocha: [" passing", " failing", " pending"],
  playwright: [" passed", " failed", " interrupted", " error"],
  go: ["ok ", "FAIL", "PASS", "SKIP", "DONE "],
  cargo: ["test result: ", "Summary [", "error: "],
  swift: ["Executed ", "Test run with "],
  ctest: ["tests passed, "],
  pytest: [" in "],
  unittest: [" test in ", " tests in ", "FAILED ("],
  rspec: [" example"],
  phpunit: ["OK (", "Tests: "],
  dotnet: ["Failed: ", "Test summary: ", "Test run summary: ", "Total tests: "],
  maven: ["Tests run: ", "test failures"],
  gradle: ["BUILD ", " completed", "There were failing tests"],
  junit: ["tests failed", "OK (", "Tests run: "],
};

/** Longer outputs are cut in the middle, because summaries are at the end. */
const MAX_SEARCHED = 100_000;
const HEAD_SHARE = 0.25;

/** In the order of their summaries. `command` shows what filters may have hidden. */
export function readTestRuns(output: string, command = ""): TestRun[] {
  if (!mayHaveSummary(output)) return [];
  const lines = plainLines(cutLong(output));
  const isCut = output.length > MAX_SEARCHED || isCutShort(output, lines);
  const filters = readFilters(command, lines.length);
  const isWhole = !isCut && !filters.startsLate;
  return splitStreams(lines).flatMap((stream) => {
    const seen = { command, lines: stream, isWhole, ...filters };
    const text = stream.join("\n");
    return (Object.entries(RECOGNISERS) as [Runner, (output: RunnerOutput) => Summary[]][])
      .filter(([runner]) => SUMMARY_WORDS[runner].some((mark) => text.includes(mark)))
      .flatMap(([runner, recognise]) => recognise(seen).map((summary) => ({ runner, summary })))
      .toSorted((one, other) => one.summary.at - other.summary.at)
      .map(({ runner, summary }) => toTestRun(runner, summary));
  });
}

/** null without a run, or when a run's result is uncertain. */
export function readTestResult(
  output: string,
  command = "",
  runs = readTestRuns(output, command),
): TestResult | null {
  if (isFilteredGreen(output, command))
    return { runners: ["go"], passed: null, failed: 0, skipped: null, state: "green" };
  const last = runs.at(-1)?.state;
  const result = combineRuns(runs);
  // Red, then not red in one command: either other tests, or the same tests after a change.
  return result?.state === "red" && last !== "red" && countTestParts(command) > 1 ? null : result;
}

/** `go test ./... | grep -v ^ok` prints nothing when all is ok. Grep then exits with 1, which the client reports as an error. */
function isFilteredGreen(output: string, command: string): boolean {
  if (!command.includes("grep")) return false;
  const [tests] = /\bgo\s+test\b.*\bgrep\b[\s\S]*/.exec(command) ?? [];
  if (tests === undefined) return false;
  const nothing = /^(?:Exit code 1|\(Bash completed with no output\)|Tool ran without output or errors|)$/;
  // A following `; echo "=== done ==="` shows where the tests' output ends.
  const [, echoed = ""] = /;\s*echo\s+["']?([^"';&|$`]+)["']?\s*(?=$|[;&\n])/.exec(tests) ?? [];
  const end = echoed.trim() === "" ? -1 : output.indexOf(echoed.trim());
  if (!nothing.test((end === -1 ? output : output.slice(0, end)).trim())) return false;
  const { startsLate, mayHide } = readFilters(command, 0);
  const failures = ["FAIL\texample.com/name\t0.1s", "FAIL\texample.com/name [build failed]", "FAIL"];
  return (
    !startsLate && countTestParts(command) === 1 && mayHide("ok  \tname\t0.1s") && !failures.some(mayHide)
  );
}

function combineRuns(runs: readonly TestRun[]): TestResult | null {
  // A package without tests says nothing about the others.
  const counted = runs.filter(
    ({ passed, failed, state }) => state !== "unknown" || passed !== 0 || failed !== 0,
  );
  if (counted.length === 0) return null;
  const sum = (key: keyof TestCounts) =>
    counted.reduce<number | null>(
      (total, { [key]: n }) => (total === null || n === null ? null : total + n),
      0,
    );
  const runners = [...new Set(counted.map(({ runner }) => runner))];
  const total = { runners, passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
  if (counted.some(({ state }) => state === "red")) return { ...total, state: "red" };
  return counted.every(({ state }) => state === "green") ? { ...total, state: "green" } : null;
}

/** A quick test, because most outputs have no summary. Colours may be between the words. */
function mayHaveSummary(output: string): boolean {
  const mark =
    /\d (?:pass|fail|errors? in|tests? (?:completed|failed|successful))|[#ℹ] (?:pass|fail) |^(?:\S+ +\| )?(?:ok|FAIL|PASS|--- (?:PASS|FAIL))\b|Tests?: |Test(?:s|ed| Files) |[Tt]est (?:result|run|summary)|tests run: |^DONE |Ran \d|BUILD |There (?:are|were) |examples?, |Executed \d|OK \(|FAILED \(|^error: |Failed: /m;
  // The short pattern is tried first, because the long one is slow to compile.
  return output.includes("\u001b") || /\d (?:pass|fail)/.test(output) || mark.test(output);
}

function toTestRun(runner: Runner, summary: Summary): TestRun {
  const { passed = null, failed = null, skipped = null, isRed = false, isUnsure = false } = summary;
  const state = isRed || (failed ?? 0) > 0 ? "red" : isUnsure || passed === 0 ? "unknown" : "green";
  // A file that could not be loaded fails the run without a failed test.
  return { runner, passed, failed: state === "red" && failed === 0 ? null : failed, skipped, state };
}

/** Whether the client, holdfast or another tool marked that it left something out. */
function isCutShort(output: string, lines: readonly string[]): boolean {
  if (!output.includes("…") && !output.includes("...")) return false;
  const mark =
    /^(?:\[… \d+ (?:characters cut|bytes left out) …\]|\s*(?:\.\.\.|…)\s*\[?\d+ (?:\w+ )?(?:lines?|characters?|bytes?) (?:truncated|omitted|cut)\b)/;
  return lines.some((line) => mark.test(line));
}

function cutLong(output: string): string {
  if (output.length <= MAX_SEARCHED) return output;
  const head = MAX_SEARCHED * HEAD_SHARE;
  return `${output.slice(0, head)}\n${output.slice(output.length - (MAX_SEARCHED - head))}`;
}

/** Separates parallel outputs by their prefix: docker compose and act (`name | `), turbo and pnpm (`name:test: `). */
function splitStreams(lines: string[]): string[][] {
  const mayHavePrefix = (line: string) =>
    line.includes("|") || (line.includes("test") && line.includes(": "));
  if (!lines.some(mayHavePrefix)) return [lines];
  const prefix = /^(?:\[[^\]]{1,80}\]|[\w.-]{1,60})\s+\| ?|^[@\w./-]{1,80}(?::| )test(?:[:-][\w.-]{1,40})?: /;
  const streams = new Map<string, string[]>([["", []]]);
  for (const line of lines) {
    const [name = ""] = prefix.exec(line) ?? [];
    const stream = streams.get(name);
    if (stream) stream.push(line.slice(name.length));
    else streams.set(name, [line.slice(name.length)]);
  }
  return [...streams.values()];
}
