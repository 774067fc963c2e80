// Models answer in many forms. Only a JSON object whose quotes occur in the data is used.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readAnswer } from "../../../src/judge/read-answer.ts";

const DIGEST = [
  { name: "request", text: "Add a page about tides, and link it from the index." },
  { name: "diff", text: "docs/tides.md\n+ # Tides\n+ The moon does it,\n+ mostly.\nSecond file." },
];
const QUOTE = "link it from the index";
const answer = (fields: object) =>
  JSON.stringify({ ok: true, reason: "It is there.", evidence: [QUOTE], ...fields });

describe("an answer is used", () => {
  test.each([
    ["plain", answer({})],
    ["in a fence", `\`\`\`json\n${answer({})}\n\`\`\``],
    [
      "after a preamble, before an afterword",
      `Sure! Here is {my} verdict:\n${answer({})}\nHope that {helps}.`,
    ],
    ["with other keys", answer({ confidence: 0.9, impossible: false })],
    ["with a quote over two lines", answer({ evidence: ["The moon does it,\nmostly."] })],
    ["with a quote that has the marks of a diff", answer({ evidence: ["+ The moon does it,\n+ mostly."] })],
    ["with a short quote that is a whole line", answer({ evidence: ["# Tides"] })],
    ["with brackets and quotes in its reason", answer({ reason: 'It says "} and {" there.' })],
  ])("%s", (_, text) => {
    expect(readAnswer(text, DIGEST)).toMatchObject({ usable: true, answer: { ok: true } });
  });

  test("as the first of two objects", () => {
    const reading = readAnswer(`${answer({ ok: false })} ${answer({})}`, DIGEST);
    expect(reading).toMatchObject({ usable: true, answer: { ok: false } });
  });
});

describe("an answer is not used", () => {
  test.each([
    ["empty", "  ", "empty"],
    ["prose", "Yes, everything is fine.", "no JSON object"],
    ["cut short", answer({}).slice(0, -2), "no JSON object"],
    ["with ok as a word", answer({ ok: "yes" }), "ok"],
    ["without a reason", answer({ reason: "" }), "reason"],
    ["of another schema", '{"verdict": "pass"}', "ok"],
    ["without evidence", answer({ evidence: [] }), "no evidence"],
    ["with a made-up quote", answer({ evidence: [QUOTE, "All 212 tests pass"] }), "not in the data"],
    ["with a quote too short to prove anything", answer({ evidence: ["a"] }), "not in the data"],
    [
      "with a quote across two parts",
      answer({ evidence: ["from the index. docs/tides.md"] }),
      "not in the data",
    ],
  ])("%s", (_, text, problem) => {
    expect(readAnswer(text, DIGEST)).toEqual({ usable: false, problem: expect.stringContaining(problem) });
  });
});

test("no text makes it throw, and none is used without evidence from the data", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.string().map((text) => `{"ok":true${text}`),
      ),
      (text) => {
        const reading = readAnswer(text, DIGEST);
        if (!reading.usable) return;
        expect(reading.answer.evidence.length).toBeGreaterThan(0);
      },
    ),
  );
});
