// Parses front matter, the fields at the top of a Markdown note. Hand-written front matter is often not quite YAML, so each field
// is parsed separately, and plain text is the fallback for invalid YAML and for anchors, aliases, tags and deeper nesting, which
// could expand without limit. Not for hooks, because it loads a library.
import { isMap, isScalar, isSeq, type Node, type ParsedNode, parseDocument } from "yaml";

export type Value = string | string[] | Record<string, string>;

export type FrontMatter =
  | { state: "none"; body: string }
  | { state: "read"; fields: Map<string, Value>; body: string }
  | { state: "broken"; why: string };

const MAX_BYTES = 16 * 1024;
const MAX_LINES = 200;
const KEY = /^([A-Za-z][\w-]{0,40})[ \t]*:(?:[ \t]+(.*))?$/;
/** Every value is a string; the reader of a field interprets it. */
const YAML_OPTIONS = { schema: "failsafe", uniqueKeys: false, logLevel: "silent" } as const;

export function readFrontMatter(text: string): FrontMatter {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  if (!plain.startsWith("---\n")) return { state: "none", body: plain };
  const end = findEnd(plain);
  if (end === null) return { state: "broken", why: "its front matter does not end (a line with ---)" };
  const lines = plain.slice(4, end.start).split("\n");
  if (lines.length > MAX_LINES)
    return { state: "broken", why: `its front matter has over ${MAX_LINES} lines` };
  return { state: "read", fields: readFields(lines), body: plain.slice(end.after) };
}

function findEnd(text: string): { start: number; after: number } | null {
  // Searches only the beginning, so that a huge file costs no more than a small one.
  const found = /(?:^|\n)---[ \t]*(?:\n|$)/g;
  found.lastIndex = 3;
  const match = found.exec(text.slice(0, MAX_BYTES));
  return match ? { start: Math.max(4, match.index), after: match.index + match[0].length } : null;
}

function readFields(lines: readonly string[]): Map<string, Value> {
  const fields = new Map<string, Value>();
  for (const block of splitFields(lines)) {
    const [, key = "", rest = ""] = KEY.exec(block[0] ?? "") ?? [];
    fields.set(key, readField(block.join("\n"), rest.trim()));
  }
  return fields;
}

/** Each line with a key, together with its continuation lines. */
function splitFields(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  for (const line of lines) {
    if (KEY.test(line)) blocks.push([line]);
    // YAML does not allow indentation by tabs, but people use it.
    else if (/^(?:\s|- |[\]}]|$)/.test(line)) blocks.at(-1)?.push(line.replace(/^\t+/, "  "));
  }
  return blocks;
}

/** `rest`: what follows the key on its own line. */
function readField(source: string, rest: string): Value {
  const { contents, errors } = parseDocument(source, YAML_OPTIONS);
  const node = isMap<ParsedNode, ParsedNode>(contents) ? contents.items[0]?.value : null;
  const isList = rest.startsWith("[") && rest.endsWith("]");
  if (!node || (errors.length > 0 && !isList) || !isPlain(node)) return asText(rest);
  if (isSeq<ParsedNode>(node))
    return node.items.map((item) => textOf(item, source)).filter((item) => item !== "");
  if (isMap<ParsedNode, ParsedNode>(node)) {
    const pairs = node.items.map(({ key, value }) => [textOf(key, source), textOf(value, source)] as const);
    return node.flow ? asText(rest) : Object.fromEntries(pairs.filter(([name]) => KEY.test(`${name}:`)));
  }
  const isEmpty = isScalar(node) && node.type === "PLAIN" && node.source === "";
  return isEmpty ? asText(rest) : textOf(node, source);
}

function textOf(node: ParsedNode | null, source: string): string {
  if (node === null) return "";
  if (isScalar(node) && isPlain(node)) return String(node.value ?? "");
  return source.slice(node.range[0], node.range[1]).trim();
}

function isPlain(node: Node): boolean {
  return node.tag === undefined && !("anchor" in node && node.anchor !== undefined);
}

/** A value that is not YAML, without surrounding quotes or a trailing comment. */
function asText(rest: string): string {
  const [, quoted] = /^"(.*)"$/.exec(rest) ?? /^'(.*)'$/.exec(rest) ?? [];
  return quoted ?? rest.replace(/\s+#.*$/, "");
}
