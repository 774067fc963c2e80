import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findFreeName } from "../../../../src/memory/files/save-memory.ts";
import { slugOf } from "../../../../src/memory/files/slug.ts";

describe("a file's name", () => {
  test.each([
    ["Use pnpm, never npm", "use-pnpm-never-npm"],
    ["Ärger mit Größe", "arger-mit-gro-e"],
    ["../../etc/passwd", "etc-passwd"],
    ["C:\\Windows\\x", "c-windows-x"],
    ["a\u0000b/c", "a-b-c"],
    ["-rf --no-preserve-root", "rf-no-preserve-root"],
  ])("of %j is %s", (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  test.each(["🎉🎉", "..", "\u202Etxt.exe".slice(0, 1), "从现在开始总是用", "a"])(
    "of %j is distinguished by a hash",
    (title) => {
      expect(slugOf(title)).toMatch(/^memory-[0-9a-f]{8}$/);
    },
  );

  test("is plain, short and the same each time, whatever the title", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 5000 }), (title) => {
        expect(slugOf(title)).toMatch(/^[a-z0-9][a-z0-9-]{0,59}$/);
        expect(slugOf(title)).toBe(slugOf(title));
      }),
    );
    expect(slugOf("long ".repeat(1000)).length).toBeLessThanOrEqual(60);
  });

  test("counts up while it is taken, but not forever", () => {
    const taken = new Set(["a", "a-2"]);
    expect(findFreeName("a", (name) => taken.has(name))).toBe("a-3");
    expect(findFreeName("a", (name) => /^a(-\d)?$/.test(name))).toMatch(/^a-[0-9a-f]{8}$/);
  });
});
