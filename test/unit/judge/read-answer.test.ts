// Models answer in many forms. Only a JSON object whose quotes occur in the data is used.
import { describe, expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import fc from "fast-check";
import { readAnswer } from "../../../src/judge/read-answer.ts";
import { makeTempProject } from "../../helpers/temp.ts";

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

describe("an agent may quote a line of a file", () => {
  const folder = makeTempProject({
    files: { "src/a.ts": "one\nexport const moon = 1;\n", "b c.md": "# Moon\n" },
  });
  symlinkSync("/etc/passwd", `${folder}/link`);
  const read = (quote: string, from: string | null = folder) =>
    readAnswer(answer({ evidence: [quote] }), DIGEST, from).usable;
  test.each<[string, boolean]>([
    ["src/a.ts:2: export const moon = 1;", true],
    ["src/a.ts:2: moon = 1", true],
    ["b c.md:1: # Moon", true],
    [QUOTE, true],
    ["src/a.ts:1: export const moon = 1;", false],
    ["src/a.ts:9: export const moon = 1;", false],
    ["src/a.ts:2: m", false],
    ["src/../../x:1: one", false],
    ["/etc/passwd:1: root", false],
    ["link:1: root", false],
    ["src/none.ts:1: export", false],
  ])("%s: %p", (quote, isUsed) => {
    expect(read(quote)).toBe(isUsed);
  });
  test("a prompt judge may not", () => expect(read("src/a.ts:2: export const moon = 1;", null)).toBe(false));
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
