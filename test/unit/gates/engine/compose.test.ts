import { describe, expect, test } from "bun:test";
import { ruleOnStop } from "../../../../src/gates/engine/budget.ts";
import { EMPTY_BUDGET_STATE } from "../../../../src/gates/engine/budget-rows.ts";
import {
  composeAdvice,
  composeLastWarning,
  composeReason,
  composeRelease,
  type EarlierRounds,
} from "../../../../src/gates/engine/compose.ts";
import type { Finding } from "../../../../src/gates/engine/gate.ts";
import type { GatedEvent } from "../../../../src/protocol/hook-event.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeFinding } from "../../../helpers/findings.ts";

function rule(findings = [makeFinding()], state = EMPTY_BUDGET_STATE) {
  return ruleOnStop(state, {
    now: 0,
    findings,
    backgroundWork: false,
    defaults: { blocks: 6, minutes: 30 },
  });
}

interface Said {
  event?: GatedEvent;
  unattended?: boolean;
  earlier?: EarlierRounds | null;
}

function say(ruling = rule(), { event = makeStop(), unattended = false, earlier = null }: Said = {}): string {
  return composeReason(ruling, event, { unattended, earlier });
}

/** What Claude is told in each round, one list of findings per round. */
function sayRounds(rounds: Finding[][], given: Said = {}): string[] {
  const said: string[] = [];
  rounds.reduce((state, findings, round) => {
    const ruling = rule(findings, state);
    const earlier = {
      last: rounds[round - 1] ?? [],
      lines: new Set(said.flatMap((text) => text.split("\n"))),
    };
    said.push(say(ruling, { ...given, earlier: round === 0 ? null : earlier }));
    return ruling.state;
  }, EMPTY_BUDGET_STATE);
  return said;
}

describe("a reason", () => {
  test("names the gate, what to do and the way out", () => {
    const reason = say();
    expect(reason).toStartWith("holdfast holds this stop (gate: lock).\nKeep working.");
    for (const part of ["holdfast unlock", "holdfast pause"]) expect(reason).toContain(part);
  });

  test("asks for the complete answer only where nobody watches", () => {
    expect(say(rule(), { unattended: true })).toContain("complete final answer again");
    expect(say()).not.toContain("final answer");
    for (const unattended of [true, false]) {
      const subagent = say(rule(), { unattended, event: makeStop({ name: "SubagentStop" }) });
      expect(subagent).toContain("complete report again");
    }
  });

  test("stays within 1,500 characters and keeps its end", () => {
    const long = [
      makeFinding({ reason: "x".repeat(5000) }),
      makeFinding({ fingerprint: "b", reason: "y".repeat(5000) }),
    ];
    const reason = say(rule(long), { unattended: true });
    expect(reason.length).toBeLessThanOrEqual(1500);
    expect(reason).toEndWith("Why: `holdfast explain`.");
  });

  test("says the second time that nothing has changed", () => {
    const [first, second] = sayRounds([[makeFinding()], [makeFinding()]]);
    expect(first).not.toContain("Nothing has changed");
    expect(second).toContain("Nothing has changed");
  });

  test("includes advice, once", () => {
    const advice = makeFinding({
      gate: "plan",
      severity: "advise",
      reason: "Two boxes are open.",
      fingerprint: "p",
    });
    const [first, second] = sayRounds([
      [makeFinding(), advice],
      [makeFinding({ progress: "tools:1" }), advice],
    ]);
    expect(first).toContain("Also: Two boxes are open.");
    expect(second).not.toContain("Two boxes");
  });
});

