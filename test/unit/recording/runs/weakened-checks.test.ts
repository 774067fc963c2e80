// Which changes count as a check weakened after one failed, and which do not.
import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { findWeakenedChecks } from "../../../../src/recording/runs/weakened-checks.ts";
import { describeWeakened } from "../../../../src/recording/runs/weakening-lines.ts";
import { promptRecord } from "../../../helpers/flow-workplace.ts";
import { makeTempFolder, makeTempProject } from "../../../helpers/temp.ts";

let ids = 0;

/** The records of a Bash call. */
function bash(command: string, output: string, isError = false): object[] {
  return call(
    "Bash",
    { command },
    isError ? `Exit code 1\n${output}` : output,
    isError ? undefined : { stdout: output, stderr: "" },
    isError,
  );
}

function edit(path: string, removed: string[], added: string[]): object[] {
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  const structuredPatch = [
    { oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length, lines },
  ];
  const input = { file_path: `/p/${path}`, old_string: removed.join("\n"), new_string: added.join("\n") };
  return call("Edit", input, "The file was updated.", { filePath: input.file_path, structuredPatch });
}

function create(path: string, content: string): object[] {
  const filePath = `/p/${path}`;
  return call("Write", { file_path: filePath, content }, "Created.", {
    type: "create",
    filePath,
    content,
    structuredPatch: [],
    originalFile: null,
  });
}

function call(
  name: string,
  input: object,
  content: string,
  toolUseResult?: object,
  is_error = false,
): object[] {
  const id = `toolu_${++ids}`;
  return [
    {
      type: "assistant",
      uuid: `a${id}`,
      message: { id: `m${id}`, role: "assistant", content: [{ type: "tool_use", id, name, input }] },
    },
    {
      type: "user",
      uuid: `u${id}`,
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, is_error }] },
      ...(toolUseResult ? { toolUseResult } : { toolUseResult: `Error: ${content}` }),
    },
  ];
}

const RED = bash(
  "bun test",
  "a.test.ts:\n(fail) adds\n\n 2 pass\n 1 fail\nRan 3 tests across 1 file. [5.00ms]",
  true,
);
const GREEN = bash("bun test", "a.test.ts:\n\n 3 pass\n 0 fail\nRan 3 tests across 1 file. [5.00ms]");
const LINT = bash(
  "npx eslint .",
  "/p/a.ts\n  1:1  error  'x' is never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)",
  true,
);
const HOOK = bash('git commit -m "x"', "husky - pre-commit script failed (code 1)", true);
const SKIP = edit("a.test.ts", ['test("adds", () => {'], ['test.skip("adds", () => {']);
const DISABLE = edit(
  "a.ts",
  ["const x = 1;"],
  ["// eslint-disable-next-line no-unused-vars", "const x = 1;"],
);
const BYPASS = bash('git commit --no-verify -m "x"', "[main 1234567] x\n 1 file changed");

async function found(records: object[][], project: string | null = null): Promise<string[]> {
  const path = `${makeTempFolder("transcript")}/s.jsonl`;
  const base = { sessionId: "s1", isSidechain: false, cwd: "/p", timestamp: "2026-01-01T00:00:00.000Z" };
  writeFileSync(
    path,
    records
      .flat()
      .map((record) => `${JSON.stringify({ ...base, ...record })}\n`)
      .join(""),
  );
  return ((await findWeakenedChecks(path, project)) ?? []).map(describeWeakened);
}

const ask = (text: string) => [promptRecord(text)];

