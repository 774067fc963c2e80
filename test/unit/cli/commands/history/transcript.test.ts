import { describe, expect, test } from "bun:test";
import type { Output } from "../../../../../src/cli/command.ts";
import { showAsJson, showReadable } from "../../../../../src/cli/commands/history/transcript.ts";
import type { DescribedItem } from "../../../../../src/recording/archive/describe-item.ts";

const tag = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
const COLOURED = Object.fromEntries(
  ["bold", "dim", "red", "green", "yellow", "cyan"].map((name) => [name, tag(name)]),
) as unknown as Output["style"];

function view(
  items: Partial<DescribedItem>[],
  options: { full?: boolean; plain?: boolean; json?: boolean } = {},
) {
  const lines: string[] = [];
  const out = { line: (text = "") => void lines.push(text), style: COLOURED } as Output;
  const show = options.json ? showAsJson(out) : showReadable(out, { plain: true, ...options });
  for (const item of items)
    show({ who: "user", label: item.who ?? "user", text: "", at: null, subagent: false, ...item });
  return lines.join("\n");
}

describe("a transcript on the terminal", () => {
  test("has one heading for consecutive text of one speaker, around its calls", () => {
    expect(
      view([
        { text: "Hello" },
        { who: "claude", text: "One moment." },
        { who: "tool", label: "Bash", text: "ls" },
        { who: "claude", text: "Done.\r\nReally.\n" },
      ]),
    ).toBe("\nuser\nHello\n\nclaude\nOne moment.\n  Bash: ls\n\nDone.\nReally.");
  });

  test("marks injected text and shows only its beginning, unless everything is requested", () => {
    const text = Array.from({ length: 9 }, (_, n) => `line ${n}${"x".repeat(300)}`).join("\n");
    const short = view([{ who: "injected", label: "injected by a hook", text }]);
    expect(short).toStartWith("\n[injected by a hook]\n  line 0x");
    expect(short).toEndWith("\n  … 3 lines more, with --full");
    expect(Math.max(...short.split("\n").map(({ length }) => length))).toBeLessThan(210);
    expect(view([{ who: "injected", text }], { full: true })).toContain(`line 8${"x".repeat(300)}`);
  });

  test("distinguishes a subagent from the main agent", () => {
    expect(
      view([
        { who: "claude", text: "a" },
        { who: "claude", text: "b", subagent: true },
      ]),
    ).toBe("\nclaude\na\n\nclaude (subagent)\nb");
  });

  test("cannot move the cursor or hide text", () => {
    const hostile = "\u001b[2Jgone\u202e";
    const shown = view([{ text: hostile }, { who: "tool", label: hostile, text: hostile }]);
    expect(shown).not.toMatch(/[\u001b\u202e]/);
    expect(shown).toContain("\\u{1b}[2Jgone");
  });

  test("is coloured, except with --plain", () => {
    expect(view([{ text: "x" }], { plain: false })).toBe("\n<green><bold>user</bold></green>\nx");
    expect(view([{ text: "x" }])).toBe("\nuser\nx");
  });

  test("is one JSON object per line with --json", () => {
    const lines = view(
      [
        { text: "a\nb", at: 0 },
        { who: "tool", text: "c" },
      ],
      { json: true },
    ).split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { at: "1970-01-01T00:00:00.000Z", who: "user", label: "user", text: "a\nb", subagent: false },
      { at: null, who: "tool", label: "tool", text: "c", subagent: false },
    ]);
  });
});
