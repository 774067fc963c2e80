// A loop through the pipeline, event by event: rows, files, answers.
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { findLoop, makeWorkplace } from "../../../helpers/workplace.ts";
import { append, calls, makeFile, result, says, toLines } from "../../transcript/records.ts";

describe("a loop", () => {
  test("sends Claude back until its command passes", async () => {
    const place = await makeWorkplace();
    await place.startLoop({ verify: "test -e done || { echo missing done; false; }" });
    expect(await place.stop()).toMatchObject({ kind: "refuse" });
    expect(place.loopFile()).toMatchObject({
      iteration: 1,
      validation_result: "failed",
      last_error: "missing done",
      verified_done: false,
    });
    writeFileSync(`${place.project}/done`, "");
    expect(await place.stop()).toEqual({
      kind: "tell",
      message: expect.stringContaining("The loop is done"),
    });
    expect(place.loopFile()).toMatchObject({
      iteration: 1,
      validation_result: "passed",
      verified_done: true,
    });
    expect(place.loop()).toMatchObject({ status: "done" });
    expect(await place.stop()).toEqual({ kind: "silent" });
  });

  test("gives at most its maximum of blocks, even over several prompts", async () => {
    const place = await makeWorkplace();
    await place.startLoop({ verify: "cat n; false", maxRounds: 3 });
    const kinds: string[] = [];
    for (let round = 0; round < 6; round++) {
      writeFileSync(`${place.project}/n`, `error ${"abcdef"[round]}`);
      if (round === 2) await place.prompt("and now?");
      kinds.push((await place.stop()).kind);
    }
    expect(kinds).toEqual(["refuse", "refuse", "refuse", "tell", "silent", "silent"]);
    expect(place.loop()).toMatchObject({ iteration: 3, status: "suspended", why: "total" });
  });

  test("is suspended when nothing changes, and continues when it is resumed", async () => {
    const place = await makeWorkplace();
    await place.startLoop({ verify: "false" });
    expect((await place.stop()).kind).toBe("refuse");
    expect(await place.stop()).toMatchObject({ reason: expect.stringContaining("Try another approach") });
    expect(await place.stop()).toMatchObject({ message: expect.stringContaining("holdfast resume") });
    expect(place.loop()).toMatchObject({ status: "suspended", why: "same-situation", iteration: 2 });
    expect((await place.stop()).kind).toBe("silent");
    await place.resumeLoop();
    expect((await place.stop()).kind).toBe("refuse");
  });

  test("that is suspended is done when Claude ran its command and it passed, even if that is written a moment later", async () => {
    const place = await makeWorkplace();
    const transcript_path = makeFile("");
    await place.send({ hook_event_name: "UserPromptSubmit", prompt: "And now?", transcript_path });
    await place.startLoop({ verify: "test -e done" });
    for (let round = 0; round < 3; round++) await place.stop();
    expect(place.loop()).toMatchObject({ status: "suspended" });
    writeFileSync(`${place.project}/done`, "");
    const later = { timestamp: new Date(Date.now() + 1000).toISOString() };
    const ran = [
      calls("t1", "Bash", { command: "test -e done" }, later),
      result("t1", "ok", later),
      says("Done.", later),
    ];
    setTimeout(() => append(transcript_path, toLines(ran)), 80);
    await place.stop({ transcript_path, last_assistant_message: "Done." });
    expect(place.loop()).toMatchObject({ status: "done" });
  });

  test("that is suspended stays suspended when only the record says that its command passed", async () => {
    const place = await makeWorkplace();
    const transcript_path = makeFile("");
    await place.send({ hook_event_name: "UserPromptSubmit", prompt: "And now?", transcript_path });
    await place.startLoop({ verify: "false" });
    for (let round = 0; round < 3; round++) await place.stop();
    const later = { timestamp: new Date(Date.now() + 1000).toISOString() };
    append(
      transcript_path,
      toLines([
        calls("t1", "Bash", { command: "false" }, later),
        result("t1", "ok", later),
        says("Done.", later),
      ]),
    );
    expect((await place.stop({ transcript_path, last_assistant_message: "Done." })).kind).toBe("silent");
    expect(place.loop()).toMatchObject({ status: "suspended" });
  });

  test("that is suspended holds again after the next prompt, which is told", async () => {
    const place = await makeWorkplace();
    await place.startLoop({ verify: "false" });
    for (let round = 0; round < 3; round++) await place.stop();
    expect(await place.prompt("<task-notification>x</task-notification>")).toEqual({ kind: "silent" });
    expect((await place.stop()).kind).toBe("silent");
    expect(await place.prompt("/holdfast:status")).not.toMatchObject({
      message: expect.stringContaining("holds again"),
    });
    expect(await place.prompt("Go on.")).toMatchObject({
      message: expect.stringContaining("the loop holds again (round 2 of 25): the task"),
    });
    expect(place.loop()).toMatchObject({ status: "active", iteration: 2, resumes: 1 });
    expect(place.loopFile()).toMatchObject({ status: "active" });
    expect((await place.stop()).kind).toBe("refuse");
  });

  test("waits for background work without running its command", async () => {
    const place = await makeWorkplace();
    await place.startLoop({ verify: "touch ran; false" });
    const background_tasks = [{ id: "b1", type: "subagent", status: "running", description: "d" }];
    expect((await place.stop({ background_tasks })).kind).toBe("silent");
    expect(existsSync(`${place.project}/ran`)).toBe(false);
    expect(place.loop()).toMatchObject({ iteration: 0, status: "active" });
  });

  test("without a command ends with the promised line", async () => {
    const place = await makeWorkplace();
    await place.startLoop({ verify: null, promise: "ALL DONE" });
    expect((await place.stop({ last_assistant_message: "I will say ALL DONE later." })).kind).toBe("refuse");
    expect((await place.stop({ last_assistant_message: "Finished.\n\nALL DONE" })).kind).toBe("tell");
    expect(place.loopFile()).toMatchObject({ verified_done: true });
  });

  test("of one session does not hold another", async () => {
    const place = await makeWorkplace();
    await place.startLoop({ verify: "false" });
    expect((await place.stop({ session_id: "s2" })).kind).toBe("silent");
  });

  test("switched off in the config holds nothing and runs nothing", async () => {
    const place = await makeWorkplace({ ".claude/holdfast.json": '{"gates": {"loop": {"enabled": false}}}' });
    await place.startLoop({ verify: "touch ran; false" });
    expect((await place.stop()).kind).toBe("silent");
    expect(existsSync(`${place.project}/ran`)).toBe(false);
  });
});

