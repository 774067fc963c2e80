import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeTitle } from "../../../src/triage/title.ts";

describe("a title", () => {
  test("is one plain line without markup, controls or invisible signs", () => {
    expect(makeTitle("ok, **use** `pnpm`\u0007\n[here](http://x.y) <b>now</b>\u202e")).toBe(
      "Use pnpm here now",
    );
    expect(makeTitle("")).toBe("(no words)");
  });
  test("keeps code readable, in signs that cannot act", () => {
    expect(makeTitle("use Array<string> | null, not `string[]`")).toBe(
      "Use Array‹string› ¦ null, not string[]",
    );
    expect(makeTitle("\u001b[31muse pnpm\u001b[0m")).toBe("Use pnpm");
  });
  test("is never longer than 120 characters and never acts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
        const title = makeTitle(text);
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(120);
        expect(title).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069<>`|]/u);
      }),
    );
  });
});
