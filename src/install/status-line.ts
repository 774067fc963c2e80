// Our entry in `statusLine` of the client's settings. The client has only one status line, so ours wraps an existing one, which
// is restored when ours is removed.
import type { Node } from "jsonc-parser";
import { appendMember, memberOf, parseRoot, removeChild, replaceValue } from "../text/json-edit.ts";
import { quoteForShell } from "../text/printable.ts";

const WORD = String.raw`[\w./:,-]+|'(?:[^']|'\\'')*'`;
const OWN = new RegExp(`^(${WORD}) statusline(?: --wrap (${WORD}))?$`);

/** null when the command is not ours. `wrapped` is null when there was no status line before. */
export function parseOwnStatusLine(command: unknown): { program: string; wrapped: string | null } | null {
  const [, program, wrapped] = (typeof command === "string" && OWN.exec(command)) || [];
  if (program === undefined || !/(^|\/)holdfast$/.test(unquote(program))) return null;
  return { program: unquote(program), wrapped: wrapped === undefined ? null : unquote(wrapped) };
}

function unquote(word: string): string {
  return word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word;
}

function render(executable: string, wrapped: string | null): string {
  const wrap = wrapped === null ? "" : ` --wrap ${quoteForShell(wrapped)}`;
  return `${quoteForShell(executable)} statusline${wrap}`;
}

/** `text` must not have our status line yet. Only a command can be wrapped; any other status line stays. */
export function addStatusLine(text: string, executable: string): string {
  const root = parseRoot(text);
  const line = memberOf(root, "statusLine");
  const bare = { type: "command", command: render(executable, null) };
  if (!line) return appendMember(text, root, "statusLine", bare);
  if (line.type === "null") return replaceValue(text, line, bare);
  const command = memberOf(line, "command");
  return memberOf(line, "type")?.value === "command" && typeof command?.value === "string"
    ? replaceValue(text, command, render(executable, command.value))
    : text;
}

export function removeStatusLine(text: string): string {
  const line = memberOf(parseRoot(text), "statusLine");
  const command = memberOf(line, "command");
  const own = parseOwnStatusLine(command?.value);
  if (!line || !command || own === null) return text;
  return own.wrapped === null
    ? removeChild(text, line.parent as Node)
    : replaceValue(text, command, own.wrapped);
}
