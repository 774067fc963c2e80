import { readRunOfResult } from "../../../recording/runs/run.ts";
import { readTestRuns } from "../../../text/test-runs/read-test-runs.ts";
import { hidesExitCode, isTestCommand } from "../../../text/test-runs/test-command.ts";
import { isReadOnlyCommand, splitCommand } from "../../../transcript/selectors/shell-command.ts";
import type { ToolResult } from "../../../transcript/tool-item.ts";
import { advise, cutAtWord, type Sighting, shellCommand, type TranscriptDetector } from "./detector.ts";

interface Check extends Subject {
  /** Runs with a known result. */
  runs: number;
  red: Sighting[];
  redCount: number;
  /** The number of the tool call since which it is red without a break; null when it is green. */
  redSince: number | null;
  /** Red runs since then. */
  redRuns: number;
  /** The number of the tool call of the last red run. */
  lastRed: number;
  /** The last run's result is unknown. */
  isUnsure: boolean;
}

/** Checks other than tests: lint, types, build. */
const OTHER_CHECK = /\b(?:lint|typecheck|type-check|tsc|mypy|pyright|ruff|eslint|clippy|vet|build|check)\b/;
/** Programs that may accompany a check. */
const COMPANIONS = new Set(
  "cd sleep tail head grep echo export tee cat time set source for while until done if fi".split(" "),
);
const LOOP = /(?:^|[\s;&])(?:for|while|until)\s[\s\S]*\bdone\b/;
const TEST_FILE = /[\w.-]*(?:[._-](?:test|spec)|(?<=\/|^| )test_[\w-]+)\.\w+(?=$|[\s:])/g;
/** A line or a test in a file. */
const PLACE_IN_FILE = /(?<=\.\w{1,5}):{1,2}[\w[][^\s&]*/g;
/** Options that select some of the tests. */
const CHOOSES = /^(?:-k|-t|-g|-run|--run|--grep|--test-?name-?pattern|--filter-?tests?|--only)(?:=|$)/i;
const MAX_PARTS = 3;
const MAX_NAME = 120;
const MAX_KEY = 300;
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
      const run = readRun(item);
      if (run === null || (!checks.has(run.key) && checks.size >= MAX_CHECKS)) return;
      const check = checks.get(run.key) ?? newCheck(run);
      checks.set(run.key, check);
      addRun(check, run, { at: item.offset, text: run.says }, calls);
      if (run.failed === false) for (const part of checks.values()) if (covers(run, part)) endRed(part);
    },
    listPatterns: () =>
      [...checks.values()]
        .filter(({ redRuns, isUnsure }) => min > 0 && redRuns >= min && !isUnsure)
        .filter(({ redSince, lastRed }) => redSince !== null && lastRed - redSince >= calls * MIN_RED_SHARE)
        .sort((a, b) => b.redRuns - a.redRuns)
        .slice(0, MAX_PATTERNS)
        .map(({ key, name, redCount, runs, red }) => ({
          id: "RED_CHECK",
          count: redCount,
          title: `Red for most of the session, and at the end: ${name} failed in ${redCount} of ${runs} runs`,
          subject: key,
          evidence: red,
          suggestion: advise(
            'Narrow it down first: have Claude write the smallest command that shows the fault, then run `holdfast loop start --verify "…"` with it.',
          ),
        })),
  };
};

interface Run extends Subject {
  /** null when the result is unknown. */
  failed: boolean | null;
  /** More than one in a loop. */
  times: number;
  says: string;
}

interface Subject {
  /** The same for each run of the check, however it was started: its test files, otherwise its words. */
  key: string;
  name: string;
  files: string;
  /** How tests were selected; empty when all ran. */
  choice: string;
}

/** null when the call is not a check. */
function readRun(item: ToolResult): Run | null {
  const command = shellCommand(item.call);
  if (command === null || isReadOnlyCommand(command)) return null;
  const subject = subjectOf(command);
  if (subject === null) return null;
  const unsure: Run = { ...subject, failed: null, times: 1, says: cutAtWord(command, MAX_COMMAND) };
  const isTest = isTestCommand(command);
  const run = readRunOfResult(item);
  if (run?.evidence === "summary") {
    const failures = run.failed === null ? "failed" : `${run.failed} failed`;
    const says = `${unsure.says} → ${run.state === "red" ? failures : "green"}`;
    const times = LOOP.test(command) ? readTestRuns(item.text, command).length : 1;
    return { ...unsure, failed: run.state === "red", times, says };
  }
  if (!isTest && !OTHER_CHECK.test(subject.name)) return null;
  // A pipe or a following command hides the exit code.
  const isKnown = !isTest && item.backgroundTaskId === null && !hidesExitCode(command);
  return isKnown && (!item.isError || item.failure === "command")
    ? { ...unsure, failed: item.isError }
    : unsure;
}

/** null when it is unclear what ran. */
function subjectOf(command: string): Subject | null {
  const parts = (splitCommand(command) ?? [])
    .map((words) => (/^(?:do|then|else)$/.test(words[0] ?? "") ? words.slice(1) : words))
    .filter(([program]) => program !== undefined && !COMPANIONS.has(program));
  if (parts.length === 0 || parts.length > MAX_PARTS) return null;
  // Without options and variables.
  const isNamed = (word: string) => !/^-.|^\w+=/.test(word) || CHOOSES.test(word);
  const name = parts.map((words) => words.filter(isNamed).join(" ")).join(" && ");
  // By file name only, because the current folder may differ.
  const files = [...new Set(name.match(TEST_FILE) ?? [])].sort().join(" ");
  const places = [...new Set(name.match(PLACE_IN_FILE) ?? [])];
  const choice = [...places, ...parts.flatMap(chosenBy)].join(" ");
  const key = `${files === "" ? name : files} ${choice}`.trim().slice(0, MAX_KEY);
  return { key, name: name.slice(0, MAX_NAME), files, choice };
}

/** The options that select tests, with their values. */
function chosenBy(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    if (!CHOOSES.test(word)) return [];
    return word.includes("=") ? [word] : [`${word} ${words[at + 1] ?? ""}`];
  });
}

/** A green run of all tests covers each file and each test. */
function covers({ name, files, choice }: Subject, part: Subject): boolean {
  if (choice !== "") return false;
  return files === "" ? part.files !== "" && part.name.startsWith(`${name} `) : files === part.files;
}

function newCheck({ key, name, files, choice }: Subject): Check {
  return {
    key,
    name,
    files,
    choice,
    runs: 0,
    red: [],
    redCount: 0,
    redSince: null,
    redRuns: 0,
    lastRed: 0,
    isUnsure: false,
  };
}

function addRun(check: Check, { failed, times }: Run, sighting: Sighting, call: number): void {
  check.isUnsure = failed === null;
  if (failed === null) return;
  check.runs += times;
  if (!failed) {
    endRed(check);
    return;
  }
  check.redCount += times;
  check.redRuns += times;
  check.redSince ??= call;
  check.lastRed = call;
  check.red = [...check.red.slice(0, MAX_FIRST_SIGHTINGS), sighting];
}

function endRed(check: Check): void {
  check.redSince = null;
  check.redRuns = 0;
}
