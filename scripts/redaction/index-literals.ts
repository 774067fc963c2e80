import frequent from "../../data/redaction/frequent-parts.json" with { type: "json" };
import { type LiteralIndex, slotAt } from "../../src/text/redaction/literal-scan.ts";
import { GROUP_SIZE } from "../../src/text/redaction/rule.ts";

type Group = readonly { starts: readonly string[]; minRun?: number }[];

type Literal = { rules: number[]; minRun: number };

export function indexLiterals(groups: readonly Group[]): LiteralIndex {
  const slots = new Map<number, string[]>();
  const literals = [...listLiterals(groups)].toSorted(([a], [b]) => a.length - b.length);
  for (const [literal, { minRun, rules }] of literals) {
    const offset = cheapestPart(literal, slots);
    slots
      .getOrInsertComputed(slotAt(literal, offset), () => [])
      .push([literal, offset, minRun, rules].join("\t"));
  }
  let buckets = "";
  const ends = Array.from(slots.values(), (entries) => {
    buckets += entries.join("\t");
    return buckets.length;
  });
  return { used: [...slots.keys()], ends, buckets };
}

function listLiterals(groups: readonly Group[]): Map<string, Literal> {
  const literals = new Map<string, Literal>();
  for (const [place, group] of groups.entries()) {
    if (group.length > GROUP_SIZE) throw new Error(`a group of ${group.length} rules is too large`);
    for (const [index, { starts, minRun = 0 }] of group.entries())
      for (const start of starts) {
        if (start.includes("\t")) throw new Error("a tab separates literals, and may not be in one");
        const literal = literals.getOrInsertComputed(start, () => ({ rules: [], minRun }));
        literal.rules.push(place * GROUP_SIZE + index);
        literal.minRun = Math.min(literal.minRun, minRun);
      }
  }
  return literals;
}

/** How often each slot occurs in ordinary text, from a list of three-character sequences, the most frequent first. */
const COSTS = new Map<number, number>();
for (let rank = 0; rank * 3 < frequent.parts.length; rank++) {
  const slot = slotAt(frequent.parts, rank * 3);
  COSTS.set(slot, (COSTS.get(slot) ?? 0) + 1 / (rank + 1));
}

const RARE = 1 / 5000;

/** The offset of the three characters at which the scan stops least often: a slot already in use costs nothing. */
function cheapestPart(literal: string, used: ReadonlyMap<number, unknown>): number {
  const cost = (offset: number): number => {
    const slot = slotAt(literal, offset);
    return used.has(slot) ? 0 : (COSTS.get(slot) ?? RARE);
  };
  let cheapest = 0;
  for (let offset = 1; offset + 3 <= literal.length; offset++)
    if (cost(offset) < cost(cheapest)) cheapest = offset;
  return cheapest;
}
