// Reads a run of checks from one tool call: what ran, and how it ended. Used by the drain, the ingest, gates and reviews.
import { readTestResult, readTestRuns } from "../../text/test-runs/read-test-runs.ts";
import { countTestParts, hidesExitCode, isTestCommand } from "../../text/test-runs/test-command.ts";
import {
  describeTestResult,
  type TestCounts,
  type TestResult,
  type TestRun,
} from "../../text/test-runs/test-run.ts";
import { readTestScope, type ScopedTests } from "../../text/test-runs/test-scope.ts";
import { isReadOnlyCommand } from "../../transcript/selectors/shell-command.ts";
import { commandSubject, subjectWithVariables } from "../observations/shell-commands.ts";

export interface Run extends TestCounts, ScopedTests {
  /** `check`: a configured check of unknown kind. */
  kind: "tests" | "lint" | "types" | "build" | "check";
  /** The test runner whose summary was read, otherwise the program in the command. */
  check: string;
  /** With variables, without `cd` and output filters. */
  command: string;
  state: "green" | "red" | "unknown";
  /** What proves the state; null while it is unknown. */
  evidence: "summary" | "exit code" | null;
  /** The exit code is not that of the check, because another command follows it. */
  isPiped: boolean;
  /** The check failed although the command succeeded. */
  isHidden: boolean;
  /** The background task whose output will have the result. */
  taskId: string | null;
}

export interface ShellCall {
  command: string;
  output: string;
  isError: boolean;
  exitCode: number | null;
  backgroundTaskId: string | null;
}

/** Programs that print texts and logs, whose summaries are of other runs. */
const OTHER_OUTPUT = /^(?:gh|glab|curl|wget|kubectl\s+logs|docker\s+(?:compose\s+)?logs|journalctl)\b/;
/** Git hooks may run anything. */
const RUNS_HOOKS = /^git\b[^;&|]*\b(?:commit|push)\b/;
/** Exit codes for not found, not executable, or ended by a signal or a timeout: the tests did not fail. */
export const NO_RESULT_CODES: ReadonlySet<number> = new Set([124, 126, 127, 130, 137, 143]);

/** After a failed `cd` nothing ran. */
const NO_FOLDER = /\bcd: ?.*(?:no such file|not a directory|permission denied)/i;

type RunResult = Pick<Run, "state" | "evidence">;

export const UNKNOWN_RESULT: RunResult = { state: "unknown", evidence: null };

export function resultByExitCode(isError: boolean): RunResult {
  return { state: isError ? "red" : "green", evidence: "exit code" };
}

/** A run of anything, of which only the given fields are known. */
export function createRun(known: Pick<Run, "kind" | "check" | "command"> & Partial<Run>): Run {
  return {
    ...UNKNOWN_RESULT,
    scope: "unknown",
    target: "",
    passed: null,
    failed: null,
    skipped: null,
    isPiped: false,
    isHidden: false,
    taskId: null,
    ...known,
  };
}

/** null when the command ran no tests. */
export function readRun(call: ShellCall): Run | null {
  const { command, output, isError, backgroundTaskId: taskId } = call;
  const subject = commandSubject(command);
  if (isReadOnlyCommand(command) || OTHER_OUTPUT.test(subject)) return null;
  const runs = taskId === null ? readTestRuns(output, command) : [];
  const tests = taskId === null ? readTestResult(output, command, runs) : null;
  const isTest = isTestCommand(command) && countTestParts(command) > 0;
  if (tests === null && !isTest) return null;
  const isPiped = hidesExitCode(command);
  const run = createRun({
    kind: "tests",
    check: "tests",
    command: subjectWithVariables(command),
    ...scopeOf(command, isTest),
    ...(tests ? summarized(tests) : taskId === null ? byExitCode(call, isPiped, runs) : {}),
    isPiped,
    taskId,
  });
  return { ...run, isHidden: run.state === "red" && !isError };
}

function summarized({ runners, ...result }: TestResult) {
  return { ...result, check: runners.join(", "), evidence: "summary" as const };
}

/** The run with the result in a background task's output; null while there is none. */
export function completeRun(run: Run, output: string): Run | null {
  const tests = readTestResult(output, run.command);
  return tests && { ...run, ...summarized(tests), taskId: null };
}

/** The result in one line; null when unknown. */
export function describeRun({ kind, state, passed, failed, skipped, evidence }: Run): string | null {
  if (kind !== "tests" || state === "unknown" || evidence !== "summary") return null;
  return describeTestResult({ state, passed, failed, skipped });
}

/** Without a summary the exit code decides, if it belongs to exactly one test run. */
function byExitCode(
  { command, output, isError, exitCode }: ShellCall,
  isPiped: boolean,
  runs: readonly TestRun[],
): RunResult {
  if (isError && NO_FOLDER.test(output)) return UNKNOWN_RESULT;
  if (isPiped || countTestParts(command) !== 1 || !endsWithTests(command)) return UNKNOWN_RESULT;
  // Runners also succeed when every test is skipped, or none is found.
  const isResult = isError ? exitCode !== null && !NO_RESULT_CODES.has(exitCode) : !ranNone(runs);
  return isResult ? resultByExitCode(isError) : UNKNOWN_RESULT;
}

function ranNone(runs: readonly TestRun[]): boolean {
  return runs.some(({ passed, failed }) => passed === 0 && failed === 0);
}

/** Only `cd` or `export` before the tests, and nothing after them. */
function endsWithTests(command: string): boolean {
  const parts = command.split("&&");
  return (
    isTestCommand(parts.at(-1) ?? "") && parts.slice(0, -1).every((part) => /^\s*(?:cd|export)\s/.test(part))
  );
}

/** Git hooks and scripts may run any number of tests. */
function scopeOf(command: string, isTest: boolean): ScopedTests {
  return isTest && !RUNS_HOOKS.test(commandSubject(command))
    ? readTestScope(command)
    : { scope: "unknown", target: "" };
}
