// Finds the literals with which every match of a rule starts. The redactor searches for them in one pass over the text.
import type { Node } from "./re2-tree.ts";

const MIN_LENGTH = 3;
const MAX_LENGTH = 16;
const MAX_STARTS = 80;
/** More literals than this are shortened. */
const MANY = 8;
/** A set of more characters ends a literal that is long enough. */
const FEW = 4;

type Start = { text: string; open: boolean };

/** In lower case; undefined when some match may start with fewer than three known characters. */
export function literalStarts(node: Node): string[] | undefined {
  const starts = startsOf(node, 0);
  const distinct = new Set(starts.map(({ text }) => text.slice(0, MAX_LENGTH)));
  const texts = distinct.size <= MANY ? [...distinct] : shorten(distinct);
  if (texts.length > MAX_STARTS || texts.some((text) => text.length < MIN_LENGTH)) return undefined;
  return texts.filter((text) => !texts.some((other) => other !== text && text.startsWith(other))).toSorted();
}

function shorten(texts: Iterable<string>): string[] {
  return [...new Set(Array.from(texts, (text) => text.slice(0, MIN_LENGTH + 1)))];
}

function startsOf(node: Node, known: number): Start[] {
  switch (node.kind) {
    case "edge":
      return [{ text: "", open: false }];
    case "set":
      return expandSet(node, known);
    case "capture":
      return startsOf(node.item, known);
    case "alt":
      return node.options.flatMap((option) => startsOf(option, known));
    case "repeat":
      return startsOfRepeat(node, known);
    case "seq":
      return startsOfSequence(node.items, known);
  }
}

function expandSet(node: Extract<Node, { kind: "set" }>, known: number): Start[] {
  const chars = new Set<string>();
  for (const [from, to] of node.ranges) {
    if (to - from > 128) return [{ text: "", open: true }];
    for (let code = from; code <= to; code++) chars.add(String.fromCharCode(code).toLowerCase());
  }
  if (chars.size > FEW && known >= MIN_LENGTH) return [{ text: "", open: true }];
  return [...chars].map((text) => ({ text, open: false }));
}

function startsOfRepeat(node: Extract<Node, { kind: "repeat" }>, known: number): Start[] {
  const inner = startsOf(node.item, known);
  const once = node.max === 1;
  const taken = inner.map(({ text, open }) => ({ text, open: open || !once }));
  return node.min === 0 ? [...taken, { text: "", open: false }] : taken;
}

function startsOfSequence(items: readonly Node[], known: number): Start[] {
  let starts: Start[] = [{ text: "", open: false }];
  for (const item of items) {
    if (starts.every(({ open }) => open)) break;
    const next = starts.flatMap((start) =>
      start.open
        ? [start]
        : startsOf(item, known + start.text.length).map(({ text, open }) => ({
            text: start.text + text,
            open,
          })),
    );
    if (next.length > MAX_STARTS) return starts.map(({ text }) => ({ text, open: true }));
    starts = next;
  }
  return starts;
}
