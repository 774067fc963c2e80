// Generates a text that a rule's regex matches, and says which part of it is the secret.
import type { Node, Range } from "../../../../scripts/redaction/re2-tree.ts";
import type { Random } from "./random.ts";

/** `lines`: the parts of a secret that has several, none of which may be left. */
export type Sample = { text: string; secret: string; lines?: readonly string[] };

export function sampleRe2(node: Node, random: Random): Sample {
  const captures: string[] = [];
  const text = sample(node, random, captures);
  return { text, secret: captures.toSorted((a, b) => b.length - a.length)[0] ?? text };
}

function sample(node: Node, random: Random, captures: string[]): string {
  switch (node.kind) {
    case "edge":
      return "";
    case "set":
      return sampleSet(node.ranges, random);
    case "seq":
      return node.items.map((item) => sample(item, random, captures)).join("");
    case "alt":
      return sample(random.pick(node.options), random, captures);
    case "capture": {
      const place = captures.push("") - 1;
      const text = sample(node.item, random, captures);
      captures[place] = text;
      return text;
    }
    case "repeat": {
      const most = Math.min(node.max, node.min + 8);
      const times = node.min + random.below(most - node.min + 1);
      return Array.from({ length: times }, () => sample(node.item, random, captures)).join("");
    }
  }
}

function sampleSet(ranges: readonly Range[], random: Random): string {
  const chars = ranges.flatMap(([from, to]) => printable(Math.max(from, 32), Math.min(to, 126)));
  return chars.length > 0 ? random.pick(chars) : String.fromCharCode(ranges[0]?.[0] ?? 32);
}

function printable(from: number, to: number): string[] {
  return from > to
    ? []
    : Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));
}
