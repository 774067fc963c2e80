// The flow's commands: what they accept, what they refuse, and which session they apply to.
import { describe, expect, test } from "bun:test";
import { closeSession } from "../../../../../src/store/sessions.ts";
import { makeFlowWorkplace } from "../../../../helpers/flow-workplace.ts";
import { runCli } from "../../../../helpers/run-cli.ts";

const THEIRS = { task: "theirs", phase: "build", verified_done: false, created_at: "2026-01-01T00:00:00Z" };

describe("flow start", () => {
  test.each([
    [[], "needs a task"],
    [["  "], "needs a task"],
    [["t", "--complexity", "11"], "not a number from 1 to 10"],
    [["t", "--complexity", "2.5"], "not a number from 1 to 10"],
    [["t", "--kind", "a b"], "not a kind of task"],
    [["t", "--quality", " "], "--quality is not a command"],
    [["t", "--session", "../x"], "not a session ID"],
    [["t", "--session", "unknown"], "there is no session unknown"],
  ])("%j is refused", async (words, message) => {
    const place = await makeFlowWorkplace();
    const { exitCode, text } = await place.flow("start", ...words);
    expect(exitCode).toBe(1);
    expect(text).toContain(message);
    expect(place.row()).toBeNull();
  });

  test("says the task and the next steps in one line; `flow status` has the list", async () => {
    const place = await makeFlowWorkplace();
    const { text } = await place.flow("start", "add a login", "--complexity", "3");
    expect(text).toEndWith(": add a login. Next: search memory, then classify the task.");
    expect(text.split("\n")).toHaveLength(1);
    expect((await place.flow("status")).text).toContain("quality_passed");
  });

  test("is refused while a flow is on, ours or another tool's", async () => {
    const place = await makeFlowWorkplace();
    place.writeState("orchestrator.json", THEIRS);
    expect((await place.flow("start", "one")).text).toContain("another tool has a flow on");
    await place.holdfast("cancel");
    expect((await place.flow("start", "one")).exitCode).toBe(0);
    const second = await place.flow("start", "two");
    expect(second.exitCode).toBe(1);
    expect(second.text).toContain("a flow is active in session s1: one");
  });

  test("keeps fields that another tool put into the file", async () => {
    const place = await makeFlowWorkplace();
    place.writeState("orchestrator.json", { ...THEIRS, verified_done: true, theirs: 1 });
    await place.flow("start", "one");
    expect(place.file()).toMatchObject({ task: "one", verified_done: false, theirs: 1 });
  });

  test("stores no secret from the task", async () => {
    const place = await makeFlowWorkplace();
    const secret = `ghp_${"a1B2".repeat(9)}`;
    await place.flow("start", `rotate ${secret}`);
    expect(place.row()?.task).toStartWith("rotate ");
    expect(place.row()?.task).not.toContain(secret);
    expect(JSON.stringify(place.file())).not.toContain(secret);
  });
});

test("its rounds are counted alike in `flow status`, `status` and `explain`: since the last prompt", async () => {
  const place = await makeFlowWorkplace();
  await place.flow("start", "add a login");
  const holds = async () => {
    const stop = (await place.holdfast("explain", "--json")).json as { title: string };
    const { goals } = (await place.holdfast("status", "--json")).json as { goals: { kind: string }[] };
    const { text } = await place.flow("status");
    return [stop.title, goals.find(({ kind }) => kind === "flow"), text.match(/round .*/)?.[0]];
  };
  for (const prompt of ["Add it.", "Go on."]) {
    await place.prompt(prompt);
    await place.stop();
  }
  expect(await holds()).toEqual([
    "Held by the flow, round 1 of 25",
    expect.objectContaining({ rounds: 1, maxRounds: 25 }),
    "round 1 of 25",
  ]);
  await place.stop();
  expect(await holds()).toEqual([
    "Held by the flow, round 2 of 25",
    expect.objectContaining({ rounds: 2, maxRounds: 25 }),
    "round 2 of 25",
  ]);
});

