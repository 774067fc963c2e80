import { readOtherCheck } from "../../../recording/runs/other-checks.ts";
import { type Run, readRunOfResult } from "../../../recording/runs/run.ts";
import type { ToolResult } from "../../../transcript/tool-item.ts";
import { advise, cutAtWord, type Sighting, shellCommand, type TranscriptDetector } from "./detector.ts";

interface Check extends Pick<Run, "kind" | "check"> {
  /** As it was run last. */
  command: string;
  /** Runs with a known result. */
  runs: number;
  redCount: number;
  /** The first few red runs and the last one. */
  red: Sighting[];
  /** Red runs since the last green one, and the numbers of the first and the last tool call among them. */
  redRuns: number;
  redSince: number;
  lastRed: number;
  /** The last run's result is unknown. */
  isUnsure: boolean;
}

const MAX_NAME = 120;
const MAX_COMMAND = 200;
const MAX_CHECKS = 500;
const MAX_FIRST_SIGHTINGS = 3;
const MAX_PATTERNS = 1;
/** Share of the session's tool calls. */
const MIN_RED_SHARE = 0.5;

/** The same check failed run after run, over most of the session, and was red at its last run. */
export const redCheck: TranscriptDetector = ({ red_check: min }) => {
  const checks = new Map<string, Check>();
  let calls = 0;
  return {
    follow(item) {
      if (item.kind !== "tool-result") return;
      calls++;
      const run = readCheck(item);
      const key = run && keyOf(run);
      if (run === null || key === null || (!checks.has(key) && checks.size >= MAX_CHECKS)) return;
      const check = checks.get(key) ?? newCheck(run);
      checks.set(key, check);
      addRun(check, run, item.offset, calls);
      if (run.state === "green")
        for (const part of checks.values()) if (mayInclude(run, part)) part.redRuns = 0;
    },
    listPatterns: () =>
      [...checks]
        .filter(([, { redRuns, isUnsure }]) => min > 0 && redRuns >= min && !isUnsure)
        .filter(([, { redSince, lastRed }]) => lastRed - redSince >= calls * MIN_RED_SHARE)
        .sort(([, a], [, b]) => b.redRuns - a.redRuns)
        .slice(0, MAX_PATTERNS)
        .map(([key, { command, redCount, runs, red }]) => ({
          id: "RED_CHECK",
          count: redCount,
          title: `Red for most of the session, and at the end: ${cutAtWord(command, MAX_NAME)} failed in ${redCount} of ${runs} runs`,
          subject: key,
          evidence: red,
          suggestion: advise(
            'Narrow it down first: have Claude write the smallest command that shows the fault, then run `holdfast loop start --verify "…"` with it.',
          ),
        })),
  };
};

function readCheck(item: ToolResult): Run | null {
  const command = shellCommand(item.call);
  if (command === null) return null;
  const { text: output, isError, exitCode, backgroundTaskId } = item;
  return readRunOfResult(item) ?? readOtherCheck({ command, output, isError, exitCode, backgroundTaskId });
}

/** All tests of a runner include each of its files. Which tests a script runs is unknown. */
function mayInclude({ kind, scope, check }: Run, part: Check): boolean {
  if (kind !== "tests" || part.kind !== "tests") return false;
  return scope === "unknown" || (scope === "suite" && check === part.check);
}

/** The same for each run of the check: its test files, whatever the folder, otherwise its command, for all tests without options; null for single tests. */
function keyOf({ kind, scope, target, command }: Run): string | null {
  if (scope === "name") return null;
  if (scope === "suite") return command.replace(/\s+-\S+/g, "");
  if (kind !== "tests" || scope === "unknown") return command;
  return `${scope} ${target.replace(/\S*\/(?=\S)/g, "")}`;
}

function newCheck({ kind, check }: Run): Check {
  const none = { runs: 0, redCount: 0, red: [], redRuns: 0, redSince: 0, lastRed: 0 };
  return { kind, check, command: "", ...none, isUnsure: false };
}

function addRun(
  check: Check,
  { state, check: runner, command, failed }: Run,
  at: number,
  call: number,
): void {
  check.isUnsure = state === "unknown";
  if (state === "unknown") return;
  check.runs++;
  check.check = runner;
  check.command = command;
  if (state === "green") {
    check.redRuns = 0;
    return;
  }
  if (check.redRuns === 0) check.redSince = call;
  check.lastRed = call;
  check.redCount++;
  check.redRuns++;
  const text = `${cutAtWord(command, MAX_COMMAND)} → ${failed === null ? "failed" : `${failed} failed`}`;
  check.red = [...check.red.slice(0, MAX_FIRST_SIGHTINGS), { at, text }];
}
