import { describe, expect, test } from "bun:test";
import type { StopView } from "../../../../src/gates/engine/stop-context.ts";
import { lock } from "../../../../src/gates/lock/gate.ts";
import type { Lock } from "../../../../src/gates/lock/state-file.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeStopContext, makeView } from "../../../helpers/stops.ts";

const HELD: Lock = {
  goal: "migrate",
  definitionOfDone: "tests pass",
  maxBlocks: 50,
  createdAt: 0,
  expiresAt: 1000,
  minutes: 240,
  owner: "s1",
  all: false,
};

const NEW_BUDGET = { blocks: 0, minutes: 0 };

function judge(
  held: Partial<Lock>,
  view: Partial<StopView> = {},
  sessionId: string | null = "s1",
  before = NEW_BUDGET,
) {
  const stop = makeView({ event: makeStop({ sessionId }), round: 3, ...view });
  return lock.judge(stop, { lock: { ...HELD, ...held }, folder: "/p", before, toolCalls: 7 });
}

describe("the lock", () => {
  test("that is not there finds nothing", async () => {
    expect(await lock.gather(await makeStopContext())).toBeNull();
  });

  test("tells the goal, the definition of done, the round and the way to end it", () => {
    const [finding] = judge({});
    for (const part of ["round 3 of 50", "Goal: migrate", "Done when: tests pass", "holdfast unlock"]) {
      expect(finding?.reason).toContain(part);
    }
    expect(finding).toMatchObject({
      severity: "block",
      limits: { blocks: 50, minutes: 240 },
      progress: "tools:7",
    });
  });

  test.each([
    ["its owner", { owner: "s1" }, 1],
    ["another session's owner", { owner: "s2" }, 0],
    ["no owner yet", { owner: null }, 1],
    ["everybody", { owner: "s2", all: true }, 1],
  ] as [string, Partial<Lock>, number][])("of %s", (_, held, count) => {
    expect(judge(held)).toHaveLength(count);
  });

  test("never holds an event without a session", () => {
    expect(judge({ owner: null }, {}, null)).toEqual([]);
    expect(judge({ all: true }, {}, null)).toEqual([]);
  });

  test("over its time only says so", () => {
    expect(judge({}, { now: 1000 })[0]).toMatchObject({ severity: "advise", code: "expired" });
  });

  test("made in the middle of a budget has its own rounds and time", () => {
    const [finding] = judge({}, { round: 8 }, "s1", { blocks: 7, minutes: 30 });
    expect(finding?.reason).toContain("round 1 of 50");
    expect(finding?.limits).toEqual({ blocks: 57, minutes: 270 });
  });

  test("leaves a budget bounded, however many locks are made in it", () => {
    const [finding] = judge({ maxBlocks: 1000 }, { round: 900 }, "s1", { blocks: 899, minutes: 0 });
    expect(finding?.limits?.blocks).toBe(1000);
  });

  test("has a new fingerprint with a new goal", () => {
    expect(judge({ goal: "a" })[0]?.fingerprint).not.toBe(judge({ goal: "b" })[0]?.fingerprint);
  });
});
