import { describe, expect, test } from "bun:test";
import { readCorpus } from "../../../../eval/corpus.ts";
import { anchorsOf } from "../../../../scripts/pattern-anchors.ts";
import { treeOf } from "../../../../scripts/pattern-tree.ts";
import { LANGUAGES } from "../../../../src/memory/triage/languages/registry.ts";
import { markEdges } from "../../../../src/memory/triage/text/edges.ts";
import { find, matches } from "../../../../src/memory/triage/text/find.ts";
import { type Pattern, pruneTree } from "../../../../src/memory/triage/text/pattern.ts";
import { signalsFor } from "../../../../src/memory/triage/text/signal-index.ts";
import { TABLES } from "../../../../src/memory/triage/text/tables.generated.ts";
import { readShared, readSignal, readTree } from "../../../../src/memory/triage/text/texts.ts";

const LONG = 120_000;

/** Each pattern as it is written, and as it is used. */
const patterns: [RegExp, Pattern][] = LANGUAGES.flatMap((written, place) => {
  const { from = 0, ...used } = TABLES[place] ?? {};
  return pairsOf(written, { ...used, signals: written.signals.map((_, at) => readSignal(from + at)) });
});

function pairsOf(written: unknown, used: unknown): [RegExp, Pattern][] {
  if (written instanceof RegExp) return [[written, used as Pattern]];
  if (typeof written !== "object" || written === null) return [];
  return Object.entries(written).flatMap(([key, each]) =>
    pairsOf(each, (used as Record<string, unknown>)[key]),
  );
}

describe("the anchors of a pattern", () => {
  const cases: [RegExp, string[][][]][] = [
    [/we (?:decided|chose) to/, [[["~decided~", "~chose~"], ["we~ "], [" ~to"]]]],
    [/(?<!\w)(?:always|never|from now on)(?!\w)/i, [[["~always~", "~never~", "~from~ ~now~ ~on~"]]]],
    [/\bun(?:do|wind)(?:\s+it)?\b/, [[["~un"], ["do~", "wind~"]]]],
    [/\b(?:re)?use(?:s|d)?\b/, [[["use"]]]],
    [/(?:foo|bar)+\b/, [[["foo", "bar"]]]],
    [
      /fixed by \w+ing|(?:now|again) works/,
      [
        [["fixed~ ~by~ "], ["ing"]],
        [[" ~works"], ["now~", "again~"]],
      ],
    ],
    [/favou?rite/, [[["favo"], ["rite"]]]],
    [/(?:a|always)/, []],
    [/(?:always)?x/, []],
    [/use\s+pnpm+/, [[["~pnpm"], ["use~"]]]],
    [/^(?=.*\berrors?\b)fixed/i, [[["~error"], ["~fixed"]]]],
    [/[Pp]refer\.{2}/, [[["refer~."]]]],
    [/\u4ece\u73b0\u5728/, [[["从现在"]]]],
  ];
  for (const [pattern, anchors] of cases)
    test(String(pattern), () => {
      expect(anchorsOf(pattern.source)).toEqual(anchors);
    });
});

describe("a pattern without the choices that a text has no words for", () => {
  const cases: [RegExp, string, string | null][] = [
    [/we (?:decided|chose) to/, "we chose to wait", "we (?:chose) to"],
    [/we (?:decided|chose) to/, "we want to wait", null],
    [/(?:always|never)? ?use \w+|from now on/i, "use pnpm", " ?use \\w+"],
    [/use (?!the|any)\w+/, "use the old one", "use (?!the)\\w+"],
    [/use (?!the|any)\w+/, "use pnpm", "use \\w+"],
    [/(?<!not )(?:done|over)(?=[.!]|$)/, "it is done.", "(?:done)(?=[.!]|$)"],
    [/fix(?:ed|es){1,2}/, "it fixes it", "fix(?:es){1,2}"],
    [/\u4ece\u73b0\u5728|\u4eca\u540e/, "从现在", "从现在"],
  ];
  for (const [pattern, text, source] of cases)
    test(`${pattern} in ${text}`, () => {
      const tree = treeOf(pattern.source);
      expect(pruneTree(tree, markEdges(text), readShared)).toBe(source);
      expect(new RegExp(pruneTree(tree, null, readShared) ?? "", pattern.flags).exec(text)?.[0]).toBe(
        pattern.exec(text)?.[0],
      );
    });
});

test(
  "a pattern is found exactly where it would be without them",
  async () => {
    expect(patterns.length).toBeGreaterThan(200);
    for (const text of await readTexts(32))
      for (const [written, used] of patterns) {
        const own = written.exec(text);
        if (matches(used, text) !== (own !== null) || find(used, text)?.index !== own?.index)
          throw new Error(`${written.source.slice(0, 80)} in ${text}`);
      }
  },
  LONG,
);

test(
  "what is left of a pattern for a text finds the same in it",
  async () => {
    for (const text of await readTexts(240))
      for (const [written, used] of patterns) {
        const own = written.exec(text);
        const source = pruneTree(JSON.parse(readTree(used)), markEdges(text.toLowerCase()), readShared);
        const found = source === null ? null : new RegExp(source, written.flags).exec(text);
        if (found?.index !== own?.index || found?.[0] !== own?.[0])
          throw new Error(`${written.source.slice(0, 80)} in ${text}`);
      }
  },
  LONG,
);

test(
  "a signal whose pattern is found in a text is among those it could have",
  async () => {
    for (const text of await readTexts(32)) {
      const possible = signalsFor(text.toLowerCase(), false);
      for (const [number, { id, pattern }] of LANGUAGES.flatMap(({ signals }) => signals).entries())
        if (pattern.test(text) && !possible.includes(number)) throw new Error(`${id} in ${text}`);
    }
  },
  LONG,
);

/** One of so many: all patterns against all texts take minutes. */
async function readTexts(step: number): Promise<string[]> {
  const texts = (await readCorpus()).flatMap(({ excerpt }) =>
    excerpt.map((each) => ("text" in each ? each.text : each.output)),
  );
  expect(texts.length).toBeGreaterThan(500);
  return texts.filter((_, place) => place % step === 0);
}
