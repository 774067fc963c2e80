import { describe, expect, test } from "bun:test";
import { encodeAnswer } from "../../../../src/protocol/claude-code/encode-answer.ts";
import { EVENT_SPECS, type EventName } from "../../../../src/protocol/claude-code/events.ts";
import type { Answer } from "../../../../src/protocol/hook-event.ts";

const ANSWERS: Answer[] = [
  { kind: "silent" },
  { kind: "tell", message: 'said "so"\n' },
  { kind: "context", context: "known" },
  { kind: "refuse", reason: "not yet", message: "told" },
  { kind: "refuse", reason: "not yet", asContext: true },
];

describe("an answer on the wire", () => {
  test("is nothing or exactly one JSON object, whatever the event", () => {
    for (const event of Object.keys(EVENT_SPECS) as EventName[]) {
      for (const answer of ANSWERS) {
        const wire = encodeAnswer(event, answer);
        if (wire.stdout !== "") expect(typeof JSON.parse(wire.stdout)).toBe("object");
        if (wire.exitCode === 2) expect(EVENT_SPECS[event].refuse).toBe("exit2");
      }
    }
  });

  test("a refused Stop is a JSON block with exit 0", () => {
    const wire = encodeAnswer("Stop", { kind: "refuse", reason: "not yet" });
    expect(wire.exitCode).toBe(0);
    expect(JSON.parse(wire.stdout)).toEqual({ decision: "block", reason: "not yet" });
  });

  test.each<EventName>(["Stop", "SubagentStop"])(
    "a %s refused as context is a note, never a block",
    (event) => {
      const wire = encodeAnswer(event, {
        kind: "refuse",
        reason: "not yet",
        message: "told",
        asContext: true,
      });
      expect(wire.exitCode).toBe(0);
      expect(JSON.parse(wire.stdout)).toEqual({
        systemMessage: "told",
        hookSpecificOutput: { hookEventName: event, additionalContext: "not yet" },
      });
    },
  );

  test.each<EventName>(["TaskCompleted", "TeammateIdle"])(
    "%s would continue after a note, so it stays refused",
    (event) => {
      const refusal = { kind: "refuse", reason: "not yet" } as const;
      expect(encodeAnswer(event, { ...refusal, asContext: true })).toEqual(encodeAnswer(event, refusal));
    },
  );

  test("a refused TeammateIdle is exit 2 with the reason on stderr", () => {
    expect(encodeAnswer("TeammateIdle", { kind: "refuse", reason: "not yet" })).toEqual({
      stdout: "",
      stderr: "not yet",
      exitCode: 2,
    });
  });

  test("an allowed SubagentStop says nothing at all", () => {
    expect(encodeAnswer("SubagentStop", { kind: "tell", message: "x" }).stdout).toBe("");
  });
});