describe("the session that a command applies to", () => {
  test("is the newest live session of the project for a person, and the command says so", async () => {
    const place = await makeFlowWorkplace();
    await place.send({ hook_event_name: "UserPromptSubmit", prompt: "Hi", session_id: "s2" });
    closeSession(place.store, "s2", "other", Date.now());
    const { text } = await place.flowByPerson("start", "one");
    expect(text).toContain("session s1 (the newest session here)");
  });

  test("is the one named by --session", async () => {
    const place = await makeFlowWorkplace();
    await place.send({ hook_event_name: "UserPromptSubmit", prompt: "Hi", session_id: "s2" });
    expect((await place.flowByPerson("start", "one", "--session", "s1")).text).toContain("s1 (--session)");
    expect(place.row("s1")?.task).toBe("one");
    expect(place.row("s2")).toBeNull();
  });

  test("may have left a flow behind that a person can still see and cancel", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "one");
    closeSession(place.store, "s1", "other", Date.now());
    expect((await place.flowByPerson("status")).text).toContain("the project's newest flow");
    expect((await place.byPerson("cancel")).exitCode).toBe(0);
    expect(place.row()?.status).toBe("cancelled");
  });

  test("is missing: refused with a hint", async () => {
    const place = await makeFlowWorkplace();
    closeSession(place.store, "s1", "other", Date.now());
    const { exitCode, text } = await place.flowByPerson("start", "one");
    expect(exitCode).toBe(1);
    expect(text).toContain("--session");
  });
});

describe("flow done", () => {
  const SETTLED = ["memory_search", "task_classified", "must_have_answered", "plan_approved"];

  test("names the first open condition and runs nothing while others are open", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "one", "--correctness", "touch ran");
    const { exitCode, text } = await place.flow("done");
    expect(exitCode).toBe(1);
    expect(text).toContain("memory_search is open (+7)");
    expect(await Bun.file(`${place.project}/ran`).exists()).toBe(false);
  });

  test("reruns what passed on another tree, and ends as verified done", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "one", "--correctness", "true", "--quality", "grep -q 2 new.txt");
    await place.force(...SETTLED);
    await place.edit("new.txt", "1");
    await place.flow("set", "implementation_complete");
    await place.flow("set", "correctness_passed");
    await place.flow("set", "retrospective_done", "--note", "nothing to learn because one is not two");
    expect((await place.flow("done")).text).toContain("quality_passed is open");
    place.change("new.txt", "2");
    const done = await place.flow("done");
    expect(done.exitCode).toBe(0);
    expect(done.text).toContain("Verified done");
    expect(place.file()).toMatchObject({ verified_done: true, status: "done" });
    expect(await place.stop()).toMatchObject({
      message: expect.stringContaining("without evidence for memory_search, task_classified"),
    });
    expect((await place.flow("done")).text).toContain("the last one is done");
  });
});

describe("flow resume", () => {
  test("takes the beginning of a session ID", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "one", "--session", "s");
    expect((await place.flow("status", "--session", "s")).text).toContain("one");
    const other = { ...place.inside, sessionId: "other" };
    const resumed = await runCli(other, place.project, "resume", "flow", "--from", "s");
    expect(resumed.text).toContain("Flow on for session other");
  });

  test("takes over another session's flow with its evidence, and leaves nothing behind", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "one");
    await place.search("docs");
    const other = { ...place.inside, sessionId: "s2" };
    const { exitCode, text } = await runCli(other, place.project, "resume", "flow", "--from", "s1");
    expect(exitCode).toBe(0);
    expect(text).toContain("Flow on for session s2");
    const status = await runCli(other, place.project, "flow", "status");
    expect(status.text).toContain('searched past work for "docs"');
    expect(place.hasFile()).toBe(false);
    expect(await place.stop()).toEqual({
      kind: "tell",
      message: expect.stringContaining("was moved to session s2 from inside the session or an unknown place"),
    });
    expect((await place.stop({ session_id: "s2" })).kind).toBe("refuse");
  });

  test("is refused for a flow that is over or unknown, or when one is on here", async () => {
    const place = await makeFlowWorkplace();
    expect((await place.holdfast("resume")).text).toContain("Nothing was paused or suspended.");
    expect((await place.holdfast("resume", "--from", "nobody")).text).toContain("no suspended goal");
    await place.flow("start", "one");
    await place.send({ hook_event_name: "UserPromptSubmit", prompt: "Hi", session_id: "s2" });
    await place.flow("start", "two", "--session", "s2");
    expect((await place.holdfast("resume", "--from", "s2")).text).toContain("a flow is active here");
    await place.holdfast("cancel");
    expect((await place.holdfast("resume", "flow")).text).toContain("no suspended flow here");
  });
});

test("the phase follows from the conditions; nobody sets it", async () => {
  const place = await makeFlowWorkplace();
  await place.flow("start", "one");
  expect(place.file()).toMatchObject({ phase: "planning" });
  await place.force("memory_search", "task_classified", "must_have_answered", "plan_approved");
  expect(place.file()).toMatchObject({ phase: "implementation" });
  await place.force("implementation_complete");
  expect((await place.flow("status")).text).toContain("phase validation");
});
