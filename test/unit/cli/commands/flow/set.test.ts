// Setting a condition: what counts as evidence, and what is refused with what is missing.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { recordOwnRun } from "../../../../../src/recording/queue/pending-queue.ts";
import { readTreeState } from "../../../../../src/worktree/read-tree-state.ts";
import { makeFlowWorkplace } from "../../../../helpers/flow-workplace.ts";

describe("flow set", () => {
  test.each([
    [["nonsense"], 'there is no condition "nonsense"'],
    [["plan_aproved"], "Did you mean plan_approved?"],
    [[], "which condition?"],
    [["plan_approved", "maybe"], "neither true nor false"],
    [["memory_search"], "nothing was searched yet"],
    [["memory_search", "true"], "nothing was searched yet"],
    [["memory_search", "--note", "I looked into the docs"], "nothing was searched yet"],
    [["task_classified"], "a complexity from 1 to 10 and a kind missing"],
    [["task_classified", "--complexity", "4"], "a kind missing"],
    [["task_classified", "false"], "changed, not taken back"],
    [["must_have_answered"], "no list of must-have questions"],
    [["plan_approved", "--note", "the user agreed"], "the user has not approved a plan"],
    [["implementation_complete"], "this session changed nothing since the flow's start"],
    [["correctness_passed"], "no command was given"],
    [["correctness_passed", "--command", "echo broken; false"], "failed: broken"],
    [["correctness_passed", "--command", "no-such-program-here"], "failed"],
    [["adversarial_passed", "--force"], "--force needs a reason"],
    [["retrospective_done", "--note", "we learned a lot today"], "the implementation is not complete"],
  ])("%j is refused with what is missing", async (words, message) => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "one");
    const { exitCode, text } = await place.flow("set", ...words);
    expect(exitCode).toBe(1);
    expect(text).toContain(message);
  });

  test("implementation_complete takes a change by Claude, not one by the person", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "one");
    place.change("theirs.txt", "1");
    expect((await place.flow("set", "implementation_complete")).exitCode).toBe(1);
    await place.edit("mine.txt", "1");
    expect((await place.flow("set", "implementation_complete")).exitCode).toBe(0);
  });

  test("is refused without a flow", async () => {
    const place = await makeFlowWorkplace();
    expect(await place.flow("set", "plan_approved")).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining("there is no flow in session s1"),
    });
  });

  test("declares several questions at once; an empty list is then refused", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "one");
    const declared = await place.flow("set", "must_have_answered", "--question", "A?", "--question", "B?");
    expect(declared.exitCode).toBe(0);
    expect(declared.text).toContain("Ask the user: A? · B?");
    expect((await place.flow("set", "must_have_answered", "--none")).exitCode).toBe(1);
    await place.prompt("a and b");
    expect((await place.flow("set", "must_have_answered")).text).toContain(
      "2 questions, answered by the user",
    );
  });

  test("does not rerun what holdfast ran on this tree, for any purpose; after a change or a withdrawal it does", async () => {
    const place = await makeFlowWorkplace();
    const log = `${place.env.home}/runs`;
    const check = `echo ran >> '${log}'`;
    const runs = () => (existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0);
    await place.flow("start", "one", "--correctness", check, "--quality", check);
    expect((await place.flow("set", "correctness_passed")).exitCode).toBe(0);
    expect((await place.flow("set", "correctness_passed")).text).toContain("✓ correctness_passed");
    expect((await place.flow("set", "quality_passed")).text).toContain(
      "passed on this tree for flow correctness_passed, ",
    );
    expect(runs()).toBe(1);
    expect((await place.flow("set", "quality_passed", "false")).text).toContain("quality_passed is open");
    expect((await place.flow("set", "quality_passed")).exitCode).toBe(0);
    expect(runs()).toBe(2);
    place.change("new.txt", "1");
    expect(await place.state("correctness_passed")).toMatchObject({ state: "open" });
    await place.startLoop({ verify: check });
    expect(await place.stop()).toMatchObject({ reason: expect.stringContaining("Next: search memory") });
    expect(runs()).toBe(3);
    expect((await place.state("quality_passed"))?.because).toContain("passed on this tree for loop, ");
    expect(runs()).toBe(3);
  });

  test("does not accept a failure, a run in another folder, or one that Claude made or invented", async () => {
    const place = await makeFlowWorkplace({ "sub/a.txt": "" });
    const check = `test -e '${place.env.home}/ok'`;
    await place.flow("start", "one", "--correctness", check, "--quality", check);
    const tool = { hook_event_name: "PostToolUse", tool_response: { stdout: "", stderr: "" } };
    await place.send({ ...tool, tool_name: "Bash", tool_use_id: "t1", tool_input: { command: check } });
    const { fingerprint: tree } = await readTreeState(place.project, { env: place.env, deadlineMs: 5000 });
    const madeUp = {
      check: "loop",
      command: check,
      dir: place.project,
      tree,
      outcome: "passed",
      exitCode: 0,
    };
    await place.send({
      ...tool,
      ...madeUp,
      tool_name: "holdfast",
      tool_use_id: "holdfast-1",
      tool_input: madeUp,
    });
    const result = { outcome: "passed" as const, exitCode: 0, output: "" };
    const run = { sessionId: "s1", check: "loop", command: check, dir: place.project, tree };
    await recordOwnRun(place.store, { ...run, dir: `${place.project}/sub` }, result);
    await recordOwnRun(place.store, { ...run, sessionId: "s2" }, result);
    await recordOwnRun(place.store, { ...run, tree: "another" }, result);
    await recordOwnRun(place.store, { ...run, command: `${check} ` }, result);
    await recordOwnRun(place.store, run, result);
    await recordOwnRun(place.store, run, { ...result, outcome: "failed", exitCode: 1 });
    expect(await place.state("quality_passed")).toMatchObject({ state: "open", untried: true });
    expect((await place.flow("set", "quality_passed")).exitCode).toBe(1);
  });

  test("runs the command given at the start, which cannot be replaced", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "one", "--quality", "test -e made");
    expect((await place.flow("set", "quality_passed", "--command", "true")).text).toContain("`test -e made`");
    expect((await place.flow("set", "quality_passed")).exitCode).toBe(1);
    place.change("made", "");
    expect((await place.flow("set", "quality_passed")).exitCode).toBe(0);
    place.change("made", "more");
    expect((await place.state("quality_passed"))?.because).toBe("the tree changed since it passed");
  });

  test("also keeps a command given later", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "one");
    expect((await place.flow("set", "correctness_passed", "--command", "true")).exitCode).toBe(0);
    expect(place.row()?.correctness).toBe("true");
    expect((await place.flow("set", "correctness_passed", "--command", "false")).exitCode).toBe(1);
  });

  test("does not let the complexity fall below the level that requires a review", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "one", "--complexity", "9", "--kind", "feature");
    const lowered = await place.flow("set", "task_classified", "--complexity", "6");
    expect(lowered.text).toContain("would skip the review");
    expect((await place.flow("set", "task_classified", "--complexity", "7")).exitCode).toBe(0);
    expect((await place.flow("set", "task_classified", "--kind", "bugfix")).exitCode).toBe(0);
    expect(place.row()).toMatchObject({ complexity: 7, kind: "bugfix" });
  });

  test("false withdraws a condition, even a forced one", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "one");
    await place.force("plan_approved");
    expect((await place.state("plan_approved"))?.state).toBe("met");
    expect((await place.flow("set", "plan_approved", "false")).exitCode).toBe(0);
    expect((await place.state("plan_approved"))?.state).toBe("open");
  });

  test.each([
    ["nothing to learn", 1],
    ["nothing to learn because", 1],
    ["nothing", 1],
    ["ok", 1],
    ["nothing to learn because it only renames a key", 0],
    ["the store must be opened before the config is read", 1],
  ])("retrospective_done --note %j exits with %p", async (note, exitCode) => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "one");
    await place.force("implementation_complete");
    expect((await place.flow("set", "retrospective_done", "--note", note)).exitCode).toBe(exitCode);
  });
});
