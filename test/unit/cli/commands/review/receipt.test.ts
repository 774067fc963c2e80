// What a receipt says about a work tree, and what becomes of it when the tree changes.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { Receipt } from "../../../../../src/cli/commands/review/gather-receipt.ts";
import { CONDITION_IDS } from "../../../../../src/gates/flow/flow.ts";
import { type FlowWorkplace, makeFlowWorkplace } from "../../../../helpers/flow-workplace.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeTempFolder } from "../../../../helpers/temp.ts";
import { runGit } from "../../../worktree/repo.ts";

const PASSED =
  "bun test v1.2.0\n\na.test.ts:\n(pass) adds\n\n 3 pass\n 0 fail\nRan 3 tests across 1 file. [5.00ms]\n";
const SECRET = `ghp_${"a1B2".repeat(9)}`;

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
const receipt = async (place: FlowWorkplace, ...words: string[]) =>
  (await runCli(place.inside, place.project, "receipt", ...words, "--json")).json as Omit<Receipt, "at">;
const commit = (place: FlowWorkplace) => {
  runGit(place.project, ["add", "-A"]);
  runGit(place.project, ["commit", "-q", "-m", "Change"]);
};
const verify = (place: FlowWorkplace, ...words: string[]) =>
  runCli(place.outside, place.project, "receipt", "verify", ...words);

async function saveReceipt(place: FlowWorkplace): Promise<string> {
  const path = `${place.env.home}/receipt.json`;
  writeFileSync(path, JSON.stringify(await receipt(place)));
  return path;
}

