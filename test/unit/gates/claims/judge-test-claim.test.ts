// Claims against sessions in the client's format.
import { expect, test } from "bun:test";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { judgeClaims } from "../../../../src/gates/claims/judge.ts";
import { judgeTestClaim } from "../../../../src/gates/claims/judge-test-claim.ts";
import { readClaims } from "../../../../src/gates/claims/read-claims.ts";
import { SessionActivity } from "../../../../src/recording/runs/session-activity.ts";
import { makeView } from "../../../helpers/stops.ts";
import { calls, fails, itemsOf, type Json, NOTICE, result, says, user } from "../../transcript/records.ts";

const ROOT = "/home/user/project";
const GREEN = " 3 pass\n 0 fail\nRan 3 tests across 2 files. [10.00ms]";
const RED = " 2 pass\n 1 fail\nRan 3 tests across 2 files. [10.00ms]";

let calledTimes = 0;
function call(tool: string, input: Json, output: string, fields: Json = {}): Json[] {
  const id = `toolu_${++calledTimes}`;
  return [calls(id, tool, input), result(id, output, fields)];
}
const ran = (command: string, output: string, fields: Json = {}) => call("Bash", { command }, output, fields);
const failed = (command: string, output: string): Json[] => {
  const id = `toolu_${++calledTimes}`;
  return [calls(id, "Bash", { command }), fails(id, `Exit code 1\n${output}`)];
};
const edit = (path = "src/a.ts") =>
  call("Edit", { file_path: `${ROOT}/${path}`, old_string: "1", new_string: "2" }, "ok");
const shell = (command: string) => [user(`<bash-input>${command}</bash-input>`)];
const patched = (lines: string[], path = "src/a.ts") =>
  call("Edit", { file_path: `${ROOT}/${path}` }, "ok", {
    toolUseResult: {
      filePath: `${ROOT}/${path}`,
      structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines }],
    },
  });
const suite = () => ran("bun test", GREEN);
const part = () => ran("bun test a.test.ts", GREEN);

async function judge(records: Json[][], message = "All tests pass.") {
  const activity = new SessionActivity();
  for (const item of await itemsOf(...records.flat())) activity.follow(item);
  const isWithin = (path: string) => path.startsWith(`${ROOT}/`);
  const evidence = { entries: activity.entries, isWhole: true, isWithin };
  const [claim] = readClaims(message);
  if (!claim) throw new Error(`no claim: ${message}`);
  if (claim.kind === "tests") return judgeTestClaim(claim, evidence).verdict;
  const isDone = activity.entries.some(
    (entry) => entry.kind === "git" && entry.action === claim.kind && entry.succeeded === true,
  );
  return isDone ? "backed" : "not-done";
}

