// Many patterns have the same long choices in them, such as what people say first: those are kept once. And what is
// mostly not needed is kept apart, too: it is read when it is.
import type { Alternative, Group, Part } from "../src/memory/triage/text/pattern.ts";

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
    return need === "" || json.length < WORTH_PACKING ? [need, ...parts] : [need, numberOf(json)];
  }

  function shrinkGroup(group: Group): Group {
    const [open, close, place, ...rest] = group;
    const alternatives = rest as Alternative[];
    const key = JSON.stringify(alternatives);
    if (key.length < WORTH_SHARING || (counts.get(key) ?? 0) < 2)
      return [open, close, place, ...alternatives.map(shrink)];
    return [open, close, place, numberOf(JSON.stringify(alternatives.map(shrink)))];
  }

  function numberOf(json: string): number {
    return numbers.getOrInsertComputed(json, () => shared.push(json) - 1);
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
