// Many patterns have the same long choices in them, such as what people say first: those are kept once.
import type { Alternative, Group, Part } from "../src/triage/text/pattern.ts";

/** In characters of JSON. */
const WORTH_SHARING = 80;
const WORTH_PACKING = 60;

export interface SharedTrees {
  trees: Alternative[][];
  /** By number, as JSON. */
  shared: string[];
}

export function shareTrees(trees: readonly Alternative[][]): SharedTrees {
  const counts = new Map<string, number>();
  for (const tree of trees) countGroups(tree, counts);
  const shared: string[] = [];
  const numbers = new Map<string, number>();
  return { trees: trees.map((tree) => tree.map(shrink)), shared };

  function shrink(alternative: Alternative): Alternative {
    if (typeof alternative === "string") return alternative;
    const [need, ...rest] = alternative as [string, ...Part[]];
    const parts = rest.map((part) => (typeof part === "string" ? part : shrinkGroup(part)));
    const json = JSON.stringify(parts);
    return need === "" || json.length < WORTH_PACKING ? [need, ...parts] : [need, 1, json];
  }

  function shrinkGroup(group: Group): Group {
    const [open, close, spare, ...rest] = group;
    const alternatives = rest as Alternative[];
    const key = JSON.stringify(alternatives);
    if (key.length < WORTH_SHARING || (counts.get(key) ?? 0) < 2)
      return [open, close, spare, ...alternatives.map(shrink)];
    const number = numbers.get(key) ?? shared.push(JSON.stringify(alternatives.map(shrink))) - 1;
    numbers.set(key, number);
    return [open, close, spare, number];
  }
}

function countGroups(alternatives: readonly Alternative[], counts: Map<string, number>): void {
  for (const alternative of alternatives)
    for (const part of typeof alternative === "string" ? [] : alternative) {
      if (typeof part === "string" || typeof part === "number") continue;
      const inner = part.slice(3) as Alternative[];
      const key = JSON.stringify(inner);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      countGroups(inner, counts);
    }
}