test.each<[string, string, Json[][], string?]>([
  ["a full run after the change", "backed", [edit(), suite()]],
  ["a red run that a pipe hides", "red", [edit(), ran("bun test | tail -3", RED)]],
  ["a red run of the command that is named", "red", [edit(), failed("bun test", RED)], "`bun test` passes."],
  ["a red run of another command", "unknown", [edit(), failed("pytest", RED)], "`bun test` passes."],
  ["a red run, then another change", "red", [edit(), failed("bun test", RED), edit()]],
  ["a partial run after the change", "part", [edit(), part()]],
  ["a full run, a change, a partial run", "part", [suite(), edit(), part()]],
  ["a partial run, where no other is meant", "backed", [edit(), part()], "The tests pass."],
  ["a partial run with the stated number of tests", "backed", [edit(), part()], "All 3 tests pass."],
  ["a program after the run", "backed", [edit(), part(), ran("./app", "")], "All 3 tests pass."],
  [
    "another branch after the run",
    "unknown",
    [edit(), part(), ran("git checkout x", "")],
    "All 3 tests pass.",
  ],
  [
    "a commit, and one mentioned in a comment",
    "backed",
    [
      ran("git commit -m x", "[main 1234567] x\n 1 file changed"),
      ran('gh pr comment 1 --body "after git commit and git push"', "https://example.com"),
    ],
    "Committed.",
  ],
  [
    "go's tests, filtered to nothing, before other output",
    "backed",
    [
      edit(),
      ran('go test ./... | grep -vE "^ok|no test files"; echo "=== done"; git status', "=== done\n M a.go"),
    ],
  ],
  [
    "go's tests, filtered, with a failure before the end",
    "unknown",
    [edit(), ran('go test ./... | grep -v "^ok" | head -1; echo "=== done"', "panic: x\n=== done")],
  ],
  ["a partial run that is named", "backed", [edit(), part()], "All auth tests pass."],
  ["a full run, a change of one test, a run of it", "backed", [suite(), edit("a.test.ts"), part()]],
  ["a folder that may contain all tests", "backed", [edit(), ran("bun test test/unit/a", GREEN)]],
  ["a change after the run", "stale", [suite(), edit()], "The tests pass."],
  ["a change by the shell after the run", "stale", [suite(), ran("sed -i s/1/2/ src/a.ts", "")]],
  [
    "a quoted change by the shell after the run",
    "stale",
    [suite(), ran("sed -i 's|1|2|; s/a/b/' src/a.ts", "")],
  ],
  ["a change before the run, in one command", "backed", [ran("sed -i s/1/2/ src/a.ts && bun test", GREEN)]],
  ["a document changed after the run", "backed", [edit(), suite(), edit("README.md")]],
  [
    "a draft elsewhere changed after the run",
    "backed",
    [edit(), suite(), ran("cat > /tmp/x.ts <<'E'\n1\nE", "")],
  ],
  ["a comment changed after the run", "backed", [edit(), suite(), patched(["-// a", "+// b"])]],
  ["no run at all", "none", [edit()]],
  ["no run and no change", "unknown", [ran("ls", "a.ts")]],
  ["a program that says so", "none", [edit(), ran("node checks.mjs", "all checks pass")]],
  [
    "a failed run, then a program that says so",
    "red",
    [edit(), failed("bun test", RED), ran("./verify", "ok")],
  ],
  ["a run, a change, a program that says so", "stale", [suite(), edit(), ran("./verify", "all tests pass")]],
  ...[
    "./run-tests.sh",
    "sh scripts/test.sh",
    "CI=1 ./do spec_all",
    "docker compose run --rm tests",
    "xcodebuild -scheme App test",
  ].map((command): [string, string, Json[][]] => [
    `a runner that is not known: ${command}`,
    "unknown",
    [edit(), ran(command, "fine")],
  ]),
  [
    "a subagent after the change",
    "unknown",
    [suite(), edit(), call("Agent", { prompt: "run them" }, "They pass.")],
  ],
  ["a task that reported back", "unknown", [suite(), edit(), [user(NOTICE)]]],
  ["a command of the person", "unknown", [edit(), [user("<bash-input>npm test</bash-input>")]]],
  [
    "a look of the person around",
    "none",
    [edit(), ...["ls -la", "git status", "holdfast checks", "cat a | head"].map(shell)],
  ],
  [
    "a command of the person that may change files",
    "unknown",
    [suite(), [user("<bash-input>./fix.sh</bash-input>")]],
  ],
  [
    "a command of the person before this turn's prompt",
    "unknown",
    [[user("Go on.")], edit(), [says("Done.")], shell("npm test"), [user("And now?")]],
  ],
  [
    "a command of the person in an earlier turn",
    "none",
    [
      [user("Go on.")],
      edit(),
      [says("Done.")],
      shell("npm test"),
      [user("Go on."), says("Yes.")],
      [user("And now?")],
      edit(),
    ],
  ],
  [
    "a subagent before the last change",
    "stale",
    [suite(), call("Agent", { prompt: "look" }, "Fine."), edit()],
  ],
  [
    "a removed directive in a comment",
    "backed",
    [suite(), patched(["-\tx := y() //nolint:errcheck", "+\tx := y()"])],
  ],
  ["a formatted line", "backed", [suite(), patched(["-if (a) { b() }", "+if (a) {", "+  b()", "+}"])]],
  ["an indented line of Python", "stale", [suite(), patched(["-x()", "+  x()"], "src/a.py")]],
  ["a changed string", "stale", [suite(), patched(['-a = "http://x" // see', '+a = "http://y" // see'])]],
  [
    "unit tests, after a run of others",
    "unknown",
    [suite(), edit(), ran("npm run test:e2e | tail", RED)],
    "Unit tests pass.",
  ],
  ["the person's word", "unknown", [edit(), [user("the tests pass here")]]],
  ["a run whose end was not seen", "unknown", [edit(), ran("bun test | head -2", "bun test v1")]],
  ["a revert after a failed run", "unknown", [edit(), suite(), edit(), failed("bun test", RED), edit()]],
  ["tests of a git hook", "backed", [edit(), ran('git commit -m "x"', `${GREEN}\n[main 1234567] x`)]],
  [
    "a chain that goes on after the tests",
    "backed",
    [edit(), failed("bun test && bun run lint", `${GREEN}\nlint: 1 problem`)],
  ],
  ["an unknown wrapper with a summary", "backed", [edit(), ran("rtk everything", GREEN)]],
  ["go, with nothing that is not ok", "backed", [edit(), failed("go test ./... | grep -v ^ok", "")]],
  [
    "a commit",
    "backed",
    [edit(), ran("git commit -qam x && git log -1 --stat", " 1 file changed")],
    "Committed.",
  ],
  [
    "a commit that failed",
    "not-done",
    [edit(), failed("git commit -am x", "nothing to commit")],
    "Committed.",
  ],
  [
    "a push that was rejected",
    "not-done",
    [ran("git push 2>&1 | tail -1", "error: failed to push some refs")],
    "Pushed.",
  ],
  ["a push", "backed", [ran("git push", "   1234567..89abcde  main -> main")], "Pushed."],
  [
    "a dry run of a push",
    "not-done",
    [ran("git push --dry-run", "   1234567..89abcde  main -> main")],
    "Pushed.",
  ],
  [
    "a push after its dry run",
    "backed",
    [ran("git push -n origin main && git push", "   1234567..89abcde  main -> main")],
    "Pushed.",
  ],
  ["no push", "not-done", [edit()], "Pushed."],
  ["a pull request by gh", "backed", [ran("gh pr merge 3 --squash", "Merged")], "Pushed."],
])("%s: %s", async (...[, verdict, records, message]) => {
  expect(await judge(records, typeof message === "string" ? message : undefined)).toBe(verdict as "backed");
});

