import { expect, test } from "bun:test";
import { bodyForTitle } from "../../../../src/memory/files/memory-file.ts";

const link = "See [the RFC](https://example.invalid/rfc) for sessions";

test.each([
  ["a plain title", "Use pnpm", "Why.", "Why."],
  ["markup that only formats words", "Use **pnpm**", "Why.", "Why."],
  ["markup, without a body", "Use **pnpm**", "", "Use **pnpm**"],
  ["a link", link, "Why.", `${link}\n\nWhy.`],
  ["a link in HTML", '<a href="/rfc">The RFC</a> holds', "Why.", '<a href="/rfc">The RFC</a> holds\n\nWhy.'],
  ["a link that the body has", link, "Why: https://example.invalid/rfc", "Why: https://example.invalid/rfc"],
  ["a link that the body begins with", link, `${link}\n\nWhy.`, `${link}\n\nWhy.`],
  ["an address that stays in the title", "See https://example.invalid/rfc", "Why.", "Why."],
  ["code that looks like a link", "Call `a[i](x.y)` first", "Why.", "Why."],
])("what does not fit a title is in the body: %s", (_, title, body, text) => {
  expect(bodyForTitle(title, body)).toBe(text);
});
