// A flow that only another tool's file knows: believed, within bounds.
import { describe, expect, test } from "bun:test";
import { makeFlowWorkplace } from "../../../helpers/flow-workplace.ts";

const REFUSED = { kind: "refuse" };
const SILENT = { kind: "silent" as const };
const CANCELLED = { kind: "tell", message: expect.stringContaining("the flow was cancelled") };

describe("another tool's file", () => {
  const THEIRS = { task: "theirs", phase: "build", verified_done: false, created_at: "2026-01-01T00:00:00Z" };

  test("is believed and holds, and is left unchanged", async () => {
    const place = await makeFlowWorkplace();
    place.writeState("orchestrator.json", THEIRS);
    expect(await place.stop()).toMatchObject({
      ...REFUSED,
      reason: expect.stringContaining("The flow in orchestrator.json isn't finished (phase: build): theirs"),
    });
    expect(place.file()).toEqual(THEIRS);
    place.writeState("orchestrator.json", { ...THEIRS, verified_done: true });
    expect(await place.stop()).toEqual(SILENT);
    expect(place.row()).toBeNull();
  });

  test("lets Claude ask when its first open condition is the user's", async () => {
    const place = await makeFlowWorkplace();
    const conditions = { memory_search: true, plan_approved: false, quality_passed: null };
    place.writeState("orchestrator.json", { ...THEIRS, conditions });
    expect(await place.stop()).toEqual(SILENT);
    place.writeState("orchestrator.json", { ...THEIRS, conditions: { ...conditions, memory_search: false } });
    expect(await place.stop()).toMatchObject({
      reason: expect.stringContaining("Next: search memory, then have the user approve the plan."),
    });
  });

  test("without progress is suspended; the next flow in its place holds again", async () => {
    const place = await makeFlowWorkplace();
    place.writeState("orchestrator.json", THEIRS);
    await place.stop();
    await place.stop();
    expect((await place.stop()).kind).toBe("tell");
    await place.useTool();
    expect(await place.stop()).toEqual(SILENT);
    place.writeState("orchestrator.json", { ...THEIRS, task: "the next one" });
    expect((await place.stop()).kind).toBe("refuse");
    expect(place.row()).toMatchObject({ status: "suspended", task: "theirs" });
  });

  test("when suspended continues with `resume`, and ends with `cancel`", async () => {
    const place = await makeFlowWorkplace();
    place.writeState("orchestrator.json", THEIRS);
    for (let round = 0; round < 3; round++) await place.stop();
    await place.byPerson("resume");
    expect((await place.stop()).kind).toBe("refuse");
    expect((await place.byPerson("cancel")).text).toContain("cancelled");
    expect(await place.stop()).toMatchObject(CANCELLED);
    expect(place.file()).toEqual(THEIRS);
  });

  test("can be cancelled before it ever held", async () => {
    const place = await makeFlowWorkplace();
    place.writeState("orchestrator.json", THEIRS);
    await place.byPerson("cancel");
    expect(await place.stop()).toMatchObject(CANCELLED);
  });

  test.each([
    ["names another session", { ...THEIRS, session_id: "s2" }],
    ["is a list", [THEIRS]],
    ["is too large", { ...THEIRS, more: "x".repeat(300 * 1024) }],
  ])("that %s is one fault and holds nobody", async (_, content) => {
    const place = await makeFlowWorkplace();
    place.writeState("orchestrator.json", content);
    expect(await place.stop()).toEqual(SILENT);
    expect(await place.stop()).toEqual(SILENT);
    expect(await place.faultParts()).toEqual(["state"]);
  });

  test.each([
    ["numbers instead of strings", { task: 1, phase: [], verified_done: "true", conditions: "none" }],
    [
      "invalid conditions",
      { ...THEIRS, conditions: { memory_search: "yes", nonsense: false, plan_approved: 0 } },
    ],
    ["control characters", { ...THEIRS, task: "a\u001b[2Jb\n\n\nc", phase: "p\u0000q" }],
    ["endless texts", { ...THEIRS, task: "x".repeat(100_000), phase: "y".repeat(100_000) }],
  ])("with %s holds within bounds", async (_, content) => {
    const place = await makeFlowWorkplace();
    place.writeState("orchestrator.json", content);
    const answer = await place.stop();
    expect(answer.kind).toBe("refuse");
    const { reason } = answer as { reason: string };
    expect(reason.length).toBeLessThanOrEqual(1500);
    expect(reason).not.toMatch(/[\u0000-\u0008\u001b]/);
    await place.stop();
    expect((await place.stop()).kind).toBe("tell");
  });
});
