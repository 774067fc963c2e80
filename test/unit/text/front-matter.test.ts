import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readFrontMatter } from "../../../src/text/front-matter.ts";

function fieldsOf(lines: string): Record<string, unknown> {
  const front = readFrontMatter(`---\n${lines}\n---\nbody\n`);
  return front.state === "read" ? Object.fromEntries(front.fields) : { state: front.state };
}

describe("front matter", () => {
  test.each<[string, string, Record<string, unknown>]>([
    ["plain values", "id: a-b\ntitle: Use pnpm", { id: "a-b", title: "Use pnpm" }],
    ["quotes of both kinds", `a: "x: \\"y\\""\nb: 'it''s'`, { a: 'x: "y"', b: "it's" }],
    ["a list on one line", 'tags: [a, "b, c", d]', { tags: ["a", "b, c", "d"] }],
    ["a list of lines", "tags:\n  - a\n  - b", { tags: ["a", "b"] }],
    [
      "one level of nesting",
      "source:\n  session: s1\n  who: user",
      { source: { session: "s1", who: "user" } },
    ],
    ["comments and empty lines", "# note\n\nid: a # why", { id: "a" }],
    ["a value with a colon", "title: a: b", { title: "a: b" }],
    ["an empty value", "title:", { title: "" }],
    ["an unclosed quote", 'title: "half', { title: '"half' }],
    ["an escape that JSON does not know", 'title: "a\\x41"', { title: "aA" }],
    ["an unknown escape", 'title: "C:\\xampp"', { title: "C:\\xampp" }],
    ["text over several lines", "why: >\n  one\n  two\nid: a", { why: "one two\n", id: "a" }],
    ["a list indented by tabs", "tags:\n\t- a\n\t- b", { tags: ["a", "b"] }],
    ["a list with an empty item", "tags: [a, , b]", { tags: ["a", "b"] }],
    ["marks that YAML reserves", "a: @x\nb: **bold** x\nc: #1", { a: "@x", b: "**bold** x", c: "#1" }],
    ["brackets that are not a list", "a: [draft] x\nb: {x: y}", { a: "[draft] x", b: "{x: y}" }],
    ["two fields with the same name", "id: a\nid: b", { id: "b" }],
    [
      "lines that are not fields",
      "id: a\njust text\nsource:\n  who: user\nmore",
      { id: "a", source: { who: "user" } },
    ],
    ["an anchor and an alias, as text", "a: &x [1]\nb: *x", { a: "&x [1]", b: "*x" }],
    ["a tag, as text", "a: !!js/function x", { a: "!!js/function x" }],
    ["a name that objects inherit", "constructor: x\ntoString: y", { constructor: "x", toString: "y" }],
  ])("reads %s", (_, lines, fields) => {
    expect(fieldsOf(lines)).toEqual(fields);
  });

  test("a text without it is all body, and line endings and byte order marks are handled", () => {
    expect(readFrontMatter("just text")).toEqual({ state: "none", body: "just text" });
    expect(readFrontMatter("\uFEFF---\r\nid: a\r\n---\r\nbody")).toEqual({
      state: "read",
      fields: new Map([["id", "a"]]),
      body: "body",
    });
  });

  test.each<[string, string]>([
    ["a half-written one", "---\nid: a\ntitle: Use"],
    ["one without an end", `---\n${"key: value\n".repeat(50)}`],
    ["a huge one", `---\ntitle: ${"x".repeat(100_000)}\n---\nbody`],
    ["one with thousands of lines", `---\n${"a: b\n".repeat(1000)}---\nbody`],
  ])("refuses %s", (_, text) => {
    expect(readFrontMatter(text).state).toBe("broken");
  });

  test("an alias bomb stays as small as it was written", () => {
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ..."bcdefgh".split("").map((key) => `${key}: &${key} [*a,*a,*a,*a,*a,*a,*a,*a,*a]`),
    ];
    expect(JSON.stringify(fieldsOf(bomb.join("\n"))).length).toBeLessThan(600);
  });

  test("never throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        expect(["none", "read", "broken"]).toContain(readFrontMatter(`---\n${text}`).state);
      }),
    );
  });
});
