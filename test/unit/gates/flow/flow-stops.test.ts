// A flow through the pipeline, event by event: rows, files, answers.
import { describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { setGoalState } from "../../../../src/store/goals.ts";
import { makeFlowWorkplace, PLANNING } from "../../../helpers/flow-workplace.ts";

const REFUSED = { kind: "refuse" };
const SILENT = { kind: "silent" as const };

describe("a flow", () => {
  test("holds with the next action, counts its rounds and updates its file", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "add a login", "--complexity", "3", "--kind", "feature");
    expect(await place.stop()).toMatchObject({
      ...REFUSED,
      reason: expect.stringContaining(
        "Next: search memory, then settle what only the user can answer.\nSearch",
      ),
    });
    expect(place.file()).toMatchObject({
      session_id: "s1",
      task: "add a login",
      phase: "planning",
      verified_done: false,
      iterations: 1,
      conditions: { memory_search: false, task_classified: true, correctness_passed: null },
    });
    expect(place.row()).toMatchObject({ rounds: 1, status: "active" });
  });

  test("lets Claude ask for approval without a block, as often as needed, and tells the user how to approve", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "add a login");
    await place.force(...PLANNING.slice(0, 3));
    await place.stop(); // Consumes what the user is told about forcing.
    for (let round = 0; round < 5; round++)
      expect(await place.stop()).toEqual({
        kind: "tell",
        message: expect.stringContaining("type `! holdfast flow approve`"),
      });
    expect(place.row()).toMatchObject({ rounds: 0 });
  });

  test("keeps holding when its file is edited, emptied, torn or removed, and restores it", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "add a login");
    const edits = [
      () => writeFileSync(place.filePath, JSON.stringify({ ...place.file(), verified_done: true })),
      () => writeFileSync(place.filePath, JSON.stringify({ verified_done: true })),
      () => writeFileSync(place.filePath, "{"),
      () => rmSync(place.filePath),
    ];
    for (const [round, edit] of edits.entries()) {
      edit();
      await place.useTool();
      expect(await place.stop()).toMatchObject(REFUSED);
      expect(place.file()).toMatchObject({
        verified_done: false,
        iterations: round + 1,
        task: "add a login",
      });
    }
    expect(await place.faultParts()).toEqual(["state"]);
  });

  test("says that an edited file does not count, for verified_done and for a condition", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "add a login");
    const claim = expect.stringContaining("orchestrator.json does not count");
    writeFileSync(place.filePath, JSON.stringify({ ...place.file(), verified_done: true }));
    expect(await place.stop()).toMatchObject({ reason: claim });
    const conditions = { ...(place.file().conditions as object), plan_approved: true };
    writeFileSync(place.filePath, JSON.stringify({ ...place.file(), conditions }));
    await place.useTool();
    expect(await place.stop()).toMatchObject({ reason: claim });
    await place.useTool();
    expect(await place.stop()).not.toMatchObject({ reason: claim });
  });

  test("keeps the fields others put into its file", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "add a login");
    const conditions = { ...(place.file().conditions as object), theirs: "kept" };
    writeFileSync(place.filePath, JSON.stringify({ ...place.file(), team: ["a"], conditions }));
    await place.stop();
    expect(place.file()).toMatchObject({ team: ["a"], conditions: { theirs: "kept", memory_search: false } });
  });

  test("reopens a passed condition when the tree changes", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "add a login", "--correctness", "true");
    await place.flow("set", "correctness_passed");
    await place.stop();
    expect(place.file()).toMatchObject({ conditions: { correctness_passed: true } });
    place.change("new.txt", "1");
    await place.stop();
    expect(place.file()).toMatchObject({ conditions: { correctness_passed: false } });
  });

  test("is suspended when nothing changes, and holds again when it is resumed", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "add a login");
    expect((await place.stop()).kind).toBe("refuse");
    expect(await place.stop()).toMatchObject({ reason: expect.stringContaining("Try another approach") });
    expect(await place.stop()).toMatchObject({ message: expect.stringContaining("holdfast resume") });
    expect(place.row()).toMatchObject({ status: "suspended", why: "same-situation", rounds: 2 });
    expect(place.file()).toMatchObject({ status: "suspended", verified_done: false });
    expect(await place.stop()).toEqual(SILENT);
    await place.byPerson("resume");
    expect((await place.stop()).kind).toBe("refuse");
  });

  test("holds 25 times per prompt at most, however busy Claude is", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "add a login");
    const kinds: string[] = [];
    for (let round = 0; round < 27; round++) {
      await place.useTool();
      kinds.push((await place.stop()).kind);
    }
    expect(kinds).toEqual([...Array(25).fill("refuse"), "tell", "silent"]);
    expect(place.row()).toMatchObject({ status: "suspended", why: "total", rounds: 25 });
  });

  test("of one session does not hold another", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "add a login");
    expect(await place.stop({ session_id: "s2" })).toEqual(SILENT);
  });

  test("switched off in the config holds nothing", async () => {
    const place = await makeFlowWorkplace({
      ".claude/holdfast.json": '{"gates": {"flow": {"enabled": false}}}',
    });
    await place.flow("start", "add a login");
    expect(await place.stop()).toEqual(SILENT);
  });

  test("that is over corrects a file left behind by a crash", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "add a login");
    const id = place.row()?.id ?? 0;
    setGoalState(place.store, id, { state: "met", why: null, at: Date.now() });
    expect(await place.stop()).toEqual(SILENT);
    expect(place.file()).toMatchObject({ verified_done: true, status: "done" });
    const old = { ...place.file(), verified_done: false };
    setGoalState(place.store, id, { state: "cancelled", why: null, at: Date.now() });
    writeFileSync(place.filePath, JSON.stringify(old));
    expect(await place.stop()).toEqual(SILENT);
    expect(place.hasFile()).toBe(false);
  });

  test("in a folder without a repository judges by the session's own edits", async () => {
    const place = await makeFlowWorkplace();
    rmSync(`${place.project}/.git`, { recursive: true });
    await place.flow("start", "add a login");
    expect((await place.flow("set", "implementation_complete")).exitCode).toBe(1);
    place.change("b.txt", "by the user");
    expect((await place.flow("set", "implementation_complete")).exitCode).toBe(1);
    await place.edit("a.txt", "by Claude");
    expect((await place.stopWithTranscript()).kind).toBe("refuse");
    expect((await place.flow("set", "implementation_complete")).exitCode).toBe(0);
    expect(await place.faultParts()).toEqual([]);
  });
});
