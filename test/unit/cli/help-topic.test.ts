import { describe, expect, test } from "bun:test";
import { PLAIN_STYLE } from "../../../src/cli/command.ts";
import { renderMarkdown } from "../../../src/cli/render-markdown.ts";
import { findTopic, TOPIC_INDEX, TOPICS } from "../../../src/cli/topics.ts";
import { readEnvironment } from "../../../src/config/environment.ts";
import { runCli } from "../../helpers/run-cli.ts";
import { makeTempHome } from "../../helpers/temp.ts";

const help = (...words: string[]) => {
  const HOME = makeTempHome();
  return runCli(readEnvironment({ HOME }), HOME, "help", ...words);
};
const render = (text: string, width = 40) => renderMarkdown(text, { style: PLAIN_STYLE, width });

test("a topic is found by its name or by a word of it", async () => {
  const page = await help("locks-and-loops");
  expect(page.exitCode).toBe(0);
  expect(page.text).toContain("A lock keeps Claude working");
  for (const word of ["locks", "loops"]) expect((await help(word)).text).toBe(page.text);
  expect(findTopic("and")).toBeNull();
});

test("a command or group of the same name comes first and names its guide", async () => {
  for (const word of ["flow", "config", "checks", "mcp"]) {
    expect((await help(word)).text).toContain(`Guide: holdfast help topic ${word}`);
    expect((await help("topic", word)).text).not.toContain("Usage");
  }
  expect((await help("lock")).text).toContain("Guide: holdfast help locks-and-loops");
});

test("a wrong topic gets a suggestion and the list", async () => {
  const { exitCode, text } = await help("qualty");
  expect(exitCode).toBe(1);
  expect(text).toContain("Did you mean `holdfast help quality`?");
  expect(text).toContain(`Topics: ${Object.keys(TOPICS).join(", ")}.`);
  expect((await help("flwo")).text).toContain("Did you mean `holdfast help flow`?");
  expect((await help("qqqqqqqq")).text).not.toContain("Did you mean");
});

test("`help topics` prints the index", async () => {
  expect((await help("topics")).text).toContain("I want to");
  expect((await help("topic")).text).toBe((await help("topics")).text);
});

describe("every topic", () => {
  test.each(Object.entries({ ...TOPICS, index: TOPIC_INDEX }))(
    "%s has no words of a link to the internals",
    (_, text) => {
      const shown = render(text.replaceAll(/\[[^\]]+\]\(internals\//g, "[internals](internals/"), 120);
      expect(shown).not.toContain("internals");
    },
  );

  test.each(Object.keys(TOPICS))("%s fits the terminal, apart from code and long words", (topic) => {
    for (const width of [60, 80, 120]) {
      const lines = render(TOPICS[topic] ?? "", width).split("\n");
      const code = new Set((TOPICS[topic] ?? "").split("\n").map((line) => line.trim()));
      const isLong = (line: string) => Bun.stringWidth(line) > width && !/\S{24}|`holdfast help/.test(line);
      expect(lines.filter((line) => isLong(line) && !code.has(line.trim()))).toEqual([]);
      expect(lines.join("\n")).not.toMatch(/\]\([a-z-]+\.md|^\|/m);
    }
  });
});

test("paragraphs and list items are filled", () => {
  expect(render("one\ntwo\n\n- three\n  four\n- five")).toBe("one two\n\n- three four\n- five");
});

test("code stays as it is", () => {
  expect(render("```sh\na   b\n\n| c |\n```")).toBe("  a   b\n\n  | c |");
});

test("a table that is too wide becomes a list of its rows", () => {
  const narrow = "| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 \\| 4 |";
  expect(render(narrow)).toBe("  a  b  c\n  1  2  3 | 4");
  const wide = `| name | first | second |\n|---|---|---|\n| x | ${"long ".repeat(8)}| y |`;
  expect(render(wide)).toBe(
    "  x\n    first: long long long long long long\n           long long\n    second: y",
  );
});

test("links name the topic, or nothing that is not part of the executable", () => {
  expect(render("[checks](quality.md#by-hand), [security.md](security.md), [Flow](flow.md)", 120)).toBe(
    "checks (`holdfast help quality`), `holdfast help security`, `holdfast help topic flow`",
  );
  expect(render("[how](../src/a.ts), [gh](https://cli.github.com)", 120)).toBe(
    "how, gh (https://cli.github.com)",
  );
});

test.each([
  ["One. [How](internals/a.md), [why](internals/b.md). Two ([list](internals/c.md#d)).", "One. Two."],
  ["Is it so? [How](internals/a.md).", "Is it so?"],
  ["Before.\n\n[How](internals/a.md).\n\nAfter.", "Before.\n\nAfter."],
])("what only links to the internals is left out: %j", (text, shown) => {
  expect(render(text, 120)).toBe(shown);
});
