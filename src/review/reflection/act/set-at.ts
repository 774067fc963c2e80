// One value into a JSON text at a path, every other byte kept.
import { getNodeValue, type Node } from "jsonc-parser";
import { appendItem, appendMember, memberOf, parseRoot, replaceValue } from "../../../text/json-edit.ts";

/**
 * A list is added to, whatever else it has; anything else is replaced. Null when something stands in the way of the
 * path. An empty text is an empty object.
 */
export function setAt(text: string, path: readonly string[], value: unknown): string | null {
  const body = text.trim() === "" ? "{}\n" : text;
  const { node, rest } = descend(body, path);
  const [key, ...deeper] = rest;
  if (key === undefined)
    return Array.isArray(value) ? addItems(body, path, value) : replaceValue(body, node, value);
  if (node.type !== "object") return null;
  const nested = deeper.reduceRight<unknown>((inner, part) => ({ [part]: inner }), value);
  return appendMember(body, node, key, nested);
}

/** One that is there already stays alone. */
function addItems(body: string, path: readonly string[], items: readonly unknown[]): string | null {
  let text = body;
  for (const item of items) {
    const { node } = descend(text, path);
    if (node.type !== "array") return null;
    const isThere = (node.children ?? []).some((child) => Bun.deepEquals(getNodeValue(child), item, true));
    if (!isThere) text = appendItem(text, node, item);
  }
  return text;
}

/** As far as the path exists. */
function descend(text: string, path: readonly string[]): { node: Node; rest: readonly string[] } {
  let node = parseRoot(text);
  for (const [index, key] of path.entries()) {
    const next = memberOf(node, key);
    if (!next) return { node, rest: path.slice(index) };
    node = next;
  }
  return { node, rest: [] };
}
