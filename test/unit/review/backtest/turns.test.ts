import { describe, expect, test } from "bun:test";
import type { TranscriptLines } from "../../../helpers/transcript-lines.ts";
import { feedBack, notify, replay } from "./replay.ts";

const interrupt = (session: TranscriptLines) =>
  session.add({
    type: "user",
    message: { role: "user", content: [{ type: "text", text: "[Request interrupted by user]" }] },
  });
const fail = (session: TranscriptLines) =>
  session.add({
    type: "assistant",
    isApiErrorMessage: true,
    message: { role: "assistant", model: "<synthetic>", content: [{ type: "text", text: "API Error" }] },
  });
const sayBlocks = (session: TranscriptLines, ...texts: string[]) => {
  for (const text of texts)
    session.add({
      type: "assistant",
      message: { id: "m1", role: "assistant", model: "m", content: [{ type: "text", text }] },
    });
};

describe("a stop is the end of a turn of the main agent", () => {
  test.each<[string, number, number, (session: TranscriptLines) => unknown]>([
    ["two prompts, two stops", 2, 0, (s) => [s.prompt("a"), s.say("1"), s.prompt("b"), s.say("2")]],
    [
      "text before a call is not a stop",
      1,
      0,
      (s) => [s.prompt("a"), s.say("I look"), s.use("t", "Bash", { command: "ls" }, "x"), s.say("1")],
    ],
    [
      "an interrupted turn has none",
      0,
      1,
      (s) => [s.prompt("a"), s.say("I begin"), interrupt(s), s.prompt("b")],
    ],
    [
      "a turn that an error ended has none",
      0,
      1,
      (s) => [s.prompt("a"), s.say("I begin"), fail(s), s.prompt("b")],
    ],
    [
      "a session that broke off during a call has none",
      0,
      1,
      (s) => [s.prompt("a"), s.call("t", "Bash", { command: "ls" })],
    ],
    [
      "a hook that sent Claude back makes two stops",
      2,
      0,
      (s) => [s.prompt("a"), s.say("1"), feedBack(s), s.say("2")],
    ],
    [
      "a notification begins its own turn",
      2,
      0,
      (s) => [s.prompt("a"), s.say("1"), notify(s, "b1"), s.say("2")],
    ],
    ["a prompt without an answer has none", 0, 0, (s) => [s.prompt("a"), s.prompt("b")]],
    ["blocks of one message are one stop", 1, 0, (s) => [s.prompt("a"), sayBlocks(s, "1", "2")]],
    [
      "a subagent's records are not the main agent's",
      1,
      0,
      (s) => [
        s.prompt("a"),
        s.say("1"),
        s.add({
          type: "assistant",
          isSidechain: true,
          message: { id: "x", role: "assistant", model: "m", content: [{ type: "text", text: "aside" }] },
        }),
      ],
    ],
  ])("%s", async (_name, stops, turnsWithoutStop, write) => {
    const told = await replay(write);
    expect([told.stops.length, told.turnsWithoutStop]).toEqual([stops, turnsWithoutStop]);
  });

  test("a stop that a hook held at the time has the reason", async () => {
    const told = await replay((s) => {
      s.prompt("a");
      s.say("1");
      feedBack(s);
      s.say("2");
    });
    expect(told.stops.map(({ heldThen }) => heldThen)).toEqual(["holdfast holds this stop", null]);
  });
});
