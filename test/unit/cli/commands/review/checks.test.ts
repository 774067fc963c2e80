// Which checks ran on a work tree, by whom, and what becomes of them when the tree changes.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { CONDITION_IDS } from "../../../../../src/gates/flow/flow.ts";
import { newTestsKey, saveCheck } from "../../../../../src/store/check-results.ts";
import { quoteForShell } from "../../../../../src/text/printable.ts";
import type { ChecksReport } from "../../../../../src/views/checks.ts";
import { readTreeState } from "../../../../../src/worktree/read-tree-state.ts";
import { type FlowWorkplace, makeFlowWorkplace } from "../../../../helpers/flow-workplace.ts";
import { runCli, runCliAtTerminal } from "../../../../helpers/run-cli.ts";
import { makeTempFolder } from "../../../../helpers/temp.ts";
import { runGit } from "../../../worktree/repo.ts";

const PASSED =
  "bun test v1.2.0\n\na.test.ts:\n(pass) adds\n\n 3 pass\n 0 fail\nRan 3 tests across 1 file. [5.00ms]\n";
const FAILED = PASSED.replace("0 fail", "1 fail");
const SECRET = `ghp_${"a1B2".repeat(9)}`;

const BUN = process.execPath;

let calls = 0;
const runTests = (place: FlowWorkplace, command: string, stdout = PASSED, more: object = {}) =>
  place.send({
    ...more,
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command },
    tool_response: { stdout, stderr: "", interrupted: false },
    tool_use_id: `toolu_${++calls}`,
  });
const checks = async (place: FlowWorkplace, ...words: string[]) =>
  (await runCli(place.inside, place.project, "checks", ...words, "--json")).json as ChecksReport;
const text = async (place: FlowWorkplace, ...words: string[]) =>
  (await runCli(place.outside, place.project, "checks", ...words)).text;
const commit = (place: FlowWorkplace) => {
  runGit(place.project, ["add", "-A"]);
  runGit(place.project, ["commit", "-q", "-m", "Change"]);
};
const withStages = (stages: object, files: Record<string, string> = { "a.ts": "1\n" }) =>
  makeFlowWorkplace({ ...files, ".claude/holdfast.json": JSON.stringify({ quality: { stages } }) });

