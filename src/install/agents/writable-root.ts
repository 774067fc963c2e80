// Our folder among the ones that sandboxed commands may write, in a TOML file: one line is added, and every other byte stays.

import { errorMessage, isRecord } from "../../text/unknown-values.ts";
import { UserError } from "../../text/user-error.ts";
import type { AgentFile } from "./agent-file.ts";

const TABLE = "sandbox_workspace_write";
const KEY = "writable_roots";

export function writableRoot(path: string, root: string): AgentFile {
  return {
    path,
    what: `${root} in ${KEY}`,
    check: (text) => void parseToml(path, text),
    add: (text) => addRoot(path, text ?? "", root),
    remove: (text, original) => {
      // It may be the person's own.
      if (original === undefined) return text;
      const stripped = removeRoot(text, root, original ?? "");
      return original === null && stripped.trim() === "" ? null : stripped;
    },
    isSame: (one, other) => Bun.deepEquals(parseToml(path, one), parseToml(path, other)),
  };
}

function addRoot(path: string, text: string, root: string): string {
  const before = rootsIn(parseToml(path, text));
  if (before.includes(root)) return text;
  const added = insert(text, JSON.stringify(root));
  // A form that the edit does not know, such as a table on one line.
  if (added !== null && isExactly(added, text, [root, ...before])) return added;
  throw new UserError(
    "settings-shape",
    `${path}: \`${KEY}\` has a form that cannot be edited safely`,
    `Add ${JSON.stringify(root)} to it by hand, or install without --writable-root; nothing was changed.`,
  );
}

const HEADER = new RegExp(String.raw`^[ \t]*\[[ \t]*${TABLE}[ \t]*\][ \t]*(?:#.*)?$`, "m");
const LIST = new RegExp(String.raw`^[ \t]*${KEY}[ \t]*=[ \t]*\[`, "m");

function insert(text: string, item: string): string | null {
  const header = HEADER.exec(text);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = `${KEY} = [${item}]`;
  if (header === null) {
    const gap = text === "" || text.endsWith("\n") ? "" : eol;
    return `${text}${gap}${text === "" ? "" : eol}[${TABLE}]${eol}${lines}${eol}`;
  }
  const at = header.index + header[0].length;
  const rest = text.slice(at);
  const next = rest.search(/^[ \t]*\[[^\]=]*\][ \t]*(?:#.*)?$/m);
  const list = LIST.exec(next === -1 ? rest : rest.slice(0, next));
  if (list === null) return `${text.slice(0, at)}${eol}${lines}${rest}`;
  const open = at + list.index + list[0].length;
  const isEmpty = /^\s*\]/.test(text.slice(open));
  return `${text.slice(0, open)}${item}${isEmpty ? "" : ", "}${text.slice(open)}`;
}

/** Leaves the text alone if the root cannot be removed safely. */
function removeRoot(text: string, root: string, original: string): string {
  const roots = rootsIn(tryParse(text));
  if (!roots.includes(root) || rootsIn(tryParse(original)).includes(root)) return text;
  const rest = roots.filter((one) => one !== root);
  const item = RegExp.escape(JSON.stringify(root));
  const eol = String.raw`\r?\n`;
  const list = String.raw`${KEY} = \[${item}\]`;
  const forms = [
    // As it was added, with its table, with its line, and into a list.
    new RegExp(`(?:^|${eol})\\[${TABLE}\\]${eol}${list}${eol}`),
    new RegExp(`${eol}${list}(?=${eol}|$)`),
    new RegExp(`${item}(?:, |,\\s*)?`),
    new RegExp(`,\\s*${item}`),
  ];
  const candidates = forms.map((form) => text.replace(form, ""));
  return candidates.find((one) => one !== text && isExactly(one, text, rest)) ?? text;
}

/** Whether `text` says the same as `other`, but for the roots. */
function isExactly(text: string, other: string, roots: readonly string[]): boolean {
  const [one, two] = [tryParse(text), tryParse(other)];
  if (one === null || two === null || !Bun.deepEquals(rootsIn(one), [...roots])) return false;
  return Bun.deepEquals(withoutRoots(one), withoutRoots(two));
}

function withoutRoots({ [TABLE]: table, ...others }: Record<string, unknown>): unknown {
  const { [KEY]: _, ...rest } = isRecord(table) ? table : {};
  return Object.keys(rest).length === 0 ? others : { ...others, [TABLE]: rest };
}

function rootsIn(config: Record<string, unknown> | null): string[] {
  const table = config?.[TABLE];
  const roots = isRecord(table) ? table[KEY] : null;
  return Array.isArray(roots) ? roots.map(String) : [];
}

function tryParse(text: string): Record<string, unknown> | null {
  try {
    return Bun.TOML.parse(text) as Record<string, unknown>;
  } catch {
    return null; // The caller keeps the text.
  }
}

function parseToml(path: string, text: string): Record<string, unknown> {
  try {
    return Bun.TOML.parse(text) as Record<string, unknown>;
  } catch (cause) {
    const hint = "Fix the file and try again; nothing was changed.";
    throw new UserError("settings-malformed", `${path}: not valid TOML: ${errorMessage(cause)}`, hint, {
      cause,
    });
  }
}
