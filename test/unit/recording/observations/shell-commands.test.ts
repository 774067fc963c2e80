import { describe, expect, test } from "bun:test";
import { isQuietCall, observeCall } from "../../../../src/recording/observations/observe-call.ts";
import { describeFix } from "../../../../src/recording/observations/record-observation.ts";
import { commandSubject, mayWriteFiles } from "../../../../src/recording/observations/shell-commands.ts";

const bare = { projectDir: null, files: [], error: null };

test.each([
  ["(source .venv/bin/activate && pytest -x)", "pytest -x"],
  [". venv/bin/activate; ruff check src", "ruff check src"],
  ["(cd api && make) | tail -3", "(cd api && make)"],
  ["cd two\\ words/api && RED=1 make | tail -3", "make"],
])("%s is about %s", (command, subject) => {
  expect(commandSubject(command)).toBe(subject);
});

test.each<[string, boolean]>([
  ["npm test && git status", false],
  ["for f in a b; do grep -c x $f; done", false],
  ["CI=1 npx tsc --noEmit; gofmt -l .", false],
  ["npm test > /tmp/out.txt", false],
  [
    `git add -A && git commit -m "$(cat <<'EOF'\nfix: rm the heron\n\n${"It > was. ".repeat(40)}\nEOF\n)"`,
    false,
  ],
  ["gh pr create --title x --body 'a > b'", false],
  ["echo x > a.ts", true],
  ["npm test | tee report.txt", true],
  ["npx eslint --fix .", true],
  ["npm install jest", true],
  ["git rm a.css", true],
  ["git -C web submodule add x y", true],
  ["gh pr checkout 7", true],
  ["time ./generate", true],
  ["python3 - <<'EOF'\nopen('a', 'w')\nEOF", true],
  ["# Look around\n./generate", true],
  ["echo begin\nnode scripts/write.js", true],
  ["git status\nmv a.ts b.ts", true],
])("%s may write files: %p", (command, expected) => {
  const seen = observeCall({ ...bare, tool: "Bash", input: { command }, response: { stdout: "" } });
  expect(mayWriteFiles(seen?.subject ?? "", seen?.summary ?? "")).toBe(expected);
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
  const failed = { id: 1, subject: "git commit", title: "Failed: git commit", summary: "lint", distance: 1 };
  expect(describeFix({ ...commit, files: [] }, failed, [])).toMatchObject({
    kind: "commit",
    title: "Commit 1234567: x",
    summary: "Before: Failed: git commit\nlint",
  });
});
