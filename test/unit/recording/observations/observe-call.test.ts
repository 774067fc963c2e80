import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { relativeToProject } from "../../../../src/recording/capture/call-fields.ts";
import type { RecordedCall } from "../../../../src/recording/observations/observations.ts";
import { observeCall, observeRefusal } from "../../../../src/recording/observations/observe-call.ts";

function observe(tool: string, input: unknown, response: unknown, overrides: Partial<RecordedCall> = {}) {
  const call = { tool, input, response, error: null, projectDir: "/work/app", files: [], ...overrides };
  return observeCall(call);
}

const bash = (command: string, stdout: string) => observe("Bash", { command }, { stdout, stderr: "" });
const failing = (command: string, error: string) => observe("Bash", { command }, undefined, { error });

const GREEN = " 3 pass\n 0 fail\n 2901 expect() calls\nRan 3 tests across 1 file. [9ms]";
const RED = " 2 pass\n 1 fail\n 3 expect() calls\nRan 3 tests across 1 file. [9ms]";

test.each(["mcp__holdfast__memory_search", "mcp__plugin_holdfast_holdfast__session_search"])(
  "the results of %s are not recorded again",
  (tool) => {
    expect(observe(tool, { query: "zebra" }, [{ type: "text", text: "A zebra." }])).toBeNull();
    expect(observe("mcp__zoo__search", { query: "zebra" }, "A zebra.")).not.toBeNull();
  },
);

describe("a command", () => {
  test.each([
    ["npm test", GREEN, "test", "Tests passed (3 passed, 0 failed): npm test"],
    ["npm test | tail -5", RED, "failure", "Tests failed (2 passed, 1 failed): npm test"],
    ["./check.sh", GREEN, "test", "Tests passed (3 passed, 0 failed): ./check.sh"],
    ["npm test", "all done", "command", "Ran npm test"],
    ["npx jest | tail -4", "Tests:       3 passed, 3 total", "command", "Ran npx jest"],
    ["cd api && pytest -q", "4 passed in 0.1s", "test", "Tests passed (4 passed, 0 failed): pytest -q"],
    ["go test ./...", "ok  \texample/a\t0.1s", "test", "Tests passed: go test ./..."],
    [
      "cargo test",
      "test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured",
      "failure",
      "Tests failed (2 passed, 1 failed): cargo test",
    ],
    ["make build", "done", "command", "Ran make build"],
    ['git commit -m "Fix it"', "[main 1a2b3c4] Fix it\n 1 file changed", "commit", "Commit 1a2b3c4: Fix it"],
    ["rg TODO src", "src/a.ts: TODO", "search", "Searched: rg TODO src"],
  ])("%s that says %j is a %s", (command, stdout, kind, title) => {
    expect(bash(command, stdout)).toMatchObject({ kind, title } as object);
  });

  test("whose test result is unknown has neither passed nor failed", () => {
    expect(bash("npm test", "all done")).toMatchObject({
      result: null,
      run: { state: "green", evidence: "exit code" },
    });
  });

  test("that shows the output of other runs has run no tests", () => {
    expect(bash("cat log.txt", GREEN)).toBeNull();
    expect(bash("gh run view --log", RED)).toMatchObject({ kind: "command", run: null });
  });

  test("that fails after its tests passed reports both", () => {
    const seen = failing("npm test && npm run lint", `Exit code 2\n${GREEN}\nlint: 1 problem`);
    const title = "Tests passed (3 passed, 0 failed), but exit 2: npm test && npm run lint";
    expect(seen).toMatchObject({ kind: "failure", title, run: { state: "green" } });
  });

  test("that commits includes the test result of its hooks", () => {
    const passed = bash('git commit -qm "Fix it"', `${GREEN}\n[main 1a2b3c4] Fix it\n 1 file changed`);
    expect(passed).toMatchObject({ kind: "commit", run: { state: "green", passed: 3, scope: "unknown" } });
    const refused = failing("git push", `Exit code 1\n${RED}\nerror: failed to push some refs`);
    expect(refused).toMatchObject({ title: "Failed (exit 1): git push", run: { state: "red" } });
  });

  test.each(["ls -la", "cat a.txt", "git status"])(
    "that only looks around is not observed: %s",
    (command) => {
      expect(bash(command, "some output")).toBeNull();
    },
  );

  test("that fails shows its exit code and the error", () => {
    const seen = failing("make build", "Exit code 2\nmake: *** No rule to make target 'x'.  Stop.");
    expect(seen).toMatchObject({ kind: "failure", title: "Failed (exit 2): make build", result: "failed" });
    expect(seen?.summary).toContain("No rule to make target");
  });

  test("that searches and finds nothing has not failed", () => {
    expect(failing("grep -r nothing src", "Exit code 1")).toBeNull();
  });
});

