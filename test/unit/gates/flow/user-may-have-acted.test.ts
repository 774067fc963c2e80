import { describe, expect, test } from "bun:test";
import { userMayHaveActed } from "../../../../src/gates/flow/recognise-user.ts";
import { writeTranscript } from "../../../helpers/transcript-lines.ts";

type Lines = ReturnType<typeof writeTranscript>;

function textOf(fill: (lines: Lines) => void): string {
  const lines = writeTranscript({ sessionId: "s1" });
  fill(lines);
  return lines.text();
}

const work = (lines: Lines) => {
  lines.use("t1", "Bash", { command: 'echo "user" said "text"' }, 'he is a "user"\n{"type":"user"}');
  lines.call("t2", "Read", { file_path: "/a" });
  lines.result("t2", "1", { details: { type: "text", file: { filePath: "/a", content: "1" } } });
  lines.say('What a "user" wants.');
  lines.add({
    type: "user",
    isMeta: true,
    message: { role: "user", content: "Stop hook feedback:\nGo on." },
  });
};

test("a transcript of Claude's work alone contains no act of the user", () => {
  expect(userMayHaveActed(textOf(work))).toBe(false);
  expect(userMayHaveActed("")).toBe(false);
});

describe("a transcript may contain an act of the user when", () => {
  const result = { type: "tool_result", tool_use_id: "t9", content: "ok" };
  test.each<[string, (lines: Lines) => void]>([
    ["a prompt was typed", (lines) => lines.prompt("Yes, do that.")],
    [
      "a prompt has parts",
      (lines) =>
        lines.add({ type: "user", message: { role: "user", content: [{ type: "text", text: "Yes." }] } }),
    ],
    [
      "text is beside a result",
      (lines) =>
        lines.add({
          type: "user",
          message: { role: "user", content: [result, { type: "text", text: "Yes." }] },
        }),
    ],
    ["a plan was shown", (lines) => lines.use("t3", "ExitPlanMode", { plan: "p" }, "approved")],
    ["a question was asked", (lines) => lines.use("t3", "AskUserQuestion", { questions: [] }, "blue")],
    [
      "a prompt is queued",
      (lines) => lines.add({ type: "queue-operation", operation: "enqueue", content: "Yes." }),
    ],
    [
      "a prompt was inserted into the turn",
      (lines) => lines.add({ type: "attachment", attachment: { type: "queued_command", prompt: "Yes." } }),
    ],
  ])("%s", (_what, act) => {
    const text = textOf((lines) => {
      work(lines);
      act(lines);
      work(lines);
    });
    expect(userMayHaveActed(text)).toBe(true);
  });

  test("two records are on one line", () => {
    const [prompt = ""] = textOf((lines) => lines.prompt("Yes.")).split("\n");
    const [, outcome = ""] = textOf((lines) => lines.use("t1", "Bash", { command: "ls" }, "a")).split("\n");
    expect(userMayHaveActed(`${outcome}${prompt}\n`)).toBe(true);
  });

  test("another writer puts spaces between", () => {
    const record = { type: "user", message: { role: "user", content: "Yes." } };
    expect(userMayHaveActed(JSON.stringify(record, null, 1).replaceAll("\n", ""))).toBe(true);
  });
});
