import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ContextPart } from "../../../../src/memory/recall/fit-parts.ts";
import { clipToTokens, estimateTokens, fitParts } from "../../../../src/memory/recall/fit-parts.ts";

const anyText = fc.string({ unit: "grapheme", maxLength: 400 });
const anyPart: fc.Arbitrary<ContextPart> = fc
  .record({ id: fc.string({ maxLength: 5 }), heading: anyText, lines: fc.array(anyText, { maxLength: 8 }) })
  .map((part) => ({
    ...part,
    items: part.lines.map((_, n) => ({ source: "observation", id: `${part.id}${n}` })),
  }));

describe("tokens", () => {
  test.each([
    ["", 0],
    ["four words are here", 7],
    ["日本語", 3],
    ["src/store/open.ts", 6],
  ])("%p is counted as %d", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  test("a clipped text is within its tokens, begins like the whole and is well formed", () => {
    fc.assert(
      fc.property(anyText, fc.nat(150), (text, tokens) => {
        const clipped = clipToTokens(text, tokens);
        expect(estimateTokens(clipped)).toBeLessThanOrEqual(tokens);
        expect(text.startsWith(clipped.replace(/…$/, ""))).toBe(true);
        expect(clipped.isWellFormed() || !text.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("parts", () => {
  test("never exceed the tokens, whatever they contain", () => {
    let count = 0;
    fc.assert(
      fc.property(
        anyText,
        fc.array(anyPart, { maxLength: 6 }),
        fc.integer({ min: 0, max: 900 }),
        (frame, parts, tokens) => {
          const fitted = fitParts(frame, parts, tokens);
          if (fitted === null) return;
          count++;
          expect(estimateTokens(fitted.text)).toBeLessThanOrEqual(tokens);
          expect(fitted.tokens).toBe(estimateTokens(fitted.text));
          expect(fitted.lines.length).toBeGreaterThan(0);
        },
      ),
    );
    expect(count).toBeGreaterThan(0);
  });

  test("are empty when there is nothing to say", () => {
    expect(fitParts("Frame:", [], 600)).toBeNull();
    expect(fitParts("Frame:", [{ id: "a", heading: "A:", lines: [] }], 600)).toBeNull();
  });

  test("are each shortened before one is left out", () => {
    const lines = Array.from({ length: 30 }, (_, n) => `line ${n} ${"with words ".repeat(8)}`);
    const parts = ["first", "second", "third"].map((id) => ({ id, heading: `The ${id}:`, lines }));
    const fitted = fitParts("Frame:", parts, 300);
    expect(new Set(fitted?.lines.map(({ part }) => part))).toEqual(new Set(["first", "second", "third"]));
    expect(fitted?.text).toContain("The third:\n- line 0");
    expect(fitted?.text).not.toContain("line 9 ");
  });

  test("name the items they mention, and none that did not fit", () => {
    const lines = ["short", "x".repeat(3000), "short too"];
    const items = lines.map((_, n) => ({ source: "session" as const, id: `s${n}` }));
    const fitted = fitParts("Frame:", [{ id: "a", heading: "A:", lines, items }], 18);
    expect(fitted?.items).toEqual([{ source: "session", id: "s0" }]);
  });

  test("name the source of each line, by default its item", () => {
    const items = [{ source: "memory" as const, id: "m" }];
    const sources = [
      [
        { source: "prompt" as const, id: "7" },
        { source: "session" as const, id: "s" },
      ],
    ];
    const fitted = fitParts(
      "Frame:",
      [
        { id: "a", heading: "A:", lines: ["kept"], items },
        { id: "b", heading: "B:", lines: ["asked", "without"], sources },
      ],
      600,
    );
    expect(fitted?.lines).toEqual([
      { part: "a", from: items },
      { part: "b", from: sources[0] ?? [] },
      { part: "b", from: [] },
    ]);
  });

  test("leave out a later line rather than show only its beginning", () => {
    const lines = [`first ${"word ".repeat(20)}`, `second ${"word ".repeat(20)}`];
    const fitted = fitParts("F", [{ id: "a", heading: "", lines }], 60);
    expect(fitted?.text).toContain("first word");
    expect(fitted?.text).not.toContain("second");
  });

  test("close a quotation that is cut", () => {
    const fitted = fitParts("F", [{ id: "a", heading: "", lines: [`said "${"word ".repeat(400)}"`] }], 60);
    expect(fitted?.text).toMatch(/…"$/);
  });
});
