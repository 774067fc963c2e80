import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { commandTitle, makeTitle } from "../../../../src/memory/triage/title.ts";

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

describe("the title of a command that failed and passes", () => {
  test("has the command as it is typed", () => {
    expect(commandTitle("npm test", "Error: no such table", "changed schema.sql")).toBe(
      "npm test: Error: no such table; changed schema.sql",
    );
  });

  test("cuts a long command and a long error at a word, and says so", () => {
    const title = commandTitle(
      `deploy ${"--flag value ".repeat(9)}`,
      "ModuleNotFoundError: No module named 'extract_the_whole_feed' in the package",
      "changed pyproject.toml",
    );
    expect(title.length).toBeLessThanOrEqual(120);
    expect(title).toMatch(/^deploy [\w -]+…: ModuleNotFoundError: No module named…; changed pyproject.toml$/);
  });
});