describe("other tools", () => {
  test("an edit is a change of a file, named relative to the project", () => {
    const files = ["/work/app/src/a.ts"];
    const input = { file_path: files[0], old_string: "one", new_string: "two" };
    expect(observe("Edit", input, {}, { files })).toMatchObject({
      kind: "change",
      title: "Changed src/a.ts",
      summary: "- one\n+ two",
      files: ["src/a.ts"],
    });
  });

  test("an answer of the person is a decision", () => {
    const seen = observe("AskUserQuestion", {}, { answers: { "Which database?": "SQLite" } });
    expect(seen).toMatchObject({
      kind: "decision",
      title: "Decided: SQLite (asked: Which database?)",
      summary: "Which database? → SQLite",
    });
  });

  test.each<[string, Record<string, string>, string]>([
    ["the first answer", { "Which one?": "Red", "When?": "now" }, "Decided: Red (asked: Which one?)"],
    [
      "a shortened question",
      { [`Long ${"word ".repeat(60)}?`]: "Red" },
      `Decided: Red (asked: Long ${"word ".repeat(21)}word…)`,
    ],
    [
      "no answer that does not fit",
      { "Which one?": "because ".repeat(30) },
      `Answered: Which one? → ${"because ".repeat(14)}beca…`,
    ],
    [
      "no yes to a truncated question",
      { [`Long ${"word ".repeat(26)}?`]: "Yes" },
      `Answered: Long ${"word ".repeat(10)}word… → Yes`,
    ],
  ])("the title of answers has %s", (_name, answers, title) => {
    expect(observe("AskUserQuestion", { questions: [] }, { answers })?.title).toBe(title);
  });

  test("a refusal names what was refused", () => {
    const refuse = (tool: string, input: object, files: string[] = []) =>
      observeRefusal(tool, { input, response: null, project_dir: "/work/app" }, files, "not so");
    expect(refuse("Edit", {}, ["/work/app/a.ts"])).toMatchObject({
      title: "Refused Edit (a.ts): not so",
      files: ["a.ts"],
    });
    expect(refuse("Bash", { command: "cd /x && rm -rf dist" }).title).toBe(
      "Refused Bash (rm -rf dist): not so",
    );
    expect(refuse("ExitPlanMode", { plan: "# Big" }).title).toBe("Refused the plan: not so");
  });

  test.each([
    ["D:\\app\\src\\a.go", "D:\\app", "src/a.go"],
    ["d:/app/src/a.go", "D:\\app", "src/a.go"],
    ["D:\\apple\\a.go", "D:\\app", "D:\\apple\\a.go"],
    ["/app/a.go", "D:\\app", "/app/a.go"],
  ])("%s in %s is %s", (path, folder, expected) => {
    expect(relativeToProject(path, folder)).toBe(expected);
  });

  test.each(["Read", "Glob", "TodoWrite", "TaskUpdate"])("%s is not observed", (tool) => {
    expect(observe(tool, {}, {})).toBeNull();
  });
});

test("whatever was recorded, observing never throws and is deterministic", () => {
  const tool = fc.constantFrom(
    "Bash",
    "Edit",
    "Write",
    "AskUserQuestion",
    "ExitPlanMode",
    "Grep",
    "Agent",
    "mcp__x__y",
  );
  const input = fc.oneof(
    fc.jsonValue(),
    fc.record({ command: fc.string(), file_path: fc.string(), plan: fc.string() }),
  );
  fc.assert(
    fc.property(tool, input, fc.jsonValue(), fc.option(fc.string()), (name, given, response, error) => {
      const first = observe(name, given, response, { error });
      expect(observe(name, given, response, { error })).toEqual(first);
      if (first) expect(first.title).not.toContain("\n");
    }),
  );
});
