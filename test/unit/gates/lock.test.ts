import { describe, expect, test } from "bun:test";
import { defaultConfig } from "../../../src/config/defaults.ts";
import type { Facts, Lock } from "../../../src/gates/facts.ts";
import { lock } from "../../../src/gates/lock.ts";
import { makeStop } from "../../helpers/events.ts";

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

function judge(held: Partial<Lock> | null, facts: Partial<Facts> = {}, sessionId: string | null = "s1") {
  return lock.judge(makeStop({ sessionId }), {
    now: 10,
    config: defaultConfig(),
    round: 3,
    lock: held && { ...HELD, ...held },
    toolCalls: 7,
    ...facts,
  });
}

describe("the lock", () => {
  test("that is not there finds nothing", () => {
    expect(judge(null)).toEqual([]);
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

  test("without an owner is adopted by the session it holds", () => {
    expect(judge({ owner: null })[0]?.onBlock).toBe("adopt-lock");
    expect(judge({ owner: "s1" })[0]?.onBlock).toBeUndefined();
    expect(judge({ owner: null, all: true })[0]?.onBlock).toBeUndefined();
  });

  test("never holds an event without a session", () => {
    expect(judge({ owner: null }, {}, null)).toEqual([]);
    expect(judge({ all: true }, {}, null)).toEqual([]);
  });

  test("over its time holds nobody and asks to be removed", () => {
    expect(judge({}, { now: 1000 })[0]).toMatchObject({ severity: "advise", onRelease: "remove-lock" });
  });

  test("has a new fingerprint with a new goal", () => {
    expect(judge({ goal: "a" })[0]?.fingerprint).not.toBe(judge({ goal: "b" })[0]?.fingerprint);
  });
});
