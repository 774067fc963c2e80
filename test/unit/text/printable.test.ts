import { expect, test } from "bun:test";
import { printable, quote } from "../../../src/text/printable.ts";

test.each([
  ["an escape sequence that erases the line", "\u001b[2Krm -rf", "\\u{1b}[2Krm -rf"],
  ["a carriage return that overwrites the line", "evil\rgood", "evil\\u{d}good"],
  ["a one-character control sequence", "\u009b2J", "\\u{9b}2J"],
  ["a direction override", "\u202egpj.exe", "\\u{202e}gpj.exe"],
  ["a zero-width space", "a\u200bb", "a\\u{200b}b"],
  ["a lone surrogate", "\ud800", "\\u{d800}"],
  ["an invisible tag character", "\u{e0041}", "\\u{e0041}"],
])("%s becomes visible", (_name, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test("ordinary text in any script stays as it is", () => {
  const text = 'tab\tand\nline, "quotes", grüße, 日本語, 🚀';
  expect(printable(text)).toBe(text);
});

test("a quoted text stays on one line and is cut when long", () => {
  expect(quote("a\nb")).toBe('"a\\nb"');
  expect(quote("x".repeat(100), 5)).toBe('"xxxxx…"');
});
