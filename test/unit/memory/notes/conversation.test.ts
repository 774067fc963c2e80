import { expect, test } from "bun:test";
import {
  fitConversation,
  MAX_CONVERSATION,
  readConversation,
  renderConversation,
} from "../../../../src/memory/notes/conversation.ts";
import { readTail } from "../../../../src/transcript/read-tail.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";
import { type TranscriptLines, writeTranscript } from "../../../helpers/transcript-lines.ts";

async function read(fill: (lines: TranscriptLines) => void) {
  const lines = writeTranscript({ sessionId: "s1" });
  fill(lines);
  const folder = makeTempFolder("conversation");
  writeFileIn(folder, "s1.jsonl", lines.text());
  const { items } = await readTail(`${folder}/s1.jsonl`, { maxBytes: 1e9 });
  return readConversation(items);
}

test("has the person's words and the last message of each turn, in order", async () => {
  const said = await read((lines) => {
    lines.prompt("Write about tides.");
    lines.say("I look at the files first.");
    lines.use("t1", "Bash", { command: "ls" }, "secret-output.txt");
    lines.say("Done: tides.md is there.");
    lines.prompt("And the moon?");
    lines.say("Also done.");
  });
  expect(renderConversation(said).split("\n")).toEqual([
    "person: Write about tides.",
    "agent: Done: tides.md is there.",
    "person: And the moon?",
    "agent: Also done.",
  ]);
});

test("leaves out what was pasted, and secrets", async () => {
  const secret = `gh${"p_"}${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const [first] = await read((lines) => {
    lines.prompt(`Use the token ${secret} for tides.\nERROR: pasted line of a log`);
  });
  expect(first?.text).not.toContain(secret);
  expect(first?.text).not.toContain("pasted line");
});

test("of a long session the first message and the last ones fit", async () => {
  const said = await read((lines) => {
    for (let n = 0; n < 60; n++) {
      lines.prompt(`Question ${n}: ${"tides and moons ".repeat(200)}`);
      lines.say(`Answer ${n}.`);
    }
  });
  const fitting = fitConversation(said);
  expect(renderConversation(fitting).length).toBeLessThanOrEqual(MAX_CONVERSATION);
  expect(renderConversation(fitting).length).toBeGreaterThan(MAX_CONVERSATION * 0.8);
  expect(fitting[0]?.text).toStartWith("Question 0");
  expect(fitting.at(-1)?.text).toBe("Answer 59.");
});
