import { describe, expect, test } from "bun:test";
import { isQuietCall, observeCall } from "../../../../src/recording/observations/observe-call.ts";
import { describeFix } from "../../../../src/recording/observations/record-call.ts";
import { commandSubject } from "../../../../src/recording/observations/shell-commands.ts";

const bare = { projectDir: null, files: [], error: null };

test.each([
  ["(source .venv/bin/activate && pytest -x)", "pytest -x"],
  [". venv/bin/activate; ruff check src", "ruff check src"],
  ["(cd api && make) | tail -3", "(cd api && make)"],
  ["cd two\\ words/api && RED=1 make | tail -3", "make"],
  ["MODULES=$(go env GOMODCACHE) && ls $MODULES", "MODULES=$(go env GOMODCACHE) && ls $MODULES"],
  ["CI=1 NAME='a b' npm test", "npm test"],
])("%s is about %s", (command, subject) => {
  expect(commandSubject(command)).toBe(subject);
});

describe("a call", () => {
  test.each(["grep -n x missing.txt", "ls -la types/", "cat nowhere"])(
    "that only looks has not failed: %s",
    (command) => {
      expect(
        observeCall({
          ...bare,
          tool: "Bash",
          input: { command },
          response: null,
          error: "Exit code 2\nno such file",
        }),
      ).toBeNull();
    },
  );

  test("that starts a background subagent shows the subagent's prompt", () => {
    const input = { description: "Review", prompt: "Review the basket." };
    const response = { status: "async_launched", content: "Async agent launched successfully." };
    expect(observeCall({ ...bare, tool: "Agent", input, response })).toMatchObject({
      title: "Agent: Review",
      summary: "Review the basket.",
    });
  });

  test("of a quiet tool is not observed", () => {
    const calls = [
      { tool: "Bash", input: { command: "ls -la" }, error: null },
      { tool: "Read", input: { file_path: "/a" }, error: null },
      { tool: "Edit", input: { file_path: "/a" }, error: "String to replace not found" },
      { tool: "Bash", input: { command: "npm test" }, error: null },
      { tool: "Bash", input: { command: "rg TODO" }, error: null },
    ];
    expect(calls.map(isQuietCall)).toEqual([true, true, true, false, false]);
    for (const call of calls.filter(isQuietCall))
      expect(observeCall({ ...bare, response: {}, ...call })).toBeNull();
  });
});

test("a commit that a hook first refused stays a commit", () => {
  const commit = {
    kind: "commit",
    title: "Commit 1234567: x",
    summary: "",
    files: [],
    subject: "git commit",
    result: null,
  } as const;
  const failed = { id: 1, subject: "git commit", title: "Failed: git commit", summary: "lint" };
  expect(describeFix({ ...commit, files: [] }, failed, [])).toMatchObject({
    kind: "commit",
    title: "Commit 1234567: x",
    summary: "Before: Failed: git commit\nlint",
  });
});
