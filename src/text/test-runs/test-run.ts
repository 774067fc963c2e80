// Results of test runs, and the input and output of the recognisers of their summaries.
import type { Runner } from "./read-test-runs.ts";

export interface TestCounts {
  /** null when the runner does not print it, or it was cut off. */
  passed: number | null;
  failed: number | null;
  skipped: number | null;
}

/** One summary that a runner printed. */
export interface TestRun extends TestCounts {
  runner: Runner;
  state: "green" | "red" | "unknown";
}

/** The combined result of all test runs of a command. */
export interface TestResult extends TestCounts {
  runners: Runner[];
  state: "green" | "red";
}

/** The input of a recogniser. */
export interface RunnerOutput {
  command: string;
  lines: readonly string[];
  /** Nothing is missing at the start or in the middle, so lines can be counted. */
  isWhole: boolean;
  /** The start of the output is missing. */
  startsLate: boolean;
  /** Whether a filter in the command may have hidden such a line. */
  mayHide(line: string): boolean;
}

/** A summary in the output. */
export interface Summary extends Partial<TestCounts> {
  /** The index of the summary's line. */
  at: number;
  /** Something failed, whatever the counts. */
  isRed?: boolean;
  /** The summary would look the same after a failure. */
  isUnsure?: boolean;
}

/** Such as "Tests failed (3 passed, 1 failed)". */
export function describeTestResult({ passed, failed, skipped, state }: Omit<TestResult, "runners">): string {
  const counts = [
    ...(passed === null ? [] : [`${passed} passed`]),
    ...(failed === null ? [] : [`${failed} failed`]),
    ...(skipped ? [`${skipped} skipped`] : []),
  ];
  const isCounted = passed !== null || (state === "red" && failed !== null);
  return `Tests ${state === "red" ? "failed" : "passed"}${isCounted ? ` (${counts.join(", ")})` : ""}`;
}

/** "1 failed | 2 passed" or "1 failed, 2 passed". */
export function countWords(text = ""): Record<string, number> {
  const pairs = [...text.matchAll(/(\d+) ([a-z]+)(?=$|[,|\s])/g)];
  return Object.fromEntries(pairs.map(([, count, word = ""]) => [word, Number(count)]));
}

/** "Failures: 1, Skipped: 2" or "failures=1, skipped=2". */
export function countNamed(text: string, sign: string): Record<string, number> {
  const pairs = [...text.matchAll(new RegExp(`([A-Za-z][A-Za-z ]*?)\\s*${sign.trim()}\\s*(\\d+)`, "g"))];
  return Object.fromEntries(pairs.map(([, name = "", count]) => [name.trim(), Number(count)]));
}
