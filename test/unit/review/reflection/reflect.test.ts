import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Tally } from "../../../../src/review/reflection/detectors/detector.ts";
import { locateLines } from "../../../../src/review/reflection/reflect.ts";
import { renderMarkdown } from "../../../../src/review/reflection/render-markdown.ts";
import { renderSummary } from "../../../../src/review/reflection/save-reflection.ts";
import { assistant, type Json, makeFile, says, user } from "../../transcript/records.ts";
import { at, reflectOn, runs, times } from "./session.ts";

const LONG = "node tools/render.js --input `notes`.txt --output rendered.html";

describe("measures", () => {
  test("count each message once, and its tokens as its last record states them", async () => {
    const split = (output_tokens: number, block: object) =>
      assistant(
        [{ ...block }],
        { timestamp: at(1) },
        { id: "m1", usage: { input_tokens: 7, output_tokens } },
      );
    const { metrics } = await reflectOn([
      user("Go.", { timestamp: at(0) }),
      split(1, { type: "text", text: "I look." }),
      split(9, { type: "tool_use", id: "t", name: "Bash", input: {} }),
      says("Done.", { timestamp: at(90) }),
    ]);
    expect(metrics).toEqual({
      messages: 3,
      userMessages: 1,
      assistantMessages: 2,
      toolUses: 1,
      toolErrors: 0,
      compactions: 0,
      tokens: { input: 17, output: 14, cacheRead: 3, cacheCreation: 2 },
      durationMs: 90_000,
    });
  });

  test("of an empty session are nothing", async () => {
    const { metrics, patterns } = await reflectOn([]);
    expect([metrics.messages, metrics.durationMs, patterns.length]).toEqual([0, 0, 0]);
  });
});

describe("any file", () => {
  const fixtures = `${import.meta.dir}/../../../fixtures/transcripts`;
  test.each([...new Bun.Glob("**/*.jsonl").scanSync(fixtures)])(
    "%s is analysed without an error",
    async (name) => {
      const text = await Bun.file(`${fixtures}/${name}`).text();
      const once = JSON.stringify((await reflectOn(recordsOf(text))).patterns);
      expect(JSON.stringify((await reflectOn(recordsOf(text))).patterns)).toBe(once);
    },
  );

  test("of records with any values is read without an error", async () => {
    const kinds = fc.constantFrom("user", "assistant", "system", "attachment", "progress");
    const record = fc.record({
      type: kinds,
      message: fc.object(),
      subtype: fc.string(),
      attachment: fc.object(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 20 }), async (records) => {
        expect((await reflectOn(records)).metrics.messages).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 50 },
    );
  });
});

test("lines are found for any position in any file", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ maxLength: 30 }), { maxLength: 40 }),
      fc.array(fc.nat({ max: 600 }), { maxLength: 10 }),
      async (lines, places) => {
        const text = Buffer.from(lines.join("\n"));
        const inside = places.filter((place) => place < text.length);
        const found = await locateLines(makeFile(text), places);
        const expected = inside.map((place) => [
          place,
          text.subarray(0, place).toString("latin1").split("\n").length,
        ]);
        expect([...found].sort(([a], [b]) => a - b)).toEqual(
          [...new Map(expected as [number, number][])].sort(([a], [b]) => a - b),
        );
      },
    ),
    { numRuns: 50 },
  );
});

test("a tally of very many keys keeps the frequent ones", () => {
  const tally = new Tally();
  for (let n = 0; n < 30_000; n++) {
    tally.add(`once ${n}`, { at: n, text: "x" });
    if (n % 10 === 0) tally.add("often", { at: n, text: "y" });
  }
  expect(tally.atLeast(2).map(({ key, count }) => `${key} ${count}`)).toEqual(["often 3000"]);
  expect(tally.atLeast(1).length).toBeLessThan(5000);
});

describe("a report", () => {
  test("as Markdown quotes what the session said, without letting it out of its quotation", async () => {
    const reflection = await reflectOn([user("Go."), ...times(5, () => runs(LONG))]);
    const text = renderMarkdown(reflection);
    expect(text).toContain("### 1. The same command 5 times");
    expect(text).toContain("- line 2: ``node tools/render.js --input `notes`.txt --output rendered.html``");
  });

  test("as a summary has the documented keys, and the issues that were filed", async () => {
    const reflection = await reflectOn([user("Go."), says("Done.")]);
    const issues = [{ fingerprint: "f", number: 3, url: "https://github.com/o/r/issues/3" }];
    const summary = JSON.parse(renderSummary(reflection, issues));
    expect(Object.keys(summary)).toEqual([
      "schema_version",
      "session_id",
      "project_dir",
      "transcript_path",
      "created_at",
      "trigger",
      "metrics",
      "claude_trace",
      "patterns",
      "issues",
    ]);
    expect(summary).toMatchObject({ metrics: { user_to_assistant_ratio: 1 }, issues, claude_trace: null });
  });
});

function recordsOf(text: string): Json[] {
  return text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line) as Json];
    } catch {
      return []; // Damaged on purpose.
    }
  });
}
