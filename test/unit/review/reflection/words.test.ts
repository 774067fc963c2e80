import { describe, expect, test } from "bun:test";
import { failedTests } from "../../../../src/review/reflection/detectors/failing-test.ts";
import { detectFrustration } from "../../../../src/review/reflection/detectors/frustration.ts";
import {
  isHarmlessRule,
  permissionRule,
} from "../../../../src/review/reflection/detectors/permission-denials.ts";
import { scriptOf } from "../../../../src/review/reflection/detectors/repeated-command.ts";
import { errorLine } from "../../../../src/review/reflection/detectors/repeated-error.ts";

describe("a prompt", () => {
  test.each([
    ["It is still failing", "stuck"],
    ["Still not working :(", "stuck"],
    ["still the same error", "stuck"],
    ["I'm still getting the same TypeError error", "stuck"],
    ["that didn’t work", "stuck"],
    ["doesn't work", "stuck"],
    ["the build doesn't work on my machine", "stuck"],
    ["You're stuck, step back", "stuck"],
    ["we are going in circles", "stuck"],
    ["I told you not to touch the schema", "repeated-request"],
    ["why do you keep renaming things", "repeated-request"],
    ["This is not what I asked for", "repeated-request"],
    ["stop guessing", "repeated-request"],
  ] as const)("%s: %s", (prompt, kind) => {
    expect(detectFrustration(prompt)).toBe(kind);
  });

  test.each([
    "Try again",
    "The header should be blue",
    "Find out which tests still fail on main",
    "See whether the build is still failing",
    "Make the sidebar stick; it must not get unstuck",
    "Explain why this approach would not work on Windows",
    "Stop the server",
    "Add a message for uploads that are stuck",
    "Keep the old behaviour, it works",
    "> it doesn't work\nWhat does the reporter mean?",
    `${"Here is a long document about our process. ".repeat(12)} It is still failing.`,
  ])("%s: nothing", (prompt) => {
    expect(detectFrustration(prompt)).toBeNull();
  });
});

test.each([
  ["bun", "(fail) maths > adds [0.12ms]\n(pass) x", ["maths > adds"]],
  ["pytest", "FAILED tests/test_a.py::TestA::test_b - assert 0", ["tests/test_a.py::TestA::test_b"]],
  ["go", "--- FAIL: TestAdd (0.00s)\n    add_test.go:9: no\nFAIL", ["TestAdd"]],
  ["cargo", "test maths::adds ... FAILED\ntest other ... ok", ["maths::adds"]],
  ["jest", "  ● maths › adds numbers\n\n  ✕ adds numbers (3 ms)", ["adds numbers", "maths › adds numbers"]],
  ["tap", "not ok 3 - adds # time=2ms\nok 4 - other", ["adds"]],
  ["unittest", "FAIL: test_b (tests.A.test_b)", ["test_b (tests.A.test_b)"]],
  ["mocha", "  2 passing\n  1 failing\n\n  1) adds numbers", ["adds numbers"]],
  ["a list", "1) first\n2) second", []],
])("failed tests as %s names them", (_runner, output, names) => {
  expect(failedTests(output)).toEqual(names);
});

test.each([
  ["Bash", { command: "npm run build -- --watch" }, "Bash(npm run build:*)", true],
  ["Bash", { command: "cd web && CI=1 cargo test --all" }, "Bash(cargo test:*)", true],
  ["Bash", { command: "ruff check ." }, "Bash(ruff:*)", true],
  ["Bash", { command: "git push --force" }, "Bash(git push:*)", false],
  ["Bash", { command: "rm -rf /" }, "Bash(rm:*)", false],
  ["Bash", { command: "sudo make install" }, "Bash(sudo:*)", false],
  ["Bash", { command: "$(evil)" }, "Bash($(evil):*)", false],
  ["Bash", {}, "Bash(:*)", false],
  ["WebFetch", { url: "https://a.example/x" }, "WebFetch(domain:a.example)", true],
  ["WebFetch", { url: "nowhere" }, "WebFetch(domain:)", false],
  ["Write", { file_path: "/x" }, "Write", false],
  ["mcp__db__query", {}, "mcp__db__query", true],
])("%s with %p falls under %s, which may be proposed: %p", (tool, input, rule, harmless) => {
  expect(permissionRule({ tool, input })).toBe(rule);
  expect(isHarmlessRule(rule)).toBe(harmless);
});

test.each([
  ["Exit code 1\nCompiling\nerror: no such file\nmore", "error: no such file"],
  ["WARN this may produce errors\nfatal: not a git repository", "fatal: not a git repository"],
  ["Exit code 1", null],
  ["something odd", "something odd"],
])("the line of %p that says why is %p", (output, line) => {
  expect(errorLine(output)).toBe(line);
});

test.each([
  ["npm run build 2>&1 | tail -20", { name: "npm-run-build", command: "npm run build" }],
  ["cd web && make all", { name: "cd-web-make-all", command: "cd web && make all" }],
  ["./1", { name: "command", command: "./1" }],
])("a script of %p", (command, script) => {
  expect(scriptOf(command)).toEqual(script);
});