describe("checks of a work tree", () => {
  test("are those on exactly this tree, even once it is committed; on another tree they are older", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    place.change("a.ts", "2\n");
    // Not in the same tick of file times as the change.
    await Bun.sleep(20);
    await runTests(place, "bun test");
    const before = await checks(place);
    expect(before).toMatchObject({
      session: null,
      tree: { state: "known", uncommitted: 1, branch: expect.any(String) },
      checks: [
        {
          ...{ kind: "tests", command: "bun test", check: "bun", scope: "full", result: "passed", passed: 3 },
          ...{ by: "claude", subagent: false, session: "s1", tree: "this" },
        },
      ],
    });
    commit(place);
    expect(await checks(place)).toMatchObject({ tree: { uncommitted: 0 }, checks: before.checks });
    await runCli(place.outside, place.project, "drain");
    expect((await checks(place)).checks).toEqual(before.checks);
    place.change("a.ts", "3\n");
    expect((await checks(place)).checks).toMatchObject([{ command: "bun test", tree: "older" }]);
    const shown = await text(place);
    expect(shown).toContain("No checks have run on this tree. `holdfast init` suggests checks");
    expect(shown).toMatch(
      /tests +bun test +passed \(3 passed.*\) +full +run by the agent +just now +older tree/,
    );
  });

  test("name holdfast or Claude for each run, and keep both if they ran the same command", async () => {
    const bunTest = `${quoteForShell(BUN)} test`;
    const place = await withStages(
      { tests: [{ run: bunTest }], lint: [{ run: "test -f b.ts" }] },
      { "a.test.ts": 'import { test } from "bun:test";\ntest("adds", () => {});\n' },
    );
    expect(await text(place)).toMatch(
      /No checks have run on this tree\. Run `holdfast gate run`\.\n +tests +.*bun\S* test +no recorded run\n +lint +test -f b\.ts +no recorded run/,
    );
    await runTests(place, bunTest);
    expect((await runCliAtTerminal(place.outside, place.project, "gate", "run")).exitCode).toBe(2);
    const { checks: ran, withoutRun } = await checks(place);
    const tests = { kind: "tests", check: "tests", scope: "full", result: "passed", tree: "this" };
    const lint = { kind: "check", check: "lint", scope: "configured", result: "failed", tree: "this" };
    expect(ran).toHaveLength(3);
    for (const one of [
      { ...tests, by: "claude", session: "s1", passed: 3 },
      { ...tests, by: "holdfast", session: null },
      { ...lint, by: "holdfast", session: null },
    ])
      expect(ran).toContainEqual(expect.objectContaining(one));
    expect(withoutRun).toEqual([]);
    const shown = await text(place);
    expect(shown).toMatch(/tests .* passed +full +run by holdfast +just now +this tree/);
    expect(shown).toMatch(/tests .* passed \(3 passed.*\) +full +run by the agent +just now +this tree/);
    expect(shown).toMatch(/lint +test -f b\.ts +failed +as configured +run by holdfast/);
    place.change("a.ts", "2\n");
    expect((await checks(place)).checks.map(({ check, tree }) => [check, tree]).sort()).toEqual([
      ["lint", "older"],
      ["tests", "older"],
    ]);
  });

  test("show a run in an agent's shell once, as Claude's", async () => {
    const place = await withStages({ tests: [{ run: "test -f a.ts" }] });
    await runCli(place.inside, place.project, "gate", "run");
    expect((await checks(place)).checks).toMatchObject([{ by: "claude", session: "s1", tree: "this" }]);
  });

  test("count a check limited to some paths while these are unchanged", async () => {
    const place = await withStages({ tests: [{ run: "test -f a.ts", paths: ["*.ts"] }] });
    await runCliAtTerminal(place.outside, place.project, "gate", "run");
    place.change("notes.md", "new\n");
    expect((await checks(place)).checks).toMatchObject([{ result: "passed", tree: "this" }]);
    place.change("a.ts", "2\n");
    expect((await checks(place)).checks).toMatchObject([{ result: "passed", tree: "older" }]);
  });

  test("show a failure beside a success with other variables, but not one that may not have seen the tree", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    await runTests(place, "LANG=C bun test || true", FAILED);
    await runTests(place, "bun test");
    const shown = await text(place);
    expect(shown).toMatch(/LANG=C bun test \|\| true +failed \(3 passed, 1 failed; exit code 0\)/);
    expect(shown).toMatch(/ {2}bun test +passed/);
    expect(shown).toContain("hid its exit code");
    // Changed while they ran, or after: the client does not wait for the hook.
    place.change("a.ts", "2\n");
    await runTests(place, "bun test", PASSED, { duration_ms: 60_000 });
    expect((await checks(place)).checks.map(({ tree }) => tree)).not.toContain("this");
  });

  test("keep a known result if a later run of the command does not say how it ended", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    await runTests(place, "bun test | tail -5", FAILED);
    await runTests(place, "bun test | tail -1", "\n");
    expect((await checks(place)).checks).toMatchObject([{ command: "bun test", result: "failed" }]);
  });

  test("include every session of the project, but none of another work tree's older runs", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    await runTests(place, "bun test");
    await runTests(place, "bun test other", PASSED, { session_id: "s2" });
    const sessions = (await checks(place)).checks.map(({ session }) => session);
    expect(sessions.sort()).toEqual(["s1", "s2"]);
    const other = `${makeTempFolder("trees")}/other`;
    runGit(place.project, ["worktree", "add", "-q", other]);
    writeFileSync(`${other}/a.ts`, "other\n");
    await Bun.sleep(20);
    await runTests(place, "bun test elsewhere", PASSED, { cwd: other });
    expect((await checks(place)).checks).toHaveLength(2);
    const there = (await runCli(place.outside, other, "checks", "--project", other, "--json")).json;
    expect((there as ChecksReport).checks).toMatchObject([{ command: "bun test elsewhere", tree: "this" }]);
  });

  test("are of an unknown tree without a repository, and while git hangs, which is then not called again for a while", async () => {
    const place = await makeFlowWorkplace();
    const bare = makeTempFolder("no repository");
    expect((await runCli(place.outside, bare, "checks")).text).toMatch(
      /not in a git repository, so holdfast cannot tell[^\n]*\nNo checks are recorded here\./,
    );
    const folder = makeTempFolder("wrapper");
    writeFileSync(`${folder}/git`, `#!/bin/sh\necho >> '${folder}/asked'\nsleep 20 &\n`, { mode: 0o755 });
    const { path } = place.env;
    Object.assign(place.env, { path: `${folder}:${path}` });
    await runTests(place, "bun test");
    await runTests(place, "bun test");
    expect(readFileSync(`${folder}/asked`, "utf8")).toBe("\n");
    expect((await checks(place)).checks).toMatchObject([{ command: "bun test", tree: "unknown" }]);
    expect(await text(place)).toMatch(/bun test .*run by the agent .*tree unknown/);
  });

  test("are of an unknown tree if git cannot read it", async () => {
    const place = await withStages({ tests: [{ run: "test -f a.ts" }] });
    await runCliAtTerminal(place.outside, place.project, "gate", "run");
    writeFileSync(`${place.project}/.git/index`, "damaged");
    const shown = await text(place);
    expect(shown).toContain("Git could not read this tree, so holdfast cannot tell");
    expect(shown).toMatch(/tests +test -f a\.ts +passed .*run by holdfast .*tree unknown/);
  });

  test.each([
    ["weak", "weak"],
    ["unsure", "unknown"],
    // As an earlier version wrote them.
    ["failed", "unknown"],
    ["killed", "unknown"],
  ] as const)("show new tests that are stored as %s as %s", async (outcome, result) => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    const { fingerprint } = await readTreeState(place.project, { env: place.env, deadlineMs: 5000 });
    const row = { project_dir: place.project, stage: "new tests", command: "bun a.test.ts", exit_code: null };
    const rest = { telling: "a: why", fingerprint: "", log_path: null, duration_ms: 1, at: Date.now() };
    const stored = { ...row, ...rest, key: newTestsKey(fingerprint), outcome: outcome as "weak" };
    saveCheck(place.store, stored);
    expect((await checks(place)).checks).toMatchObject([{ check: "new tests", result, counts: "a: why" }]);
    expect(await text(place)).toContain(`${result} (a: why)`);
  });

  test("say so where nothing is recorded", async () => {
    const place = await makeFlowWorkplace({ ".claude/holdfast.json": '{"capture": {"enabled": false}}' });
    await runTests(place, "bun test");
    expect(await text(place)).toMatch(/Runs are not recorded here[^\n]*\nNo checks have run on this tree\./);
  });
});