test("a background run counts once its output was read", async () => {
  const start = ran("bun test", "Command running in background with ID: b1", {
    toolUseResult: { backgroundTaskId: "b1" },
  });
  expect(await judge([edit(), start])).toBe("unknown");
  expect(await judge([edit(), start, call("TaskOutput", { task_id: "b1" }, GREEN)])).toBe("backed");
  expect(await judge([edit(), start, call("Read", { file_path: "/tmp/x/tasks/b1.output" }, RED)])).toBe(
    "red",
  );
});

test.each([
  [["a.ts"], "a.ts is not committed. Commit it,"],
  [["a.ts", "b.ts"], "a.ts, b.ts are not committed. Commit them,"],
  [["a.ts", "b.ts", "c.ts"], "a.ts, b.ts and 1 more are not committed. Commit them,"],
])("of %j Claude is told in good grammar", (dirty, expected) => {
  const [claim] = readClaims("Everything is committed.");
  if (!claim) throw new Error("no claim");
  const contradicted = { claim, verdict: "not-done" as const, runs: [], edits: [], wasHeld: false };
  const view = makeView({ config: { ...defaultConfig(), claims: "block" } });
  const facts = { contradicted: [{ ...contradicted, repositoryState: { head: "abc", dirty } }] };
  expect(judgeClaims(view, facts)[0]?.reason).toContain(expected);
});
