import { describe, expect, test } from "bun:test";
import { readCorpus } from "../../../eval/corpus.ts";
import { anchorsOf } from "../../../scripts/pattern-anchors.ts";
import { LANGUAGES } from "../../../src/triage/languages/registry.ts";
import { find, matches } from "../../../src/triage/text/find.ts";

const patterns = LANGUAGES.flatMap(({ signals, boosters, moods, turn }) => [
  ...signals.flatMap(({ pattern, near, unless }) => [pattern, near ?? pattern, unless ?? pattern]),
  ...boosters.map(({ pattern }) => pattern),
  ...Object.values(moods),
  turn,
]);

describe("the anchors of a pattern", () => {
  const cases: [RegExp, string[][][]][] = [
    [/we (?:decided|chose) to/, [[["decided", "chose"], ["we "], [" to"]]]],
    [/(?<!\w)(?:always|never|from now on)(?!\w)/i, [[["always", "never", "from now on"]]]],
    [
      /fixed by \w+ing|(?:now|again) works/,
      [
        [["fixed by "], ["ing"]],
        [[" works"], ["now", "again"]],
      ],
    ],
    [/favou?rite/, [[["favo"], ["rite"]]]],
    [/(?:a|always)/, []],
    [/(?:always)?x/, []],
    [/use\s+pnpm+/, [[["pnpm"], ["use"]]]],
    [/^(?=.*\berrors?\b)fixed/i, [[["error"], ["fixed"]]]],
    [/[Pp]refer\.{2}/, [[["refer."]]]],
    [/\u4ece\u73b0\u5728/, [[["从现在"]]]],
  ];
  for (const [pattern, anchors] of cases)
    test(String(pattern), () => {
      expect(anchorsOf(pattern.source)).toEqual(anchors);
    });
});

test("a pattern is found exactly where it would be without them", async () => {
  const texts = (await readCorpus()).flatMap(({ excerpt }) =>
    excerpt.map((each) => ("text" in each ? each.text : each.output)),
  );
  expect(texts.length).toBeGreaterThan(500);
  for (const text of texts)
    for (const pattern of patterns) {
      const own = pattern.exec(text);
      if (matches(pattern, text) !== (own !== null) || find(pattern, text)?.index !== own?.index)
        throw new Error(`${pattern.source.slice(0, 80)} in ${text}`);
    }
});
