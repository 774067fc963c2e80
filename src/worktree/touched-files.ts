// Decides which changed files the session's calls touched. The user may be working in the same tree.
import { changedAt } from "../platform/file-status.ts";
import type { MutatingCall } from "../transcript/selectors/tool-calls.ts";
import type { ChangedFile } from "./changed-files.ts";

/** The times of the file system and of the client are taken at slightly different moments. */
const CLOCK_SLACK_MS = 250;
/** A background command is assumed to write for no longer. */
const MAX_BACKGROUND_MS = 10 * 60_000;

/** Files that an edit or a command names, or that were written while a command ran: a code generator names no files. */
export function filesTouchedBy(
  root: string,
  files: readonly ChangedFile[],
  calls: readonly MutatingCall[],
): ChangedFile[] {
  const named = new Set(filesNamedBy(root, files, calls));
  const spans = commandsAmong(calls).map(spanOf);
  const isWritten = (path: string) => {
    const at = spans.length > 0 ? changedAt(`${root}/${path}`) : 0;
    return spans.some(({ from, to }) => at >= from && at <= to);
  };
  return files.filter((file) => named.has(file) || isWritten(file.path));
}

/** Only files that a call names: files written while a command ran may be the user's. */
export function filesNamedBy(
  root: string,
  files: readonly ChangedFile[],
  calls: readonly MutatingCall[],
): ChangedFile[] {
  const named = new Set(calls.flatMap((call) => call.files));
  const texts = commandsAmong(calls).map(({ call }) => String(call.input.command ?? ""));
  const isNamed = (path: string) =>
    named.has(`${root}/${path}`) ||
    named.has(path) ||
    texts.some((text) => mentionsFile(text, path.slice(path.lastIndexOf("/") + 1)));
  return files.filter(({ path }) => isNamed(path));
}

function commandsAmong(calls: readonly MutatingCall[]): MutatingCall[] {
  return calls.filter(({ call }) => call.tool === "Bash");
}

function spanOf({ call, result }: MutatingCall): { from: number; to: number } {
  const from = (call.timestamp ?? 0) - CLOCK_SLACK_MS;
  const isDone = result !== null && result.backgroundTaskId === null;
  return { from, to: isDone ? (result.timestamp ?? from) + CLOCK_SLACK_MS : from + MAX_BACKGROUND_MS };
}

/** True when the name occurs as a separate word. */
function mentionsFile(command: string, name: string): boolean {
  for (let at = command.indexOf(name); at !== -1; at = command.indexOf(name, at + 1)) {
    const around = `${command[at - 1] ?? " "}${command[at + name.length] ?? " "}`;
    if (!/[\w.-]/.test(around)) return true;
  }
  return false;
}
