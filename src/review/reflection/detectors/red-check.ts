import { readTestResult } from "../../../text/test-runs/read-test-runs.ts";
import { hidesExitCode, isTestCommand } from "../../../text/test-runs/test-command.ts";
import { isReadOnlyCommand } from "../../../transcript/selectors/read-only-command.ts";
import { splitCommand } from "../../../transcript/selectors/split-command.ts";
import type { ToolResult } from "../../../transcript/tool-item.ts";
import { advise, cutAtWord, type Sighting, shellCommand, type TranscriptDetector } from "./detector.ts";

interface Check {
  /** As it was run first. */
  name: string;
  runs: number;
  red: Sighting[];
  redCount: number;
  /** Since it is red without a break: the number of the tool call. */
  redSince: number | null;
  redRuns: number;
  /** Of the last red run: what came after it, nobody knows. */
  lastRed: number;
  /** The longest time it was red, in tool calls, and the runs in it. */
  longest: { calls: number; runs: number };
}

/** Lint, types, build: what a project repeats beside its tests. */
const OTHER_CHECK = /\b(?:lint|typecheck|type-check|tsc|mypy|pyright|ruff|eslint|clippy|vet|build|check)\b/;
/** What stands around a check without being one. */
const BESIDE = new Set("cd sleep tail head grep echo export tee cat time set source".split(" "));
const TEST_FILE = /[\w.-]*(?:[._-](?:test|spec)|(?<=\/|^| )test_[\w-]+)\.\w+(?=$|[\s:])/g;
const MAX_PARTS = 3;
const MAX_NAME = 120;
const MAX_COMMAND = 200;
const MAX_CHECKS = 500;
const MAX_FIRST_SIGHTINGS = 3;
const MAX_PATTERNS = 1;
/** Of the session's tool calls. */
const MOST = 0.5;

/** The same check failed run after run, over most of the session. */
export const redCheck: TranscriptDetector = ({ red_check: min }) => {
  const checks = new Map<string, Check>();
  let calls = 0;
  return {
    see(item) {
      if (item.kind !== "tool-result") return;
      calls++;
      const run = readRun(item);
      if (run === null || (!checks.has(run.key) && checks.size >= MAX_CHECKS)) return;
      const check = checks.get(run.key) ?? newCheck(run.name);
      checks.set(run.key, check);
      addRun(check, run, { at: item.offset, text: run.says }, calls);
    },
    found: () =>
      [...checks]
        .map(([key, check]) => ({ key, ...endAt(check, check.lastRed) }))
        .filter(({ longest }) => min > 0 && longest.runs >= min && longest.calls >= calls * MOST)
        .sort((a, b) => b.longest.runs - a.longest.runs)
        .slice(0, MAX_PATTERNS)
        .map(({ key, name, redCount, runs, red }) => ({
          id: "RED_CHECK",
          count: redCount,
          title: `Red for most of the session: ${name} failed in ${redCount} of ${runs} runs`,
          subject: key,
          evidence: red,
          suggestion: advise(
            'Narrow it down first: have Claude make the smallest command that shows the fault, and hold it to that with `holdfast loop start --verify "…"`.',
          ),
        })),
  };
};

interface Run {
  /** The same for each run of the check, however it was started: the test files it names, else its words. */
  key: string;
  name: string;
  failed: boolean;
  says: string;
}

/** null for what is no check, or does not say how it ended. */
function readRun(item: ToolResult): Run | null {
  const command = shellCommand(item.call);
  if (command === null || item.backgroundTaskId !== null) return null;
  const name = nameOf(command);
  if (name === null) return null;
  if (isReadOnlyCommand(command)) return null;
  const tests = readTestResult(item.text, command);
  if (tests !== null) {
    const failures = tests.failed === null ? "failed" : `${tests.failed} failed`;
    const end = tests.state === "red" ? failures : "green";
    return {
      key: keyOf(name),
      name,
      failed: tests.state === "red",
      says: `${cutAtWord(command, MAX_COMMAND)} → ${end}`,
    };
  }
  // A pipe or what follows hides the exit code.
  if (isTestCommand(command) || !OTHER_CHECK.test(name) || hidesExitCode(command)) return null;
  if (item.isError && item.failure !== "command") return null;
  return { key: keyOf(name), name, failed: item.isError, says: cutAtWord(command, MAX_COMMAND) };
}

/** Without options, folders and filters; null where it is not plain to see what ran. */
function nameOf(command: string): string | null {
  const parts = (splitCommand(command) ?? []).filter(([program = ""]) => !BESIDE.has(program));
  if (parts.length === 0 || parts.length > MAX_PARTS) return null;
  const named = parts.map((words) => words.filter((word) => !/^-.|^\w+=/.test(word)).join(" "));
  return named.join(" && ").slice(0, MAX_NAME);
}

/** By their names: the folder they are named from differs. */
function keyOf(name: string): string {
  const files = name.match(TEST_FILE) ?? [];
  return files.length > 0 ? [...new Set(files)].sort().join(" ") : name;
}

function newCheck(name: string): Check {
  return {
    name,
    lastRed: 0,
    runs: 0,
    red: [],
    redCount: 0,
    redSince: null,
    redRuns: 0,
    longest: { calls: 0, runs: 0 },
  };
}

function addRun(check: Check, { failed }: Run, sighting: Sighting, call: number): void {
  check.runs++;
  if (failed) {
    check.redCount++;
    check.redRuns++;
    check.redSince ??= call;
    check.lastRed = call;
    check.red = [...check.red.slice(0, MAX_FIRST_SIGHTINGS), sighting];
    return;
  }
  endAt(check, call);
  check.redSince = null;
  check.redRuns = 0;
}

/** With the time that is red up to there. */
function endAt(check: Check, call: number): Check {
  const { redSince, redRuns, longest } = check;
  const open = redSince === null ? 0 : call - redSince;
  if (open > longest.calls) check.longest = { calls: open, runs: redRuns };
  return check;
}