describe("a receipt", () => {
  test("has the runs on exactly this tree, even once it is committed, and none of another", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    place.change("a.ts", "2\n");
    // Not in the same tick of file times as the change.
    await Bun.sleep(20);
    await runTests(place, "bun test");
    const before = await receipt(place);
    expect(before).toMatchObject({
      format: "holdfast-receipt-1",
      session: "s1",
      tree: { uncommitted: 1, branch: expect.any(String) },
      runs: [{ command: "bun test", check: "bun", scope: "suite", state: "green", passed: 3 }],
      otherRuns: 0,
    });
    expect(before.note).toContain("not a signature");
    commit(place);
    const committed = await receipt(place);
    expect(committed.tree.id).toBe(runGit(place.project, ["rev-parse", "HEAD^{tree}"]).trim());
    expect(committed).toMatchObject({ tree: { id: before.tree.id, uncommitted: 0 }, runs: before.runs });
    place.change("a.ts", "3\n");
    expect(await receipt(place)).toMatchObject({ runs: [], otherRuns: 1 });
    expect((await runCli(place.outside, place.project, "receipt")).text).toContain(
      "No run or check is on record for this tree",
    );
  });

  test("shows a red run beside a green one with other variables, but not one that may not have seen the tree", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    const failed = PASSED.replace("0 fail", "1 fail");
    await runTests(place, "LANG=C bun test || true", failed);
    await runTests(place, "bun test");
    const { text } = await runCli(place.inside, place.project, "receipt");
    expect(text).toMatch(/✗ LANG=C bun test.*\n.*red[\s\S]*✓ bun test\n.*green/);
    const { text: listed } = await runCli(place.inside, place.project, "runs");
    expect(listed).toContain("hides its exit code");
    // Changed while they ran, or after: the client does not wait for the hook.
    place.change("a.ts", "2\n");
    await runTests(place, "bun test", PASSED, { duration_ms: 60_000 });
    expect(await receipt(place)).toMatchObject({ runs: [], otherRuns: 3 });
  });

  test("keeps a known result if a later run of the command does not say how it ended", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    await runTests(place, "bun test | tail -5", PASSED.replace("0 fail", "1 fail"));
    await runTests(place, "bun test | tail -1", "\n");
    const { text } = await runCli(place.inside, place.project, "receipt");
    expect(text).toMatch(/✗ bun test.*\n.*red/);
    expect(text).not.toContain("○");
  });

  test("has no run while git hangs; the run is recorded, and git is not called again for a while", async () => {
    const place = await makeFlowWorkplace();
    const folder = makeTempFolder("wrapper");
    writeFileSync(`${folder}/git`, `#!/bin/sh\necho >> '${folder}/asked'\nsleep 20 &\n`, { mode: 0o755 });
    Object.assign(place.env, { path: `${folder}:${place.env.path}` });
    await runTests(place, "bun test");
    await runTests(place, "bun test");
    expect(readFileSync(`${folder}/asked`, "utf8")).toBe("\n");
    expect(await receipt(place)).toMatchObject({ runs: [], otherRuns: 2 });
  });

  test("is for the session that was last active, though an older one is still open", async () => {
    const place = await makeFlowWorkplace();
    await runTests(place, "bun test");
    await Bun.sleep(2);
    await runTests(place, "bun test other", PASSED, { session_id: "s2" });
    await place.send({ hook_event_name: "SessionEnd", session_id: "s2", reason: "other" });
    const { json } = await runCli(place.outside, place.project, "runs", "--json");
    expect(json).toMatchObject([{ session: "s2", command: "bun test other" }]);
    // Claude asks for its own session's.
    expect(await receipt(place)).toMatchObject({ session: "s1" });
  });

  test("has neither secrets nor the person's folders, in any form", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    await runTests(
      place,
      `bun test ${place.project}/a.test.ts ${place.env.home}/b.test.ts --token=${SECRET}`,
    );
    await place.flow("start", `rotate ${SECRET} in ${place.env.home}/x <!-- | -->`);
    for (const form of [[], ["--json"], ["--trailer"], ["--markdown"]]) {
      const { text, json } = await runCli(place.inside, place.project, "receipt", ...form);
      const shown = text + JSON.stringify(json ?? "");
      expect(shown).toContain("bun test ./a.test.ts ~/b.test.ts");
      expect(shown).not.toContain(SECRET);
      expect(shown).not.toContain(`${place.env.home}/`);
      expect(shown).not.toContain("<!--");
    }
    const { text } = await runCli(place.inside, place.project, "receipt", "--trailer");
    for (const line of text.split("\n")) expect(line).toMatch(/^Holdfast-[A-Z][a-z]+: \S/);
  });

  test("is refused in two forms at once", async () => {
    const place = await makeFlowWorkplace();
    const { exitCode, text } = await runCli(
      place.inside,
      place.project,
      "receipt",
      "--trailer",
      "--markdown",
    );
    expect(exitCode).toBe(1);
    expect(text).toContain("cannot be combined");
  });

  test("is written by flow done, readable by the person alone, and stays valid when the work is committed", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    await place.flow(
      "start",
      "one",
      "--complexity",
      "3",
      "--kind",
      "chore",
      "--correctness",
      "grep -q 2 a.ts",
    );
    place.change("a.ts", "2\n");
    await place.force(...CONDITION_IDS.filter((id) => id !== "correctness_passed"));
    const { text, exitCode } = await place.flow("done");
    expect(exitCode).toBe(0);
    const path = `${place.stateDir}/receipt.json`;
    expect(text).toContain(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const written = JSON.parse(readFileSync(path, "utf8")) as Receipt;
    const proven = { id: "correctness_passed", state: "met", command: "grep -q 2 a.ts" };
    expect(written.flow).toMatchObject({ task: "one", status: "done" });
    expect(written.flow?.conditions).toContainEqual(expect.objectContaining(proven));
    expect(written.runs).toMatchObject([
      {
        by: "holdfast",
        check: "flow correctness_passed",
        kind: "check",
        command: "grep -q 2 a.ts",
        state: "green",
      },
    ]);
    expect(written.at).toMatch(/^\d{4}-.*Z$/);
    commit(place);
    expect((await receipt(place)).flow?.conditions).toContainEqual(expect.objectContaining(proven));
    expect((await verify(place)).exitCode).toBe(0);
  });
});

