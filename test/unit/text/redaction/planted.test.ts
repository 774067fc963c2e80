import { describe, expect, test } from "bun:test";
import upstream from "../../../../data/redaction/betterleaks.json" with { type: "json" };
import { convertRule, readRegex, type UpstreamRule } from "../../../../scripts/redaction/convert-rule.ts";
import { LEFT_OUT } from "../../../../scripts/redaction/left-out.ts";
import { parseRe2 } from "../../../../scripts/redaction/parse-re2.ts";
import { redact, redactValue } from "../../../../src/text/redaction/redact.ts";
import { measureEntropy } from "../../../../src/text/redaction/rule.ts";
import { makeRandom, type Random } from "./random.ts";
import { type Sample, sampleRe2 } from "./sample-re2.ts";
import { ASSIGNMENTS, QUOTED } from "./secret-assignments.ts";
import { KEYS } from "./secret-keys.ts";
import type { SecretKind } from "./secret-kind.ts";
import { TOKENS } from "./secret-tokens.ts";
import { AS_LINE, AS_WORD, EVERYWHERE, type Surrounding } from "./surroundings.ts";

const ROUNDS = 4;

const PLANTED: [kinds: readonly SecretKind[], surroundings: readonly Surrounding[]][] = [
  [TOKENS, [...EVERYWHERE, ...AS_LINE, ...AS_WORD]],
  [ASSIGNMENTS, [...EVERYWHERE, ...AS_LINE]],
  [QUOTED, [...EVERYWHERE, ...AS_LINE]],
  [KEYS, EVERYWHERE],
];

for (const [kinds, surroundings] of PLANTED)
  for (const { name, make } of kinds)
    test(`no ${name} survives`, () => {
      const random = makeRandom(name.length);
      for (let round = 0; round < ROUNDS; round++) {
        const sample = make(random);
        for (const { name: place, put } of surroundings)
          expect([place, remainsOf(sample, redact(put(sample.text)).text)]).toEqual([place, []]);
        expect(remainsOf(sample, JSON.stringify(redactValue({ a: [{ b: sample.text }] }).value))).toEqual([]);
        expect(remainsOf(sample, JSON.stringify(redactValue({ [sample.text]: 1 }).value))).toEqual([]);
      }
    });

describe("the rule set", () => {
  for (const rule of (upstream as UpstreamRule[]).filter(({ id }) => !(id in LEFT_OUT)))
    test(`no secret of ${rule.id} survives`, () => {
      const random = makeRandom(rule.id.length);
      const needed = convertRule(rule)[0]?.needs;
      for (let round = 0; round < ROUNDS; round++) {
        const sample = sampleRule(rule, random);
        const text = needed === undefined ? sample.text : `${needed}\n${sample.text}`;
        for (const { name: place, put } of EVERYWHERE.filter(({ name }) => name !== "JSON in JSON in JSON"))
          expect([place, remainsOf(sample, redact(put(text)).text)]).toEqual([place, []]);
      }
    });
});

/** A secret that upstream would report: random enough, and not a word. */
function sampleRule(rule: UpstreamRule, random: Random): Sample {
  const tree = parseRe2(readRegex(rule));
  const needsDigit = convertRule(rule).some((converted) => converted.needsDigit);
  for (let attempt = 0; attempt < 1000; attempt++) {
    const sample = sampleRe2(tree, random);
    if ((/\d/.test(sample.secret) || !needsDigit) && measureEntropy(sample.secret) > (rule.entropy ?? 0))
      return sample;
  }
  throw new Error(`no secret could be made up for ${rule.id}`);
}

/** The parts of a secret that are still in the text. */
function remainsOf({ text, secret }: Sample, redacted: string): string[] {
  const half = Math.ceil(secret.length / 2);
  const parts =
    secret === ""
      ? text.split("\n").filter((line) => line.length === 64)
      : [secret, secret.slice(0, half), secret.slice(-half)];
  return parts.filter(
    (part) =>
      part.length >= 6 && (redacted.includes(part) || redacted.includes(JSON.stringify(part).slice(1, -1))),
  );
}
