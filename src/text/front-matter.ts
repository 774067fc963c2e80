// Front matter: the part of YAML that people write at the top of a note, and nothing that can grow. No anchors, no
// aliases, no tags, one level of nesting: such things are taken as plain text.

export type Value = string | string[] | Record<string, string>;

export type FrontMatter =
  | { state: "none"; body: string }
  | { state: "read"; fields: Map<string, Value>; body: string }
  | { state: "broken"; why: string };

const MAX_BYTES = 16 * 1024;
const MAX_LINES = 200;
const KEY = /^([A-Za-z][\w-]{0,40})[ \t]*:(?:[ \t]+(.*))?$/;

export function readFrontMatter(text: string): FrontMatter {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  if (!plain.startsWith("---\n")) return { state: "none", body: plain };
  const end = endOf(plain);
  if (end === null) return { state: "broken", why: "its front matter does not end (a line with ---)" };
  const lines = plain.slice(4, end.start).split("\n");
  if (lines.length > MAX_LINES)
    return { state: "broken", why: `its front matter has over ${MAX_LINES} lines` };
  return { state: "read", fields: readLines(lines), body: plain.slice(end.after) };
}

function endOf(text: string): { start: number; after: number } | null {
  // Looked for in the beginning only: a huge file must not cost more than a small one.
  const found = /(?:^|\n)---[ \t]*(?:\n|$)/g;
  found.lastIndex = 3;
  const match = found.exec(text.slice(0, MAX_BYTES));
  return match ? { start: Math.max(4, match.index), after: match.index + match[0].length } : null;
}

function readLines(lines: readonly string[]): Map<string, Value> {
  const fields = new Map<string, Value>();
  let open: string | null = null;
  for (const line of lines) {
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    const top = KEY.exec(line);
    if (top) {
      const [, key = "", rest = ""] = top;
      open = rest.trim() === "" ? key : null;
      fields.set(key, readValue(rest));
      continue;
    }
    if (open !== null) nest(fields, open, line.trim());
  }
  return fields;
}

function nest(fields: Map<string, Value>, key: string, line: string): void {
  const before = fields.get(key) ?? "";
  if (line.startsWith("- ")) {
    const list = Array.isArray(before) ? before : [];
    fields.set(key, [...list, readScalar(line.slice(2))]);
    return;
  }
  const inner = KEY.exec(line);
  if (!inner || Array.isArray(before)) return;
  const [, name = "", rest = ""] = inner;
  fields.set(key, { ...(typeof before === "string" ? {} : before), [name]: readScalar(rest) });
}

function readValue(text: string): Value {
  const plain = text.trim();
  if (!plain.startsWith("[") || !plain.endsWith("]")) return readScalar(plain);
  const parts = plain.slice(1, -1).match(/\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+)/g) ?? [];
  return parts.map(readScalar).filter((part) => part !== "");
}

function readScalar(text: string): string {
  const plain = text.trim();
  if (plain.startsWith('"') && plain.endsWith('"') && plain.length > 1) {
    try {
      return String(JSON.parse(plain));
    } catch {
      // YAML knows escapes that JSON does not: the text as it stands is near enough.
      return plain.slice(1, -1);
    }
  }
  if (plain.startsWith("'") && plain.endsWith("'") && plain.length > 1)
    return plain.slice(1, -1).replaceAll("''", "'");
  return plain.replace(/\s+#.*$/, "");
}