describe("checks of a session", () => {
  test("are all its runs in order, with the tree of each", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    await runTests(place, "bun test", FAILED);
    place.change("a.ts", "2\n");
    await Bun.sleep(20);
    await runTests(place, "bun test");
    await runTests(place, "bun test other", PASSED, { session_id: "s2" });
    const report = await checks(place, "--session", "s1");
    expect(report).toMatchObject({
      session: "s1",
      checks: [
        { result: "failed", tree: "older" },
        { result: "passed", tree: "this" },
      ],
    });
    expect(await text(place, "--session", "s2")).toMatch(/^Checks in session s2\n +tests +bun test other/);
    await place.send({ hook_event_name: "SessionStart", session_id: "quiet", source: "startup" });
    expect(await text(place, "--session", "quiet")).toContain("No checks ran in this session.");
  });

  test("are refused for an unknown session, with a next step", async () => {
    const place = await makeFlowWorkplace();
    const run = await runCli(place.outside, place.project, "checks", "--session", "nobody");
    expect(run.exitCode).toBe(1);
    expect(run.text).toMatch(/there is no session nobody\n.*holdfast sessions list/);
  });
});

describe("what checks print", () => {
  test("has neither secrets nor the person's folders, in any form", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    await runTests(
      place,
      `bun test ${place.project}/a.test.ts ${place.env.home}/b.test.ts --token=${SECRET}`,
    );
    for (const form of [[], ["--json"], ["--markdown"], ["--session", "s1"]]) {
      const run = await runCli(place.inside, place.project, "checks", ...form);
      const shown = run.text + JSON.stringify(run.json ?? "");
      expect(shown).toContain("bun test ./a.test.ts ~/b.test.ts");
      expect(shown).not.toContain(SECRET);
      expect(shown).not.toContain(`${place.env.home}/`);
    }
  });

  test("cannot break out of a table or move the cursor, whatever a command or a stage is called", async () => {
    const hostile = "bun test 'a | b' '``c`' '<img src=x>' '<!-- @team #1 -->' $'\u001b[2J\u202e' x\\|y";
    const stage = "`|<b>\u001b[31m@all";
    const place = await withStages({ [stage]: [{ run: "true # | `</table>" }] });
    await runTests(place, hostile);
    const html = Bun.markdown.html(await text(place, "--markdown"), { tables: true });
    const [, ...rows] = html.match(/<tr>.*?<\/tr>/gs) ?? [];
    expect(rows.map((row) => row.match(/<td>/g)?.length)).toEqual([7, 7]);
    expect(rows[0]).toContain("'a | b' '``c`' '&lt;img src=x&gt;'");
    expect(rows[1]).toContain("true # | `&lt;/table&gt;");
    // All foreign text is in code, where nothing links or mentions anybody.
    expect(html.replace(/<code>.*?<\/code>/gs, "")).not.toMatch(/img|team|@all|<b>|x\\|true/);
    for (const form of [[], ["--markdown"]]) {
      const shown = await text(place, ...form);
      expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    }
  });

  test("has one form at a time", async () => {
    const place = await makeFlowWorkplace();
    const run = await runCli(place.inside, place.project, "checks", "--json", "--markdown");
    expect([run.exitCode, run.text]).toEqual([1, expect.stringContaining("cannot be combined")]);
  });

  test("is limited to the ten newest checks of older trees", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    for (let n = 0; n < 12; n++) await runTests(place, `bun test part${n}.test.ts`);
    place.change("a.ts", "2\n");
    const shown = await text(place);
    expect(shown.match(/older tree$/gm)).toHaveLength(10);
    expect(shown).toContain("and 2 checks on older trees");
    expect((await checks(place)).checks).toHaveLength(12);
  });
});

