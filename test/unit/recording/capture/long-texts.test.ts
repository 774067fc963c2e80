// Long texts go to a thread; what it cannot search in time is not recorded.
import { afterEach, expect, test } from "bun:test";
import { capturePrompt } from "../../../../src/recording/capture/capture-prompt.ts";
import { cutMiddleLoosely, cutTextsLoosely } from "../../../../src/recording/capture/shorten.ts";
import { redactionTime } from "../../../../src/text/redaction/time-limit.ts";

const TOKEN = ["ghp", "_", "1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ"].join("");

afterEach(() => {
  redactionTime.ranOut = false;
});

test("a long prompt with a secret is recorded without it", async () => {
  const captured = await capturePrompt(`${"plain words ".repeat(1_500)}${TOKEN} end`);
  expect(captured?.text).toContain("plain words");
  expect(captured?.text).toContain("[redacted:");
  expect(captured?.text).not.toContain(TOKEN);
});

test("of many texts in a value only a limited number is searched", () => {
  const value = Array.from({ length: 200 }, () => "x".repeat(10_000));
  const cut = cutTextsLoosely(value, 32_000) as string[];
  expect(JSON.stringify(cut).length).toBeLessThan(1_100_000);
  expect(cut.at(-1)).toBe("[cut: too much]");
  expect(cut[0]).toHaveLength(10_000);
});

test("of a very long text with a private passage in its middle only the beginning is kept", () => {
  const text = `head\n${"a b\n".repeat(500_000)}<private>${TOKEN}</private>\ntail`;
  const cut = cutMiddleLoosely(text, 1_000);
  expect(cut.length).toBeLessThan(10_000);
  expect(cut).toStartWith("head\n");
  expect(cut).not.toContain("tail");
});
