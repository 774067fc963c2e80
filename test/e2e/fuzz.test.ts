import { expect, setDefaultTimeout, test } from "bun:test";
import { fuzzParsers } from "../../fuzz/parsers.ts";
import { fuzzProcesses } from "../../fuzz/processes.ts";
import type { Report } from "../../fuzz/report.ts";
import { fuzzRepositories } from "../../fuzz/repositories.ts";
import { EXECUTABLE } from "../helpers/holdfast.ts";
import { makeTempFolder } from "../helpers/temp.ts";

// A slice of `npm run fuzz`, always the same.
const SEED = 2026;

setDefaultTimeout(120_000);

test("2,000 hostile inputs break no promise of the parsers, and reach every outcome", async () => {
  const report = await fuzzParsers({ seed: SEED, count: 2_000 });

  expect(failuresOf(report)).toEqual([]);
  expect(report.done).toBe(2_000);
  expect([...report.outcomes.keys()]).toEqual(expect.arrayContaining(REACHED));
});

test("12 hostile runs of the executable end in exit 0, with nothing or one JSON object on stdout", async () => {
  const base = makeTempFolder("fuzz");
  const report = await fuzzProcesses({ seed: SEED, from: 18, count: 12, executable: EXECUTABLE, base });

  expect(failuresOf(report)).toEqual([]);
  expect(report.done).toBe(12);
  expect([...report.outcomes.keys()]).toEqual(expect.arrayContaining(["silent", "decision and reason"]));
});

test("4 sessions in hostile repositories break no promise", async () => {
  const base = makeTempFolder("fuzz");
  const report = await fuzzRepositories({ seed: SEED, from: 4, count: 4, executable: EXECUTABLE, base });

  expect(failuresOf(report)).toEqual([]);
  expect(report.done).toBe(4);
  expect([...report.outcomes.keys()]).toContainEqual(expect.stringMatching(/^[1-6] blocks, told$/));
});

/** Mere garbage would pass every check and prove nothing. */
const REACHED = [
  ...[
    "Stop",
    "SubagentStop",
    "TaskCompleted",
    "TeammateIdle",
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
  ],
  ...["PostToolUse", "PostToolUseFailure", "other", "refused"],
].map((name) => `event: ${name}`);
REACHED.push(
  ...["lock: owned", "lock: without owner", "lock: refused"],
  ...["pauses: active", "pauses: not active", "pauses: none", "trust: some", "trust: none"],
  ...["config: clean", "config: with problems", "config: refused"],
  ...["blocked", "stalled", "capped", "complete", "refused"].map((verdict) => `budget row: ${verdict}`),
);

function failuresOf({ failures }: Report): string[] {
  return [...failures.values()].map(({ message, where, again, input }) => {
    const text = Buffer.from(input).toString("latin1").slice(0, 400);
    return `${message} (${where}; --seed ${SEED} --only ${again}): ${JSON.stringify(text)}`;
  });
}
