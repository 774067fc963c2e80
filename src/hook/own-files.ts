// Which of the changed files are the session's own: the user may be working in the same tree.
import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import type { MutatingCall } from "../transcript/selectors/tool-calls.ts";
import type { ChangedFile } from "../worktree/changed-files.ts";
import { mentionsFile } from "./mentions-file.ts";

interface Span {
  from: number;
  to: number;
}

/** Clocks of the file system and of the client are read at different moments. */
const SLACK_MS = 250;
const BACKGROUND_MS = 10 * 60_000;

/** Named by an edit or by a command, or written while a command ran: a code generator names nothing. */
export function ownFiles(
  root: string,
  files: readonly ChangedFile[],
  calls: readonly MutatingCall[],
): ChangedFile[] {
  const named = new Set(calls.flatMap((call) => call.files));
  const commands = calls.filter(({ call }) => call.tool === "Bash");
  const texts = commands.map(({ call }) => String(call.input.command ?? ""));
  const spans = commands.map(spanOf);
  return files.filter(({ path, from }) =>
    [path, ...(from === null ? [] : [from])].some(
      (name) =>
        named.has(`${root}/${name}`) ||
        named.has(name) ||
        texts.some((text) => mentionsFile(text, baseName(name))) ||
        (spans.length > 0 && isWithin(changedAt(`${root}/${name}`), spans)),
    ),
  );
}

function spanOf({ call, result }: MutatingCall): Span {
  const from = (call.timestamp ?? 0) - SLACK_MS;
  const isDone = result !== null && result.backgroundTaskId === null;
  return { from, to: isDone ? (result.timestamp ?? from) + SLACK_MS : from + BACKGROUND_MS };
}

/** Of a file that is gone, when something last happened in its folder. Unlike a file's own time, nobody can set it. */
function changedAt(path: string): number {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat) return stat.ctimeMs;
  }
  return 0;
}

function isWithin(at: number, spans: readonly Span[]): boolean {
  return spans.some(({ from, to }) => at >= from && at <= to);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