describe("receipt verify", () => {
  test("distinguishes the same tree from another, and lists the differing files if git knows them", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n", "b.ts": "1\n" });
    const path = await saveReceipt(place);
    expect(await verify(place, path)).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining("The same tree"),
    });
    place.change("b.ts", "2\n");
    const other = await verify(place, path);
    expect(other.exitCode).toBe(2);
    expect(other.text).toContain("1 file differs: b.ts");
    expect((await verify(place, path, "--json")).json).toMatchObject({
      sameTree: false,
      differing: ["b.ts"],
      rerun: null,
    });
  });

  test("reads what --markdown and --trailer printed", async () => {
    const place = await makeFlowWorkplace({ "a.ts": "1\n" });
    for (const form of ["--markdown", "--trailer"]) {
      const { text } = await runCli(place.inside, place.project, "receipt", form);
      const path = `${place.env.home}/receipt.txt`;
      writeFileSync(path, `A subject\n\nTree shaking is on now.\n\n${text}\n`);
      expect((await verify(place, path)).exitCode).toBe(0);
    }
  });

  test.each([
    ["{}", "not a receipt"],
    ["garbage", "not a receipt"],
    ['{"tree": {"id": "--help"}}', "not a receipt"],
    ["[[[", "not a receipt"],
    ["", "not a receipt"],
  ])("refuses %j", async (content, message) => {
    const place = await makeFlowWorkplace();
    const path = `${place.env.home}/receipt.json`;
    writeFileSync(path, content);
    expect(await verify(place, path)).toMatchObject({ exitCode: 1, text: expect.stringContaining(message) });
  });

  test("says when there is no receipt", async () => {
    const place = await makeFlowWorkplace();
    expect((await verify(place)).text).toContain("has written a receipt");
    expect((await verify(place, "gone.json")).text).toContain("does not exist");
  });

  test("reruns only the user's own commands or a trusted project's, never text from the receipt", async () => {
    const config = { quality: { stages: { correctness: [{ run: "test -f a.ts" }] } } };
    const files = { "a.ts": "1\n", ".claude/holdfast.json": JSON.stringify(config) };
    const place = await makeFlowWorkplace(files);
    await runCli(place.outside, place.project, "gate", "run");
    const path = await saveReceipt(place);
    expect((await verify(place, path, "--rerun", "--json")).json).toMatchObject({
      rerun: [{ command: "test -f a.ts", state: "passed" }],
    });
    const given = JSON.parse(readFileSync(path, "utf8"));
    const evil = `touch ${place.env.home}/evil`;
    writeFileSync(path, JSON.stringify({ ...given, runs: [{ command: evil }], loop: { command: evil } }));
    const foreign = await verify(place, path, "--rerun");
    expect(foreign.exitCode).toBe(4);
    expect(foreign.text).toContain("not run");
    expect(existsSync(`${place.env.home}/evil`)).toBe(false);
    // The trusted content has changed: nobody vouches for it any more.
    place.change(".claude/holdfast.json", JSON.stringify({ ...config, claims: "off" }));
    expect((await verify(place, path, "--rerun", "--json")).json).toMatchObject({
      sameTree: false,
      rerun: expect.arrayContaining([expect.objectContaining({ command: "test -f a.ts", state: "not-run" })]),
    });
  });

  test("reruns a flow's command if the user started the flow, not if Claude did", async () => {
    const config = { ".claude/holdfast.json": "{}" };
    const place = await makeFlowWorkplace(config);
    const start = ["start", "one", "--correctness", "grep -q {} .claude/holdfast.json"];
    await place.flowByPerson(...start);
    const path = await saveReceipt(place);
    const again = async () =>
      ((await verify(place, path, "--rerun", "--json")).json as { rerun: object[] }).rerun;
    expect(await again()).toMatchObject([{ state: "passed" }]);
    place.store.query("UPDATE flows SET started_by = 'claude'").run();
    expect(await again()).toMatchObject([{ state: "passed" }]);
    place.change(".claude/holdfast.json", "{ }");
    expect(await again()).toMatchObject([{ state: "not-run" }]);
  });
});