describe("from the second round on a reason contains only what is new:", () => {
  const lock = (round: number) =>
    makeFinding({
      reason: `Keep working (round ${round} of 50).\nGoal: ship it\nDone when: it is shipped`,
      progress: `tools:${round}`,
    });
  const check = (fingerprint: string, lines: string[], tree = fingerprint) =>
    makeFinding({
      gate: "quality",
      code: "failed",
      reason: ["`npm test` fails. Fix that.", ...lines].join("\n"),
      again: "`npm test` still fails in the same way.",
      fingerprint,
      progress: tree,
    });
  const ERRORS = ["a.ts:1: error: x", "b.ts:2: error: y", "c.ts:3: error: z", "3 errors"];

  test("for a lock, its round", () => {
    const [, second, third] = sayRounds([[lock(1)], [lock(2)], [lock(3)]]);
    expect(second).toBe("holdfast holds this stop (gate: lock).\nKeep working (round 2 of 50).");
    expect(third).toBe("holdfast holds this stop (gate: lock).\nKeep working (round 3 of 50).");
  });

  test("for the same failure, one line", () => {
    const [, second] = sayRounds([[check("f", ERRORS, "1")], [check("f", ERRORS, "2")]]);
    expect(second).toBe("holdfast holds this stop (gate: quality).\n`npm test` still fails in the same way.");
  });

  test("for the same failure with another log, that log", () => {
    const [, second] = sayRounds([
      [check("f", [...ERRORS, "Full output: 1.log"], "1")],
      [check("f", [...ERRORS, "Full output: 2.log"], "2")],
    ]);
    expect(second).toEndWith("still fails in the same way.\nFull output: 2.log");
  });

  test("for a failure that changed in part, that part", () => {
    const changed = ["d.ts:4: error: new", ...ERRORS.slice(1)];
    const [, second] = sayRounds([[check("f", ERRORS)], [check("g", changed)]]);
    expect(second).toContain("`npm test` fails. Fix that.\nd.ts:4: error: new\n");
    for (const line of ERRORS) expect(second).not.toContain(line);
  });

  test("for another failure, or the rest of one, the full text", () => {
    const other = ["d.ts:4: error: new", "e.ts:5: error: newer", "2 errors"];
    const left = ERRORS.slice(0, 1);
    const [, second, third] = sayRounds([[check("f", ERRORS)], [check("g", other)], [check("h", left)]]);
    for (const line of other) expect(second).toContain(line);
    for (const line of left) expect(third).toContain(line);
    expect(third).not.toContain("still fails");
  });

  test("what there was no room for in the round before", () => {
    const first = makeFinding({
      gate: "custom",
      code: "refused",
      fingerprint: "c",
      reason: "z".repeat(1400),
    });
    const [cut, second] = sayRounds([[first, check("f", ERRORS, "1")], [check("f", ERRORS, "2")]]);
    expect(cut).not.toContain("c.ts:3");
    for (const line of ERRORS) expect(second).toContain(line);
  });

  test("for an additional finding, its full text and its way out", () => {
    const loop = makeFinding({
      gate: "loop",
      code: "open",
      fingerprint: "l",
      reason: "Not done.\nNext.",
      endedBy: "holdfast cancel loop",
    });
    const [, second] = sayRounds([[lock(1)], [lock(2), loop]]);
    for (const part of ["Not done.\nNext.", "holdfast cancel loop"]) expect(second).toContain(part);
    expect(second).not.toContain("Goal: ship it");
  });

  test("for two failing checks, each one's own news", () => {
    const two = (a: string, b: string, tree: string) => [
      {
        ...check(a, ["x.ts:1: error: x"], tree),
        reason: "`lint` fails.\nx.ts:1: error: x",
        again: "`lint` still fails.",
      },
      check(b, ERRORS, tree),
    ];
    const [, second] = sayRounds([two("a", "b", "1"), two("a", "other", "2")]);
    expect(second).toContain("`lint` still fails.");
    expect(second).toContain("`npm test` fails. Fix that.");
  });

  test("and a short request for the complete answer where nobody watches", () => {
    const [first, second] = sayRounds([[lock(1)], [lock(2)]], { unattended: true });
    expect(second?.split("\n\n").at(-1)).toContain("complete final answer again");
    expect(second?.length).toBeLessThan((first?.length ?? 0) / 2);
  });

  test("something is said whatever the row of the last round contains", () => {
    const odd = [
      {},
      { gate: "lock" },
      { gate: "lock", code: "locked", reason: undefined },
    ] as Partial<Finding>[];
    expect(say(rule([lock(2)]), { earlier: { last: odd, lines: new Set() } })).toContain("round 2 of 50");
  });
});

test("the person learns one round earlier that a stop without changes will be released", () => {
  const first = rule([makeFinding()]);
  const second = rule([makeFinding()], first.state);
  const third = rule([makeFinding()], second.state);
  expect(composeLastWarning(first)).toEqual([]);
  expect(composeLastWarning(second)).toEqual([expect.stringContaining("released")]);
  expect(composeLastWarning(third)).toEqual([]);
});

describe("a release", () => {
  function release(findings: Finding[], name: GatedEvent["name"] = "Stop"): string {
    let ruling = rule(findings);
    while (ruling.verdict === "blocked") ruling = rule(findings, ruling.state);
    return composeRelease(ruling, { name });
  }

  test("names each open finding in a sentence, and where to look", () => {
    const told = release([
      makeFinding({ summary: "The lock was still on. Goal: ship it", endsOnRelease: true }),
      makeFinding({
        gate: "quality",
        fingerprint: "q",
        reason: "`npm test` fails:\na.ts:1",
      }),
    ]);
    expect(told.split("\n")).toEqual([
      expect.stringContaining("holdfast released this stop: nothing changed over three stops."),
      "- lock: The lock was still on. Goal: ship it. It is off now.",
      "- quality: `npm test` fails.",
      "Why: `holdfast explain`.",
    ]);
  });

  test("says what was released", () => {
    expect(release([makeFinding()], "SubagentStop")).toStartWith("holdfast released a subagent's stop");
    expect(release([makeFinding()], "TaskCompleted")).toStartWith("holdfast let a task be completed");
  });

  test("says how to continue, once per command, alone or beside something that holds", () => {
    const flow = makeFinding({ gate: "flow", reason: "Not done: x", resumedBy: "holdfast resume flow" });
    const told = release([flow, { ...flow, fingerprint: "uncommitted" }]);
    expect(told.split("Resume with `holdfast resume flow`.")).toHaveLength(2);
    expect(composeAdvice([flow])).toContain("Not done: x. (released; resume with `holdfast resume flow`)");
    const loop = makeFinding({ gate: "loop", fingerprint: "loop", resumedBy: "holdfast resume loop" });
    expect(release([loop, flow])).toContain(
      "Resume with `holdfast resume loop` or `holdfast resume flow`. Why:",
    );
  });
});
