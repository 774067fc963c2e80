import { expect, test } from "bun:test";
import { readRun } from "../../../../src/recording/runs/run.ts";
import { readOtherCheck } from "../../../../src/recording/runs/static-checks.ts";

const TS_ERROR = "src/a.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.";

interface Case {
  command: string;
  output?: string;
  /** 0 by default. */
  exit?: number;
  is: string;
}

const CASES: Case[] = [
  { command: "npx tsc --noEmit", is: "types tsc green by exit code" },
  {
    command: "cd app && ./node_modules/.bin/tsc -p .",
    output: TS_ERROR,
    exit: 2,
    is: "types tsc red by summary",
  },
  { command: `"/my tools/bin/tsc" --noEmit | tail -3`, output: TS_ERROR, is: "types tsc red by summary" },
  { command: "npx tsc --noEmit 2>&1 | head -20", output: TS_ERROR, is: "types tsc red by summary" },
  // Only the exit code proves a success.
  { command: "npx tsc --noEmit 2>&1 | head -20", is: "types tsc unknown" },
  { command: "tsc --noEmit; echo done", output: "done", is: "types tsc unknown" },
  { command: "ruff check src | tail -1", output: "All checks passed!", is: "lint ruff unknown" },
  { command: "tsc --version", output: "Version 5.9.3", is: "nothing" },
  { command: "tsc --noEmit --watch", is: "nothing" },
  { command: "echo tsc --noEmit", is: "nothing" },
  { command: "git commit -m 'run tsc'", is: "nothing" },
  { command: "eslint . && tsc --noEmit", is: "nothing" },
  {
    command: "eslint . | tail -4",
    output: "✖ 2 problems (1 error, 1 warning)",
    is: "lint eslint red by summary",
  },
  {
    command: "mise run lint 2>&1 | tail -30",
    output: "1 issues:\n* nilerr: 1\n[lint] ERROR task failed",
    is: "lint lint red by summary",
  },
  {
    command: "biome ci . | tail -2",
    output: "Checked 3 files in 4ms. No fixes applied.\nFound 2 errors.",
    is: "lint biome red by summary",
  },
  {
    command: "uv run ruff check --fix",
    output: "Found 3 errors (3 fixed, 0 remaining).",
    is: "lint ruff green by exit code",
  },
  {
    command: "python -m mypy src; echo $?",
    output: "Found 1 error in 1 file (checked 3 source files)\n1",
    is: "types mypy red by summary",
  },
  {
    command: "cargo build 2>&1 | tail -3",
    output: 'error: could not compile `a` (bin "a") due to 1 previous error',
    is: "build cargo build red by summary",
  },
  { command: "pnpm run build", exit: 1, is: "build build red by exit code" },
  { command: "npm ci && npm run build", exit: 1, is: "build build unknown" },
  { command: "npm run build", exit: 137, is: "build build unknown" },
  { command: "npm run lint:fix", is: "nothing" },
  { command: "go build ./...", is: "build go build green by exit code" },
];

test.each(CASES)("$command that says $output is $is", ({ command, output = "", exit = 0, is }) => {
  const call = {
    command,
    output,
    isError: exit !== 0,
    exitCode: exit === 0 ? null : exit,
    backgroundTaskId: null,
  };
  const run = readOtherCheck(call);
  const told =
    run && [run.kind, run.check, run.state, ...(run.evidence ? ["by", run.evidence] : [])].join(" ");
  expect(told ?? "nothing").toBe(is);
  // Test runs have their own parser.
  expect(readRun(call)).toBeNull();
});

test("a failure behind a pipe is marked hidden, and one in the background is unknown", () => {
  const call = { command: "tsc | tail", output: TS_ERROR, isError: false, exitCode: null };
  expect(readOtherCheck({ ...call, backgroundTaskId: null })).toMatchObject({
    isPiped: true,
    isHidden: true,
  });
  expect(readOtherCheck({ ...call, backgroundTaskId: "b1" })).toBeNull();
});
