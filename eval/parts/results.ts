// Test results in real sessions: what is recognised by runner and state, what is recorded of it, and which commands name a
// runner without a result. `--json` also lists where to find a sample (always the same) to read and judge by hand.
import { observeCall } from "../../src/recording/observations/observe-call.ts";
import type { Run } from "../../src/recording/runs/run.ts";
import { readTestRuns } from "../../src/text/test-runs/read-test-runs.ts";
import { isTestCommand } from "../../src/text/test-runs/test-command.ts";
import type { TestRun } from "../../src/text/test-runs/test-run.ts";
import { streamItems } from "../../src/transcript/read-since.ts";
import type { ToolResult } from "../../src/transcript/tool-item.ts";
import type { Session } from "../data.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

interface Seen {
  repository: string;
  /** Where to read it. */
  file: string;
  offset: number;
  tool: string;
  runs: TestRun[];
  recorded: "green" | "red" | null;
  namesRunner: boolean;
  isError: boolean;
}

const STATES = ["green", "red", "unknown"] as const;
const SAMPLE = 60;
const RED_SAMPLE = 40;

export const evaluate: EvalPart = async ({ labelled, transcripts, print }) => {
  const seen = await readResults([...labelled, ...transcripts]);
  const withRuns = seen.filter(({ runs }) => runs.length > 0);
  const ofShell = withRuns.filter(({ tool }) => tool === "Bash");
  const byRunner = tally(ofShell);
  printTable(
    print,
    ["runner", ...STATES],
    byRunner.map(({ runner, counts }) => [runner, ...counts]),
  );
  print(
    `\n${withRuns.length - ofShell.length} more in results of other tools, of which nothing is recorded.\n`,
  );

  const repositories = [...new Set(seen.map(({ repository }) => repository))].map((repository) =>
    countResults(
      repository,
      seen.filter((one) => one.repository === repository),
    ),
  );
  const rows = [...repositories, countResults("all", seen)];
  const columns = [
    "repository",
    "tool results",
    "with runs",
    "recorded green",
    "recorded red",
    "red without an error",
    "green with an error",
    "a runner named, no result",
  ];
  printTable(
    print,
    columns,
    rows.map((row) => Object.values(row)),
  );
  const recorded = ofShell.filter((one) => one.recorded !== null);
  return { byRunner, rows, sample: pick(recorded, SAMPLE), red: pick(recorded.filter(isRed), RED_SAMPLE) };
};

/** Skips results that are repeated in the file of a continued session. */
async function readResults(sessions: readonly Session[]): Promise<Seen[]> {
  const seen = new Map<string, Seen>();
  for (const { file, path, repository } of sessions)
    for await (const item of streamItems(path))
      if (item.kind === "tool-result" && !seen.has(item.id)) seen.set(item.id, judge(item, file, repository));
  return [...seen.values()];
}

function judge({ call, text, isError, offset }: ToolResult, file: string, repository: string): Seen {
  const tool = call?.tool ?? "";
  const command = typeof call?.input.command === "string" ? call.input.command : "";
  const error = isError ? text : null;
  const observed = observeCall({
    tool,
    input: call?.input,
    response: text,
    error,
    projectDir: null,
    files: [],
  });
  const isShell = tool === "Bash";
  return {
    repository,
    file,
    offset,
    tool,
    isError,
    runs: readTestRuns(text, command),
    recorded: (isShell && recordedState(observed?.run)) || null,
    namesRunner: isShell && isTestCommand(command),
  };
}

function recordedState(run: Run | null | undefined): "green" | "red" | null {
  return run?.evidence === "summary" && run.state !== "unknown" ? run.state : null;
}

function tally(seen: readonly Seen[]): { runner: string; counts: number[] }[] {
  const runs = seen.flatMap((one) => one.runs);
  return [...new Set(runs.map(({ runner }) => runner))].toSorted().map((runner) => ({
    runner,
    counts: STATES.map((state) => runs.filter((run) => run.runner === runner && run.state === state).length),
  }));
}

function countResults(repository: string, seen: readonly Seen[]) {
  const count = (matches: (one: Seen) => boolean) => seen.filter(matches).length;
  return {
    repository,
    results: seen.length,
    withRuns: count(({ tool, runs }) => tool === "Bash" && runs.length > 0),
    green: count(({ recorded }) => recorded === "green"),
    red: count(isRed),
    redWithoutError: count((one) => isRed(one) && !one.isError),
    greenWithError: count(({ recorded, isError }) => recorded === "green" && isError),
    noResult: count(({ namesRunner, recorded }) => namesRunner && recorded === null),
  };
}

function isRed({ recorded }: Seen): boolean {
  return recorded === "red";
}

/** A random sample, the same each time. */
function pick(seen: readonly Seen[], max: number) {
  const order = (one: Seen) => Bun.hash(`${one.file} ${one.offset}`);
  const sorted = seen.toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
  return sorted.slice(0, max).map(({ file, offset, recorded }) => ({ file, offset, recorded }));
}