describe("after a check failed", () => {
  test.each<[string, object[][], string]>([
    ["a skipped test", [RED, SKIP], "skipped a test in a.test.ts after tests were red"],
    [
      "a removed test",
      [RED, edit("a.test.ts", ['test("adds", () => {', "});"], [])],
      'removed the test "adds" in a.test.ts after tests were red',
    ],
    [
      "a removed test file",
      [RED, bash("git rm -q test/a.test.ts", "")],
      "removed the test file test/a.test.ts after tests were red",
    ],
    [
      "removed assertions",
      [RED, edit("a.test.ts", ["  expect(a).toBe(1);", "  expect(b).toBe(1);"], ["  // later"])],
      "removed assertions in a.test.ts after tests were red",
    ],
    ["a disabled rule", [LINT, DISABLE], "disabled no-unused-vars in a.ts after lint was red"],
    [
      "a rule switched off",
      [LINT, edit("eslint.config.js", ['"no-undef": "error"'], ['"no-undef": "off"'])],
      "disabled no-undef in eslint.config.js after lint was red",
    ],
    ["a bypassed hook", [HOOK, BYPASS], "committed with --no-verify after a hook failed"],
    [
      "an ignored failure",
      [RED, edit("package.json", ['"test": "bun test"'], ['"test": "bun test || true"'])],
      "let a failing check pass in package.json after tests were red",
    ],
    [
      "a lower threshold",
      [RED, edit("jest.config.js", ["  branches: 80,"], ["  branches: 60,"])],
      "changed branches from 80 to 60 in jest.config.js after tests were red",
    ],
  ])("%s is listed", async (_, records, line) => {
    expect(await found(records)).toEqual([line]);
    // Without a failure before, it does not count.
    expect(await found(records.slice(1))).toEqual([]);
  });
});

describe("a weakened check is listed", () => {
  const UNASSERTED = edit("a.test.ts", ["  expect(a).toBe(1);"], []);
  const REMOVED = edit("a.test.ts", ['test("adds", () => {', "});"], []);

  test.each<[string, object[], object[]]>([
    ["Add a retry and now verify the login works", HOOK, BYPASS],
    ["Note that the hooks folder moved", HOOK, BYPASS],
    ["Node is old; verify it", HOOK, BYPASS],
    ["The tests are failing, please fix the parser", RED, UNASSERTED],
    ["run the tests and then move the config to yaml", RED, REMOVED],
    ["The type of the button should turn blue", LINT, DISABLE],
  ])("although the person said: %s", async (text, failed, weakened) => {
    expect(await found([ask(text), failed, weakened])).toHaveLength(1);
  });

  test.each(["Use React hooks, not classes.\n", "After each change verify there are no type errors.\n"])(
    "although the project's rules say: %s",
    async (rules) => {
      const project = makeTempProject({ git: true, files: { "CLAUDE.md": rules } });
      expect(await found([HOOK, BYPASS], project)).toHaveLength(1);
    },
  );

  test("after its line was only moved or indented", async () => {
    const skipped = 'test.skip("adds", () => {';
    const indented = edit("a.test.ts", [skipped], [`  ${skipped}`]);
    expect(await found([RED, SKIP, GREEN, indented])).toHaveLength(1);
    const rule = "// eslint-disable-next-line no-unused-vars";
    const moved = edit("a.ts", [rule, "const x = 1;"], ["const y = 2;", rule, "const x = 1;"]);
    const fixed = bash("npx eslint .", "");
    expect(await found([LINT, DISABLE, fixed, moved])).toHaveLength(1);
  });
});

