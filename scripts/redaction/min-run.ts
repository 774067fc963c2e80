import type { Node } from "./re2-tree.ts";

/** Enough to distinguish a token from an identifier. */
const MAX_RUN = 24;

/** How many characters at the start of every match are neither space, quote nor bracket. */
export function minRun(node: Node): number {
  return Math.min(MAX_RUN, measure(node).length);
}

type Run = { length: number; whole: boolean };

function measure(node: Node): Run {
  switch (node.kind) {
    case "edge":
      return { length: 0, whole: true };
    case "set": {
      const isToken = node.ranges.every(([from, to]) => isTokenRange(from, to));
      return { length: isToken ? 1 : 0, whole: isToken };
    }
    case "capture":
      return measure(node.item);
    case "alt": {
      const runs = node.options.map(measure);
      return { length: Math.min(...runs.map((run) => run.length)), whole: runs.every((run) => run.whole) };
    }
    case "repeat": {
      const { length, whole } = measure(node.item);
      if (!whole) return { length: node.min > 0 ? length : 0, whole: false };
      return { length: length * node.min, whole: true };
    }
    case "seq": {
      let length = 0;
      for (const item of node.items) {
        const run = measure(item);
        length += run.length;
        if (!run.whole) return { length, whole: false };
      }
      return { length, whole: true };
    }
  }
}

function isTokenRange(from: number, to: number): boolean {
  if (from <= 32 || to > 126) return false;
  for (const char of "\"'`(){}[]<>,;")
    if (from <= char.charCodeAt(0) && char.charCodeAt(0) <= to) return false;
  return true;
}