describe("the content of the file", () => {
  test("verified_done by hand does not count, and the file is corrected", async () => {
    const place = await makeWorkplace();
    await place.startLoop({ verify: "false" });
    place.writeState("loop.json", { ...place.loopFile(), verified_done: true, mine: 1 });
    const answer = await place.stop();
    expect(answer).toMatchObject({ reason: expect.stringContaining("does not count") });
    expect(place.loopFile()).toMatchObject({ verified_done: false, mine: 1 });
  });

  test.each([
    ["removed", null],
    ["torn", '{"session_id": "s1", "verif'],
    ["of another session", '{"session_id": "s9", "verified_done": true}'],
  ])("%s, the row holds and the file is restored", async (_, text) => {
    const place = await makeWorkplace();
    await place.startLoop({ verify: "false" });
    if (text === null) rmSync(`${place.stateDir}/loop.json`);
    else writeFileSync(`${place.stateDir}/loop.json`, text);
    expect((await place.stop()).kind).toBe("refuse");
    expect(place.loopFile()).toMatchObject({ session_id: "s1", iteration: 1, verified_done: false });
  });

  test("a crash between row and file leaves nothing that holds", async () => {
    const place = await makeWorkplace();
    await place.startLoop({ verify: "true" });
    const before = readFileSync(`${place.stateDir}/loop.json`, "utf8");
    await place.stop();
    writeFileSync(`${place.stateDir}/loop.json`, before);
    expect((await place.stop()).kind).toBe("silent");
    expect(place.loopFile()).toMatchObject({ verified_done: true });
  });

  test("an unwritable state folder is a fault, and the block still counts", async () => {
    const place = await makeWorkplace();
    await place.startLoop({ verify: "false" });
    rmSync(place.stateDir, { recursive: true });
    writeFileSync(place.stateDir, "in the way");
    expect((await place.stop()).kind).toBe("refuse");
    expect(place.loop()).toMatchObject({ iteration: 1 });
    expect(await place.faultParts()).toContain("gate:loop");
  });
});

describe("another tool's loop.json", () => {
  const THEIRS = {
    session_id: "s1",
    task: "their task",
    iteration: 1,
    max_iterations: 3,
    verify: "touch ran",
    verified_done: false,
  };

  test("is believed, and its command is never run", async () => {
    const place = await makeWorkplace();
    place.writeState("loop.json", THEIRS);
    expect(await place.stop()).toMatchObject({ reason: expect.stringContaining("their task") });
    expect(existsSync(`${place.project}/ran`)).toBe(false);
    expect(place.loopFile()).toEqual(THEIRS);
    place.writeState("loop.json", { ...THEIRS, verified_done: true });
    expect((await place.stop()).kind).toBe("silent");
  });

  test("is bounded by what it has left, however much work is done in between", async () => {
    const place = await makeWorkplace();
    place.writeState("loop.json", THEIRS);
    const kinds: string[] = [];
    for (let round = 0; round < 4; round++) {
      await place.useTool();
      kinds.push((await place.stop()).kind);
    }
    expect(kinds.slice(0, 3)).toEqual(["refuse", "refuse", "tell"]);
  });

  test.each([
    ["its rounds used up", { ...THEIRS, iteration: 3 }],
    ["another session's id", { ...THEIRS, session_id: "s9" }],
    ["an invalid session id", { ...THEIRS, session_id: 5 }],
  ])("with %s holds nobody", async (_, fields) => {
    const place = await makeWorkplace();
    place.writeState("loop.json", fields);
    expect((await place.stop()).kind).toBe("silent");
  });

  test.each([
    ["torn", '{"task": "a", "verified'],
    ["a list", "[]"],
    ["empty", ""],
    ["deep", "[".repeat(100_000)],
  ])("that is %s is one fault per session and no block", async (_, text) => {
    const place = await makeWorkplace();
    mkdirSync(place.stateDir, { recursive: true });
    writeFileSync(`${place.stateDir}/loop.json`, text);
    expect((await place.stop()).kind).toBe("silent");
    expect((await place.stop()).kind).toBe("silent");
    expect(await place.faultParts()).toEqual(["state"]);
  });

  test("after a finished loop of ours is honoured again", async () => {
    const place = await makeWorkplace();
    await place.startLoop({ verify: "true" });
    await place.stop();
    place.writeState("loop.json", THEIRS);
    expect((await place.stop()).kind).toBe("refuse");
    expect(findLoop(place.store, "s1")).toMatchObject({ status: "done" });
  });
});
