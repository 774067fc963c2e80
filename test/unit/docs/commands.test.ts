// The pages name only commands and options that exist.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { COMMANDS, GROUPS } from "../../../src/cli/registry.ts";
import { TOPICS } from "../../../src/cli/topics.ts";

const ROOT = resolve(import.meta.dir, "../../..");
const find = (pattern: string) => [...new Bun.Glob(pattern).scanSync(ROOT)].sort();

describe("commands and options exist", () => {
  test.each([
    "README.md",
    "plugin/README.md",
    ...find("docs/**/*.md"),
    ...find("plugin/{skills,commands}/**/*.md"),
  ])("%s", async (path) => {
    const lines = commandLines(readFileSync(join(ROOT, path), "utf8"));
    const wrong = await Promise.all(lines.map(async (line) => ((await exists(line)) ? [] : [line])));
    expect(wrong.flat()).toEqual([]);
  });
});

/** What follows `holdfast` in code spans, and in code blocks where a command begins. */
function commandLines(text: string): string[] {
  const parts = text.split(/^```/m);
  const blocks = parts.filter((_, index) => index % 2 === 1).join("\n");
  const prose = parts.filter((_, index) => index % 2 === 0).join("\n");
  // A message of holdfast is no command.
  const isMessage = (line: string) => line.includes("`") || line.startsWith("holdfast holds");
  const lines = blocks
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => !isMessage(line));
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span.replaceAll("\n", " "));
  return [...lines, ...spans].flatMap((line) =>
    [...line.matchAll(/(?:^ *|[$!(|] ?|&& |run: )holdfast ([a-z]\S*(?: [^#|&;…]*)?)/g)]
      .map(([, command = ""]) => command.trim())
      .filter((command) => !/^\w+:/.test(command)),
  );
}

async function exists(line: string): Promise<boolean> {
  const [first = "", second = ""] = line.split(/\s+/);
  if (first === "help" || first === "hook") return true;
  const name = Object.hasOwn(COMMANDS, `${first} ${second}`) ? `${first} ${second}` : first;
  if (!Object.hasOwn(COMMANDS, name)) return first in GROUPS && /^[A-Z]?$/.test(second.slice(0, 1));
  const { command } = (await COMMANDS[name]?.load()) ?? {};
  const options = [...line.replace(/"[^"]*"|'[^']*'/g, "").matchAll(/(?<=\s)--([a-z-]+)/g)];
  return options.every(
    ([, option = ""]) => option === "help" || Object.hasOwn(command?.options ?? {}, option),
  );
}

test("`holdfast help` is named only with a topic, a command or a group", () => {
  const known = new Set([...Object.keys(TOPICS), ...Object.keys(COMMANDS), ...Object.keys(GROUPS)]);
  const parts = new Set([...known].flatMap((name) => [name, ...name.split(/[- ]/), `${name}s`]));
  const texts = [...find("src/**/*.ts"), ...find("plugin/**/*.md"), "README.md", ...find("docs/*.md")];
  const unknown = texts.flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(/holdfast help (?:topic )?([a-z][a-z-]*)/g)]
      .filter(([, word = ""]) => !parts.has(word) && !["topic", "topics"].includes(word))
      .map(([found]) => `${path}: ${found}`),
  );
  expect(unknown).toEqual([]);
});