async function makeReadyFlow(): Promise<FlowWorkplace> {
  const place = await makeFlowWorkplace({ "a.ts": "1\n" });
  const start = ["start", "one", "--complexity", "3", "--kind", "chore", "--correctness", "grep -q 2 a.ts"];
  await place.flow(...start);
  place.change("a.ts", "2\n");
  await place.force(...CONDITION_IDS.filter((id) => id !== "correctness_passed"));
  return place;
}

test("flow done shows the checks on its tree, which stay when the work is committed", async () => {
  const place = await makeReadyFlow();
  const { text: shown, exitCode } = await place.flow("done");
  expect(exitCode).toBe(0);
  expect(shown).toMatch(
    /Verified done[\s\S]*Checks on this tree[\s\S]*flow correctness_pass\S* +grep -q 2 a\.ts +passed +– +run by the agent +just now +this tree/,
  );
  expect(shown).toContain("holdfast checks --markdown");
  commit(place);
  expect((await checks(place)).checks).toMatchObject([
    { by: "claude", check: "flow correctness_passed", command: "grep -q 2 a.ts", tree: "this" },
  ]);
});

test("flow done ends the flow although the checks cannot be read", async () => {
  const place = await makeReadyFlow();
  const memory = new Database(`${place.env.holdfastHome}/holdfast-memory.db`);
  memory.run("DROP TABLE runs");
  memory.close();
  const { text: shown, exitCode } = await place.flow("done");
  expect(exitCode).toBe(0);
  expect(shown).toMatch(/The checks cannot be shown \(.+\); the flow is done\.[\s\S]*Verified done/);
  expect(place.row()?.status).toBe("done");
});
