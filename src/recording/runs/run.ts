// A run of checks, read from one tool call: the one place that says what ran and how it ended. The drain, the ingest, gates
// and reviews all ask here.
import { readTestResult } from "../../text/test-runs/read-test-runs.ts";
import { countTestParts, hidesExitCode, isTestCommand } from "../../text/test-runs/test-command.ts";
import { describeTestResult, type TestCounts, type TestResult } from "../../text/test-runs/test-run.ts";
import { readTestScope, type ScopedTests } from "../../text/test-runs/test-scope.ts";
import { isReadOnlyCommand } from "../../transcript/selectors/shell-command.ts";
import type { ToolResult } from "../../transcript/tool-item.ts";
import { commandSubject, subjectWithVariables } from "../observations/shell-commands.ts";

export interface Run extends TestCounts, ScopedTests {
  /** `check`: one that holdfast ran itself, of which nobody knows more. */
  kind: "tests" | "lint" | "types" | "build" | "check";
  /** The runner whose summary was read, else the program that the command names. */
  check: string;
  /** With its variables, without its folder and its output filters. */
  command: string;
  state: "green" | "red" | "unknown";
  /** What tells how it ended; null while nobody can tell. */
  evidence: "summary" | "exit code" | null;
  /** The command's exit code is not that of the tests: something comes after them. */
  isPiped: boolean;
  /** It failed, and the command came back without an error. */
  isHidden: boolean;
  /** The task it runs in, in the background: its result comes later. */
  taskId: string | null;
}

/** A shell command as far as runs are concerned. */
export interface ShellCall {
  command: string;
  output: string;
  isError: boolean;
  exitCode: number | null;
  backgroundTaskId: string | null;
}

/** What they print are texts and logs: summaries in them are of other runs. */
const OTHER_OUTPUT = /^(?:gh|glab|curl|wget|kubectl\s+logs|docker\s+(?:compose\s+)?logs|journalctl)\b/;
/** The hooks of these may run anything. */
const RUNS_HOOKS = /^git\b[^;&|]*\b(?:commit|push)\b/;
/** Not found, not executable, ended by a signal or a timeout: the tests did not fail. */
export const NO_RESULT: ReadonlySet<number> = new Set([124, 126, 127, 130, 137, 143]);

/** Nothing ran after it. */
const NO_FOLDER = /\bcd: ?.*(?:no such file|not a directory|permission denied)/i;

/** A run of tests; null for what ran none. */
export function readRun(call: ShellCall): Run | null {
  const { command, output, isError, backgroundTaskId: taskId } = call;
  const subject = commandSubject(command);
  if (isReadOnlyCommand(command) || OTHER_OUTPUT.test(subject)) return null;
  const tests = taskId === null ? readTestResult(output, command) : null;
  const isTest = isTestCommand(command) && countTestParts(command) > 0;
  if (tests === null && !isTest) return null;
  const isPiped = hidesExitCode(command);
  const { state, evidence } = tests
    ? { state: tests.state, evidence: "summary" as const }
    : taskId === null
      ? byExitCode(call, isPiped)
      : UNKNOWN;
  return {
    kind: "tests",
    check: tests ? tests.runners.join(", ") : "tests",
    command: subjectWithVariables(command),
    ...scopeOf(command, isTest),
    passed: tests?.passed ?? null,
    failed: tests?.failed ?? null,
    skipped: tests?.skipped ?? null,
    state,
    evidence,
    isPiped,
    isHidden: state === "red" && !isError,
    taskId,
  };
}

/** The same for a result in a transcript. */
export function readRunOf({ call, text, isError, exitCode, backgroundTaskId }: ToolResult): Run | null {
  const command = call && /^(?:Bash|PowerShell)$/.test(call.tool) ? call.input.command : null;
  if (typeof command !== "string") return null;
  return readRun({ command, output: text, isError, exitCode, backgroundTaskId });
}

/** What a task in the background has printed by now; null while that says nothing. */
export function completeRun(run: Run, output: string): Run | null {
  const tests = readTestResult(output, run.command);
  if (tests === null) return null;
  const { state, passed, failed, skipped } = tests;
  const check = tests.runners.join(", ");
  return { ...run, check, state, passed, failed, skipped, evidence: "summary", taskId: null };
}

/** The line that tells what a run came to; null when nobody can tell. */
export function describeRun({ kind, state, passed, failed, skipped, evidence }: Run): string | null {
  if (kind !== "tests" || state === "unknown" || evidence !== "summary") return null;
  const result: TestResult = { state, passed, failed, skipped, runners: [] };
  return describeTestResult(result);
}

const UNKNOWN = { state: "unknown", evidence: null } as const;

/** Without a summary the exit code tells, where it is that of one run of tests and of nothing else. */
function byExitCode(
  { command, output, isError, exitCode }: ShellCall,
  isPiped: boolean,
): Pick<Run, "state" | "evidence"> {
  if (isError && NO_FOLDER.test(output)) return UNKNOWN;
  if (isPiped || countTestParts(command) !== 1 || !endsWithTests(command)) return UNKNOWN;
  if (!isError) return { state: "green", evidence: "exit code" };
  const failed = exitCode !== null && !NO_RESULT.has(exitCode);
  return failed ? { state: "red", evidence: "exit code" } : UNKNOWN;
}

/** Nothing but a change of folder before them, nothing after. */
function endsWithTests(command: string): boolean {
  const parts = command.split("&&");
  return (
    isTestCommand(parts.at(-1) ?? "") && parts.slice(0, -1).every((part) => /^\s*(?:cd|export)\s/.test(part))
  );
}

/** What a hook of git runs, or a script prints, may be anything up to all tests. */
function scopeOf(command: string, isTest: boolean): ScopedTests {
  return isTest && !RUNS_HOOKS.test(commandSubject(command))
    ? readTestScope(command)
    : { scope: "unknown", target: "" };
}
