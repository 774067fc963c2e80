import { expect, test } from "bun:test";
import { describeRun, type Run, readRun } from "../../../../src/recording/runs/run.ts";
import { locateRun, readOwnRun } from "../../../../src/recording/runs/run-rows.ts";
import { SessionActivity } from "../../../../src/recording/runs/session-activity.ts";
import { redactionTime } from "../../../../src/text/redaction/time-limit.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { makeTempProject } from "../../../helpers/temp.ts";

const GREEN = " 3 pass\n 0 fail\nRan 3 tests across 2 files. [10.00ms]";
const RED = " 2 pass\n 1 fail\nRan 3 tests across 2 files. [10.00ms]";

function run(command: string, output: string, exitCode = 0): Run | null {
  const isError = exitCode !== 0;
  return readRun({ command, output, isError, exitCode: isError ? exitCode : null, backgroundTaskId: null });
}

test.each<[command: string, output: string, exitCode: number, expected: Partial<Run>]>([
  // The summary takes precedence over the exit code.
  ["bun test", GREEN, 0, { state: "green", evidence: "summary", check: "bun", passed: 3 }],
  ["bun test | tail -3", RED, 0, { state: "red", isPiped: true, isHidden: true, failed: 1 }],
  ["bun test || true", RED, 0, { state: "red", isPiped: true, isHidden: true }],
  ["bun test", RED, 1, { state: "red", isPiped: false, isHidden: false }],
  ["bun test && bun run lint", `${GREEN}\nlint: 1 problem`, 1, { state: "green" }],
  // Without one, the exit code counts if it is the tests' own.
  ["cd api && npm test", "all good", 0, { state: "green", evidence: "exit code" }],
  ["npm test", "# tests 1\n# pass 0\n# fail 0\n# skipped 1", 0, { state: "unknown", evidence: null }],
  ["bun test", " 0 pass\n 1 skip\n 0 fail\nRan 1 test across 1 file. [9.00ms]", 0, { state: "unknown" }],
  ["npm test", "assertion failed", 1, { state: "red", evidence: "exit code" }],
  ["npm test", "sh: npm: not found", 127, { state: "unknown", evidence: null }],
  ["npm test | tail -1", "all good", 0, { state: "unknown", evidence: null }],
  ["npm test; echo done", "done", 0, { state: "unknown" }],
  ["! npm test", "1 failing", 0, { state: "unknown" }],
  ["npm test & wait", "1 failing", 0, { state: "unknown" }],
  ["cd nowhere && npm test", "bash: cd: nowhere: No such file or directory", 1, { state: "unknown" }],
  ["cd api && CI=1 npm test | tail -1", "", 0, { command: "CI=1 npm test" }],
  ["npm run build && npm test", "it broke", 1, { state: "unknown" }],
  // Wrappers and hooks are recognised by their output.
  ["rtk everything", GREEN, 0, { state: "green", scope: "unknown" }],
  ["git push", `${RED}\nerror: failed to push some refs`, 1, { state: "red", scope: "unknown" }],
  ['go test ./... | grep -v "^ok"', "", 1, { state: "green", check: "go", scope: "suite" }],
  ['go test ./... | grep -vE "^ok|no test files"; echo "== done =="', "== done ==", 0, { state: "green" }],
  ['go test ./... | grep -v "^ok"', "a_test.go:3: wrong", 0, { state: "unknown" }],
])("%j that says %j and ends with %i", (command, output, exitCode, expected) => {
  expect(run(command, output, exitCode)).toMatchObject(expected);
});

test.each([
  ["cat log.txt", RED],
  ["gh run view --log", RED],
  ["npm run build", "done"],
  ['git commit -m "Run npm test in CI"', "[main 1234567] Run npm test in CI"],
  ["grep -rn 'npm test' docs", "docs/a.md: npm test"],
])("%s is not a test run", (command, output) => {
  expect(run(command, output)).toBeNull();
});

test("only results from a summary are described", () => {
  expect(describeRun(run("bun test", GREEN) as Run)).toBe("Tests passed (3 passed, 0 failed)");
  expect(describeRun(run("npm test", "all good") as Run)).toBeNull();
});

test("holdfast's own run belongs to the folder that its command changes to", () => {
  const top = makeTempProject({ git: true, files: { "x/x/a.ts": "", "lib/.git": "" } });
  const placeOf = (command: string, dir = top) => {
    const raw = { check: "loop", outcome: "passed", exitCode: 0, output: "", tree: "mark" } as const;
    const { dir: ranIn, tree } = readOwnRun({ ...raw, command, dir });
    const { scope, target } = locateRun(readOwnRun({ ...raw, command, dir }), [top]);
    return [ranIn?.replace(top, "") ?? null, tree, scope, target];
  };
  expect(placeOf("npm test")).toEqual(["", "mark", "suite", ""]);
  expect(placeOf("cd x && npm test")).toEqual(["/x", "mark", "folder", "x"]);
  expect(placeOf(`cd "${top}/x" && npm test`)).toEqual(["/x", "mark", "folder", "x"]);
  expect(placeOf("cd x && npm test", `${top}/x`)).toEqual(["/x/x", "mark", "folder", "x/x"]);
  expect(placeOf("cd x && ./check.sh")).toEqual(["/x", "mark", "unknown", ""]);
  // Another repository, or an unknown place.
  expect(placeOf("cd lib && npm test")).toEqual(["/lib", null, "folder", "lib"]);
  expect(placeOf("cd /elsewhere && npm test").slice(0, 2)).toEqual(["/elsewhere", null]);
  expect(placeOf('cd "$DIR" && npm test')).toEqual([null, "mark", "unknown", ""]);
});

const shell = (command: string) =>
  ({
    ...{ kind: "tool-result", id: "1", call: { tool: "Bash", id: "1", input: { command } }, text: "" },
    ...{ isError: false, cwd: "/p", offset: 0, timestamp: 0, exitCode: 0, backgroundTaskId: null },
  }) as unknown as TranscriptItem;

test.each([
  ["options of git", `git${" -c".repeat(36)} ; ls`],
  ["dots", `echo x > ${"a.".repeat(9990)}:`],
  ["blanks", `x${" ".repeat(19_000)}y`],
  ["filters", `npm test ${"| tail -5 ".repeat(1900)};`],
  ["quotes", `git rm ${'"\\'.repeat(9000)}`],
])("a command crafted to keep patterns busy is still read: %s", (_, command) => {
  const activity = new SessionActivity();
  activity.follow(shell(command));
  expect(activity.entries.filter(({ kind }) => kind === "edit")).toEqual([]);
});

test("a watchdog is armed before a long command is searched", () => {
  const before = redactionTime.onLongSearch;
  redactionTime.usedMs = 0;
  let armed = 0;
  redactionTime.onLongSearch = () => armed++;
  const activity = new SessionActivity();
  for (const command of ["ls", `cat > a.txt <<E\n${"a".repeat(17_000)}\nE`]) activity.follow(shell(command));
  redactionTime.onLongSearch = before;
  expect(armed).toBe(1);
});
