import { describe, expect, test } from "bun:test";
import upstream from "../../../../data/redaction/betterleaks.json" with { type: "json" };
import { renderRedactionRules } from "../../../../scripts/generate-redaction.ts";
import { LEFT_OUT } from "../../../../scripts/redaction/left-out.ts";
import { literalStarts } from "../../../../scripts/redaction/literal-starts.ts";
import { parseRe2 } from "../../../../scripts/redaction/parse-re2.ts";
import { isCaseless, printRegex } from "../../../../scripts/redaction/print-regex.ts";
import { OWN_GROUPS } from "../../../../src/text/redaction/own-rules.ts";
import { RULE_GROUPS, RULE_SET } from "../../../../src/text/redaction/rules.generated.ts";

const root = `${import.meta.dir}/../../../..`;

test("the generated rules are those of the pinned rule set and of our own tables", async () => {
  expect(await Bun.file(`${root}/src/text/redaction/rules.generated.ts`).text()).toBe(
    await renderRedactionRules(),
  );
});

test("every rule of the rule set is included, or left out for a reason", () => {
  const generated = new Set(RULE_GROUPS.flatMap((list) => list().map(({ id }) => id)));
  const missing = upstream.filter(({ id }) => !generated.has(id) && !(id in LEFT_OUT));
  expect(missing).toEqual([]);
  expect<number>(RULE_SET.count).toBe(generated.size);
  expect(RULE_SET.count + Object.keys(LEFT_OUT).length).toBe(upstream.length);
});

test("the document names the rule set, its version and its licence", async () => {
  const text = await Bun.file(`${root}/docs/internals/redaction.md`).text();
  for (const fact of [RULE_SET.name, RULE_SET.version, RULE_SET.licence, String(RULE_SET.count)])
    expect(text).toContain(fact);
});

test("every literal is long enough for the scan, in lower case, and its rule's id can be used in a mark", () => {
  const rules = [...OWN_GROUPS, ...RULE_GROUPS].flatMap((list) => list());
  const unfit = rules.filter(
    ({ id, starts }) =>
      !/^[a-z0-9-]+$/.test(id) || starts.some((start) => start.length < 3 || start !== start.toLowerCase()),
  );
  expect(unfit).toEqual([]);
});

describe("an RE2 regex keeps its meaning", () => {
  const cases: [re2: string, matching: string[], other: string[]][] = [
    ["(?i)ab[c-e]", ["abc", "ABD", "aBe"], ["abf"]],
    ["a(?i)b", ["ab", "aB"], ["Ab"]],
    ["a(?i:b)c", ["aBc"], ["aBC"]],
    ["(?i)a(?-i:b)c", ["AbC"], ["ABC"]],
    ["[[:alnum:]]{2}\\z", ["a1"], ["a_", "a1\n"]],
    ["a\\sb", ["a b", "a\tb"], ["a\u00a0b", "a\vb"]],
    ["a.b", ["a\rb", "a b"], ["a\nb"]],
    ["(?s:a.b)", ["a\nb"], ["ab"]],
    ["(?P<name>x)\\x60[^\\]a-]", ["x`b"], ["x`a", "x`]", "x`-"]],
    ["a{2,3}?b|c*d?", ["aab", "aaab", "ccd", ""], ["ab"]],
    ["\\bfoo\\B", [], ["foo", "xfoo"]],
  ];
  for (const [re2, matching, other] of cases)
    test(re2, () => {
      const tree = parseRe2(re2);
      const caseless = isCaseless(tree);
      const regex = new RegExp(`^(?:${printRegex(tree, caseless)})$`, caseless ? "i" : "");
      expect(matching.filter((text) => !regex.test(text))).toEqual([]);
      expect(other.filter((text) => regex.test(text))).toEqual([]);
    });

  test("unknown syntax is refused", () => {
    for (const re2 of ["a(?=b)", "\\pL", "(?<!a)b", "a**(", "[a"]) expect(() => parseRe2(re2)).toThrow();
  });

  test("every match starts with one of its literals", () => {
    expect(literalStarts(parseRe2("\\b((?:A3T[A-Z0-9]|AKIA|ASIA)[A-Z2-7]{16})\\b"))).toEqual([
      "a3t",
      "akia",
      "asia",
    ]);
    expect(literalStarts(parseRe2("(?i)linked[_-]?in"))).toEqual(["linked-in", "linked_in", "linkedin"]);
    expect(literalStarts(parseRe2("S[0-9]x"))?.length).toBe(10);
    expect(literalStarts(parseRe2("[a-z]+token"))).toBeUndefined();
  });
});
