import { expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { findMissingProgram } from "../../../../src/install/doctor/run-program.ts";
import { makeTempProject } from "../../../helpers/temp.ts";

const project = makeTempProject({ files: { "check.sh": "#!/bin/sh\n", "bin/run": "#!/bin/sh\n" } });
chmodSync(`${project}/check.sh`, 0o755);
const PATH = `${process.env.PATH}`;

test.each([
  "ls",
  "  ls -l",
  "test -e fixed",
  "[ -e fixed ]",
  "! grep TODO a.txt",
  "cd packages/app && no-such-tool",
  "FOO=1 BAR=x ls",
  "CI=1 no-such-tool",
  "FOO='a b' no-such-tool",
  "PATH=/opt/bin no-such-tool",
  "./check.sh --all",
  "/bin/sh -c 'exit 1'",
  "ls|no-such-tool",
  "ls;no-such-tool",
  "(no-such-tool)",
  "$RUNNER test",
  "$(which ls)",
  '"my tool" x',
  "~/bin/check",
  "*/run",
  "if true; then no-such-tool; fi",
  "{ no-such-tool; }",
  "> out no-such-tool",
  "2>/dev/null ls",
  "CI=1 2>&1 ls",
  "FOO=1",
  "",
  "# nothing",
  "\\ls",
])("accepted: %s", (command) => {
  expect(findMissingProgram(command, project, PATH)).toBeNull();
});

test.each([
  ["no-such-tool", "no-such-tool"],
  ["no-such-tool --all && ls", "no-such-tool"],
  ["no-such-tool|cat", "no-such-tool"],
  ["no-such-tool 2>/dev/null", "no-such-tool"],
  ["no-such-tool\nls", "no-such-tool"],
  ["./no-such.sh", "./no-such.sh"],
  ["bin/run", "bin/run"],
  ["/no/such/tool", "/no/such/tool"],
])("missing: %s", (command, program) => {
  expect(findMissingProgram(command, project, PATH)).toBe(program);
});

test("a program that is only on the given PATH is found", () => {
  expect(findMissingProgram("check.sh", project, `/nowhere:${project}`)).toBeNull();
  expect(findMissingProgram("check.sh", project, "/nowhere")).toBe("check.sh");
});

test("where no command can run, it is unknown", () => {
  expect(findMissingProgram("no-such-tool", `${project}/check.sh`, PATH)).toBeNull();
});
