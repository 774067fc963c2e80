import { type LiteralIndex, slotAt } from "../../src/redaction/literal-scan.ts";
import { GROUP_SIZE } from "../../src/redaction/rule.ts";

type Group = readonly { starts: readonly string[]; least?: number }[];

type Literal = { rules: number[]; least: number };

export function indexLiterals(groups: readonly Group[]): LiteralIndex {
  const slots = new Map<number, string[]>();
  for (const [literal, { least, rules }] of listLiterals(groups)) {
    const offset = rarestPart(literal);
    slots
      .getOrInsertComputed(slotAt(literal, offset), () => [])
      .push([literal, offset, least, rules].join("\t"));
  }
  return { used: [...slots.keys()], buckets: Array.from(slots.values(), (entries) => entries.join("\t")) };
}

function listLiterals(groups: readonly Group[]): Map<string, Literal> {
  const literals = new Map<string, Literal>();
  for (const [place, group] of groups.entries()) {
    if (group.length > GROUP_SIZE) throw new Error(`a group of ${group.length} rules is too large`);
    for (const [index, { starts, least = 0 }] of group.entries())
      for (const start of starts) {
        const literal = literals.getOrInsertComputed(start, () => ({ rules: [], least }));
        literal.rules.push(place * GROUP_SIZE + index);
        literal.least = Math.min(literal.least, least);
      }
  }
  return literals;
}

/** Letters of English and of programs, the most frequent first; what is not in it counts as rare. */
const FREQUENT = " etaoinsrhldcumfpgwyb";

/** The three characters of a literal that ordinary text has least often. */
function rarestPart(literal: string): number {
  const rarity = Array.from(literal, (char) =>
    FREQUENT.includes(char) ? FREQUENT.indexOf(char) : FREQUENT.length,
  );
  let rarest = 0;
  for (let offset = 1; offset + 3 <= literal.length; offset++)
    if (sum(rarity, offset) > sum(rarity, rarest)) rarest = offset;
  return rarest;
}

function sum(rarity: readonly number[], offset: number): number {
  return (rarity[offset] ?? 0) + (rarity[offset + 1] ?? 0) + (rarity[offset + 2] ?? 0);
}