describe("nothing is listed", () => {
  test.each<[string, object[][]]>([
    ["after the tests passed again", [RED, GREEN, SKIP]],
    [
      "once it was reverted",
      [RED, SKIP, edit("a.test.ts", ['test.skip("adds", () => {'], ['test("adds", () => {'])],
    ],
    ["if the person asked for it", [ask("Skip the failing tests for now."), RED, SKIP]],
    [
      "if the person asked to remove the test",
      [ask("That test is redundant."), RED, edit("a.test.ts", ['test("adds", () => {', "});"], [])],
    ],
    ["if the person asked for the bypass", [ask("commit with --no-verify please"), HOOK, BYPASS]],
    [
      "with the reason beside it",
      [LINT, edit("a.ts", [], ["// eslint-disable-next-line no-unused-vars -- used by the template"])],
    ],
    [
      "for a test that was moved",
      [RED, edit("a.test.ts", ['test("adds", () => {'], []), create("b.test.ts", 'test("adds", () => {});')],
    ],
    ["for a test the session wrote itself", [create("p.test.ts", "test"), RED, bash("rm p.test.ts", "")]],
    [
      "for a probe written by a command",
      [RED, bash("cat > p.test.ts <<'E'\ntest\nE\nbun run p", ""), bash("rm p.test.ts", "")],
    ],
    [
      "for assertions replaced by others",
      [
        RED,
        edit("a.test.ts", ["expect(a).toBe(1);", "expect(b).toBe(1);"], ["expect([a, b]).toEqual([1, 1]);"]),
      ],
    ],
    ["for words in a message", [HOOK, bash('git commit -m "no more git commit --no-verify"', "[main 1] x")]],
    ["for a rule after only tests failed", [RED, DISABLE]],
    ["for a rule after a search", [bash("grep -n eslint package.json", "", true), DISABLE]],
    ["for a rule after reading only", [bash("ls tools/lint; cat eslint.log", "2 errors", true), DISABLE]],
    ["for a rule after an install", [bash("npm install eslint", "npm error code E404", true), DISABLE]],
    ["for a rule after a build", [bash("npx eslint . && npm run build", "it broke", true), DISABLE]],
    [
      "for a bypass after an empty commit, whatever is listed",
      [
        bash(
          'git commit -m "x"',
          "Changes not staged for commit:\n\tmodified:   src/hooks/useCart.ts\n\tmodified:   .husky/pre-commit\n\nno changes added to commit",
          true,
        ),
        bash('git commit -m "x"', "error: pathspec 'src/hooks/a.ts' did not match", true),
        BYPASS,
      ],
    ],
  ])("%s", async (_, records) => {
    expect(await found(records)).toEqual([]);
  });

  test("that the project's rules allow; what they forbid is listed", async () => {
    const allowing = makeTempProject({
      git: true,
      files: { "CLAUDE.md": "Commit with `--no-verify`: CI runs the hooks.\n" },
    });
    expect(await found([HOOK, BYPASS], allowing)).toEqual([]);
    const forbidding = makeTempProject({
      git: true,
      files: { "AGENTS.md": "Never commit with --no-verify.\n" },
    });
    expect(await found([HOOK, BYPASS], forbidding)).toHaveLength(1);
    expect(await found([ask("Fix it, and do not skip tests."), RED, SKIP])).toHaveLength(1);
    // Later prompts asked for nothing.
    expect(await found([RED, SKIP, ask("Why did you skip the test?")])).toHaveLength(1);
    const outside = `${makeTempFolder("outside")}/rules.md`;
    writeFileSync(outside, "Commit with --no-verify.\n");
    const linked = makeTempProject({ git: true });
    mkdirSync(`${linked}/.claude`, { recursive: true });
    symlinkSync(outside, `${linked}/.claude/CLAUDE.md`);
    expect(await found([HOOK, BYPASS], linked)).toHaveLength(1);
  });

  test("for garbage, or for a missing file", async () => {
    const path = `${makeTempFolder("transcript")}/s.jsonl`;
    writeFileSync(
      path,
      '{"type":"user"}\n\0\0{{{\n[]\n{"type":"assistant","message":{"content":[{"type":"tool_use"}]}}\n',
    );
    expect(await findWeakenedChecks(path, null)).toEqual([]);
    expect(await findWeakenedChecks(`${path}.gone`, null)).toBeNull();
  });
});

test("a secret in a test's title is redacted", async () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const [line] = await found([RED, edit("a.test.ts", [`test("logs in with ${secret}", () => {`], [])]);
  expect(line).toContain("removed the test");
  expect(line).not.toContain(secret);
});
