import { describe, expect, test } from "bun:test";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { type FoundLeftover, judgeLeftovers } from "../../../../src/gates/hygiene/gate.ts";
import type { GatedEvent } from "../../../../src/protocol/hook-event.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeView } from "../../../helpers/stops.ts";

function leftover(overrides: Partial<FoundLeftover> = {}): FoundLeftover {
  return {
    rule: "debugger",
    weight: "block",
    path: "src/a.ts",
    line: 3,
    what: "a debugger statement",
    shown: "debugger;",
    fingerprint: "f1",
    wasReported: false,
    ...overrides,
  };
}

const TODO = leftover({
  rule: "todo",
  weight: "once",
  what: "a note of open work",
  fingerprint: "f2",
  line: 9,
});
const TASK: GatedEvent = {
  ...makeStop(),
  name: "TaskCompleted",
  taskId: "1",
  taskSubject: "a",
  taskDescription: "",
  teammateName: null,
};
const IDLE: GatedEvent = { ...makeStop(), name: "TeammateIdle", teammateName: "a" };

function judge(event: GatedEvent, leftovers: FoundLeftover[], stop: "advise" | "block" = "advise") {
  const config = { ...defaultConfig(), hygiene: { stop, ignore: [], rules: {} } };
  return judgeLeftovers(makeView({ event, config }), leftovers).map(
    ({ code, severity }) => `${code}: ${severity}`,
  );
}

describe("leftovers", () => {
  test.each<[string, GatedEvent, "advise" | "block", FoundLeftover[], string[]]>([
    ["are advice at a stop", makeStop(), "advise", [leftover(), TODO], ["note: advise"]],
    [
      "that are certain hold a stop if the config says so",
      makeStop(),
      "block",
      [leftover(), TODO],
      ["leftover: block", "note: advise"],
    ],
    ["that are only likely refuse a task once", TASK, "advise", [TODO], ["once: block"]],
    ["hold a task", TASK, "advise", [leftover()], ["leftover: block"]],
    ["hold a teammate", IDLE, "advise", [leftover()], ["leftover: block"]],
    ["refused before are only advice", TASK, "advise", [{ ...TODO, wasReported: true }], ["note: advise"]],
    [
      "that block do so again, whether refused before or not",
      TASK,
      "advise",
      [leftover({ wasReported: true })],
      ["leftover: block"],
    ],
    [
      "that the config downgrades are advice",
      TASK,
      "advise",
      [leftover({ weight: "advise" })],
      ["note: advise"],
    ],
  ])("%s", (_, event, stop, found, expected) => {
    expect(judge(event, found, stop)).toEqual(expected);
  });

  test("are named with their place and what to do; beyond five they are counted", () => {
    const many = Array.from({ length: 7 }, (_, n) => leftover({ line: n, fingerprint: `f${n}` }));
    const [finding] = judgeLeftovers(makeView({ event: TASK }), many);
    expect(finding?.reason.split("\n")).toEqual([
      "Left over in added lines. Remove them, or mark an intended one with `holdfast-ignore` on its line.",
      ...[0, 1, 2, 3, 4].map((line) => `- src/a.ts:${line}: a debugger statement: debugger;`),
      "- and 2 more",
    ]);
  });

  test("are listed most serious first, and completely on request", () => {
    const secret = leftover({ rule: "secret", what: "a secret", fingerprint: "f8", line: 40 });
    const many = [
      ...Array.from({ length: 6 }, (_, n) => ({ ...TODO, line: n, fingerprint: `f${n}` })),
      secret,
    ];
    const [note] = judgeLeftovers(makeView({ event: makeStop() }), many);
    expect(note?.reason).toStartWith("in added lines: src/a.ts:40 a secret,");
    expect(note?.details).toHaveLength(7);
    expect(note?.details?.[0]).toContain("a secret");
    const [first] = judgeLeftovers(makeView({ event: TASK }), [leftover(), secret]);
    expect(first?.reason.split("\n")[1]).toContain("a secret");
  });

  test.each([
    ["one rule", TASK, [TODO, { ...TODO, path: "b.ts" }], { key: "hygiene.rules.todo", value: "advise" }],
    [
      "secrets in one file",
      TASK,
      [leftover({ rule: "secret" })],
      { key: "hygiene.ignore", value: ["src/a.ts"] },
    ],
    [
      "several rules and files at a stop",
      makeStop(),
      [leftover(), leftover({ rule: "focused-test", path: "b.ts" })],
      { key: "hygiene.stop", value: "advise" },
    ],
    // `hygiene.stop` is about stops only.
    [
      "several rules and files of a task",
      TASK,
      [leftover(), leftover({ rule: "focused-test", path: "b.ts" })],
      undefined,
    ],
  ])("of %s name the narrowest setting that allows them", (_, event, found, expected) => {
    const hygiene = { ...defaultConfig().hygiene, stop: "block" as const };
    const view = makeView({ event, config: { ...defaultConfig(), hygiene } });
    expect(judgeLeftovers(view, found)[0]?.avoidedBy).toEqual(expected);
  });

  test("keep their fingerprint in another order and on another line", () => {
    const marks = (found: FoundLeftover[]) =>
      judgeLeftovers(makeView({ event: TASK }), found)[0]?.fingerprint;
    const [a, b] = [leftover(), leftover({ fingerprint: "f9" })];
    expect(marks([b, { ...a, line: 70 }])).toBe(marks([a, b]));
    expect(marks([a])).not.toBe(marks([a, b]));
  });
});
