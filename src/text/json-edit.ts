// Minimal edits of a JSON text: adds or removes one child and keeps every other byte. Uses jsonc-parser's tree, but not its
// `modify`, which reformats neighbouring lines and turns `[1,2]` into `[12]` when the last item is removed.
import { applyEdits, type Edit, getNodeValue, type Node, parseTree } from "jsonc-parser";

export function parseRoot(text: string): Node {
  const root = parseTree(text);
  if (!root) throw new Error("parseRoot was given a text without a value");
  return root;
}

/** The value of a key, or undefined; like JSON.parse, takes the last of equal keys. */
export function memberOf(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== "object") return undefined;
  return node.children?.findLast((property) => property.children?.[0]?.value === key)?.children?.[1];
}

/**
 * Adds to a list, or replaces any other value. null when the path leads through something other than an object. An empty text
 * counts as an empty object.
 */
export function setValueAt(text: string, path: readonly string[], value: unknown): string | null {
  const body = text.trim() === "" ? "{}\n" : text;
  const { node, rest } = descend(body, path);
  const [key, ...deeper] = rest;
  if (key === undefined)
    return Array.isArray(value) ? addItems(body, path, value) : replaceValue(body, node, value);
  if (node.type !== "object") return null;
  const nested = deeper.reduceRight<unknown>((inner, part) => ({ [part]: inner }), value);
  return appendMember(body, node, key, nested);
}

/** Skips items that the list already has. */
function addItems(body: string, path: readonly string[], items: readonly unknown[]): string | null {
  let text = body;
  for (const item of items) {
    const { node } = descend(text, path);
    if (node.type !== "array") return null;
    const exists = (node.children ?? []).some((child) => Bun.deepEquals(getNodeValue(child), item, true));
    if (!exists) text = appendItem(text, node, item);
  }
  return text;
}

/** Follows the path as far as it exists. */
function descend(text: string, path: readonly string[]): { node: Node; rest: readonly string[] } {
  let node = parseRoot(text);
  for (const [index, key] of path.entries()) {
    const next = memberOf(node, key);
    if (!next) return { node, rest: path.slice(index) };
    node = next;
  }
  return { node, rest: [] };
}

export function appendMember(text: string, object: Node, key: string, value: unknown): string {
  const name = JSON.stringify(key);
  return append(text, object, (style, indent) =>
    indent === null
      ? `${name}:${style.spaced ? " " : ""}${renderInline(value, style)}`
      : `${name}: ${renderSpread(value, style, indent)}`,
  );
}

export function appendItem(text: string, array: Node, value: unknown): string {
  return append(text, array, (style, indent) =>
    indent === null ? renderInline(value, style) : renderSpread(value, style, indent),
  );
}

export function replaceValue(text: string, node: Node, value: unknown): string {
  return applyEdits(text, [{ offset: node.offset, length: node.length, content: JSON.stringify(value) }]);
}

/** `child` is an array item or a property node of an object. */
export function removeChild(text: string, child: Node): string {
  const siblings = child.parent?.children ?? [];
  const index = siblings.indexOf(child);
  const end = child.offset + child.length;
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  if (next) return cut(text, child.offset, next.offset);
  if (previous) return cut(text, previous.offset + previous.length, end);
  const container = child.parent;
  if (!container) throw new Error("removeChild was given the root");
  const [from, to] = [container.offset + 1, container.offset + container.length - 1];
  const isAlone = (text.slice(from, child.offset) + text.slice(end, to)).trim() === "";
  // Beside it are comments.
  return isAlone ? cut(text, from, to) : cut(text, child.offset, end);
}

type RenderChild = (style: TextStyle, indent: string | null) => string;

function append(text: string, container: Node, render: RenderChild): string {
  const style = detectStyle(text);
  const last = container.children?.at(-1);
  return applyEdits(text, [
    last ? afterChild(text, last, style, render) : intoEmpty(text, container, style, render),
  ]);
}

function afterChild(text: string, last: Node, style: TextStyle, render: RenderChild): Edit {
  const indent = ownLineIndent(text, last.offset);
  const content =
    indent === null
      ? `,${style.spaced ? " " : ""}${render(style, null)}`
      : `,${style.eol}${indent}${render(style, indent)}`;
  return { offset: last.offset + last.length, length: 0, content };
}

function intoEmpty(text: string, container: Node, style: TextStyle, render: RenderChild): Edit {
  const inside = { offset: container.offset + 1, length: container.length - 2 };
  const hasComment = text.slice(inside.offset, inside.offset + inside.length).trim() !== "";
  if (hasComment) return { offset: inside.offset, length: 0, content: render(style, null) };
  if (!style.spread) return { ...inside, content: render(style, null) };
  const outer = lineIndent(text, container.offset);
  const indent = outer + style.unit;
  return { ...inside, content: `${style.eol}${indent}${render(style, indent)}${style.eol}${outer}` };
}

/** The whitespace before `offset` if nothing else precedes it on its line, otherwise null. */
function ownLineIndent(text: string, offset: number): string | null {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  return lineStart > 0 && before.trim() === "" ? before : null;
}

function lineIndent(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
}

interface TextStyle {
  eol: "\n" | "\r\n";
  /** One step of indentation. */
  unit: string;
  /** Containers are spread over lines; false for a one-liner. */
  spread: boolean;
  /** A space after colons and inline commas. */
  spaced: boolean;
}

const FRESH_STYLE: TextStyle = { eol: "\n", unit: "  ", spread: true, spaced: true };

function detectStyle(text: string): TextStyle {
  const body = text.trim();
  const emptyObject = /^\{\s*\}$/.test(body);
  const eol = /\r\n|\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n";
  if (emptyObject || body === "") return { ...FRESH_STYLE, eol };
  return {
    eol,
    unit: /^\{[^\S\n]*\n([ \t]*)"/.exec(body)?.[1] ?? /\n([ \t]+)["{[]/.exec(body)?.[1] ?? "  ",
    spread: body.includes("\n"),
    spaced: body.includes("\n") || /": /.test(body),
  };
}

/** On several lines; all but the first start with `indent`. */
function renderSpread(value: unknown, { unit, eol }: TextStyle, indent: string): string {
  return JSON.stringify(value, null, unit).replaceAll("\n", eol + indent);
}

function renderInline(value: unknown, { spaced }: TextStyle): string {
  if (!spaced) return JSON.stringify(value);
  return JSON.stringify(value, null, 1).replaceAll(/,\n */g, ", ").replaceAll(/\n */g, "");
}
