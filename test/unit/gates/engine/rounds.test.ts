// What is said in the rounds of one budget, by their rows in a real store.
import { describe, expect, test } from "bun:test";
import type { Answer } from "../../../../src/protocol/hook-event.ts";
import { writeFileIn } from "../../../helpers/temp.ts";
import { makeWorkplace, type Workplace } from "../../../helpers/workplace.ts";

const FAILS = "printf 'a.ts:1: error: no %s' price; exit 1";
const reasonOf = (answer: Answer) => (answer.kind === "refuse" ? answer.reason : "");

async function holdOnce(task = "the task"): Promise<Workplace> {
  const place = await makeWorkplace();
  await place.startLoop({ text: task, verify: FAILS });
  const first = reasonOf(await place.stop());
  for (const part of [task, "a.ts:1: error: no price", "To release"]) expect(first).toContain(part);
  return place;
}

describe("the second round", () => {
  test("says that the command still fails in the same way, and repeats nothing", async () => {
    const place = await holdOnce();
    const second = reasonOf(await place.stop({ stop_hook_active: true }));
    expect(second).toMatch(/Round 2 of 25\. .*still fails in the same way/);
    for (const part of ["the task", "a.ts:1: error: no price", "To release"])
      expect(second).not.toContain(part);
  });

  test("after another prompt is the first of its budget, and repeats everything", async () => {
    const place = await holdOnce();
    await place.prompt("Go on.");
    expect(reasonOf(await place.stop())).toContain("a.ts:1: error: no price");
  });

  test("after a compaction repeats everything, because Claude may have lost it", async () => {
    const place = await holdOnce();
    await place.send({ hook_event_name: "PreCompact", trigger: "auto" });
    expect(reasonOf(await place.stop({ stop_hook_active: true }))).toContain("a.ts:1: error: no price");
  });

  test("of a subagent is counted separately", async () => {
    const place = await holdOnce();
    await place.send({
      hook_event_name: "SubagentStop",
      agent_id: "a1",
      agent_type: "general-purpose",
      stop_hook_active: true,
    });
    const second = reasonOf(await place.stop({ stop_hook_active: true }));
    expect(second).toContain("still fails in the same way");
  });

  test.each([
    "",
    "garbage",
    "{}",
    "[null, 1, [], {}]",
    '[{"gate": "loop", "code": "open", "reason": {}}]',
    "null",
  ])("still holds when the row of the first says %j", async (findings) => {
    const place = await holdOnce();
    place.store.query("UPDATE decisions SET findings = $findings").run({ findings });
    const second = reasonOf(await place.stop({ stop_hook_active: true }));
    expect(second).toContain("holdfast holds this stop (gate: loop).");
    expect(second).toContain("Round 2 of 25.");
    expect(await place.faultParts()).toEqual([]);
  });

  test("repeats everything when the row of the first is gone", async () => {
    const place = await holdOnce();
    place.store.query("DELETE FROM decisions").run();
    expect(reasonOf(await place.stop({ stop_hook_active: true }))).toContain("a.ts:1: error: no price");
  });
});

test("two simultaneous stops are two rounds, and only one of them says everything", async () => {
  const place = await makeWorkplace();
  writeFileIn(place.project, ".claude/runtime/locks/.lock_active", '{"goal": "ship it", "session_id": "s1"}');
  const reasons = (await Promise.all([place.stop(), place.stop()])).map(reasonOf);
  expect(reasons.filter((reason) => reason.includes("holdfast holds this stop (gate: lock)."))).toHaveLength(
    2,
  );
  expect(reasons.filter((reason) => reason.includes('Goal: "ship it"'))).toHaveLength(1);
  expect(await place.faultParts()).toEqual([]);
});
