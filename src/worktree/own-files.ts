// Decides which changed files are the session's own. The user may be working in the same tree.
import { fileStatus } from "../platform/file-status.ts";
import type { MutatingCall } from "../transcript/selectors/tool-calls.ts";
import type { ChangedFile } from "./changed-files.ts";
import type { TreeState } from "./tree-state.ts";

export interface SessionChanges {
  /** A file was edited, or a command may have changed one. */
  any(): Promise<boolean>;
  /** The changed files that the session's calls name. */
  files(tree: TreeState, root: string, changed: readonly ChangedFile[]): Promise<ChangedFile[]>;
}

/** The times of the file system and of the client are taken at slightly different moments. */
const CLOCK_SLACK_MS = 250;
/** A background command is assumed to write for no longer. */
const MAX_BACKGROUND_MS = 10 * 60_000;

export const NO_CHANGES: SessionChanges = { any: async () => false, files: async () => [] };

export type OwnershipRule = (
  root: string,
  files: readonly ChangedFile[],
  calls: readonly MutatingCall[],
) => ChangedFile[];

/** Files that an edit or a command names, or that were written while a command ran: a code generator names no files. */
export const ownFiles: OwnershipRule = (root, files, calls) => {
  const named = new Set(namedFiles(root, files, calls));
  const spans = commandsAmong(calls).map(spanOf);
  const isWritten = (path: string) => {
    const at = spans.length > 0 ? changedAt(`${root}/${path}`) : 0;
    return spans.some(({ from, to }) => at >= from && at <= to);
  };
  return files.filter((file) => named.has(file) || namesOf(file).some(isWritten));
};

/** Only files that a call names: files written while a command ran may be the user's. */
export const namedFiles: OwnershipRule = (root, files, calls) => {
  const named = new Set(calls.flatMap((call) => call.files));
  const texts = commandsAmong(calls).map(({ call }) => String(call.input.command ?? ""));
  const isNamed = (path: string) =>
    named.has(`${root}/${path}`) ||
    named.has(path) ||
    texts.some((text) => mentionsFile(text, path.slice(path.lastIndexOf("/") + 1)));
  return files.filter((file) => namesOf(file).some(isNamed));
};

/** Reads the whole transcript since then, and those of subagents. */
export function sessionChangesSince(transcriptPath: string | null, since: number): SessionChanges {
  if (transcriptPath === null) return NO_CHANGES;
  const readCalls = async () => {
    const { readMutatingCallsIn } = await import("./mutating-calls.ts");
    return readMutatingCallsIn(transcriptPath, since);
  };
  return {
    any: async () => (await readCalls()).some(({ files }) => files.length > 0),
    files: async (_tree, root, changed) =>
      changed.length === 0 ? [] : namedFiles(root, changed, await readCalls()),
  };
}

function commandsAmong(calls: readonly MutatingCall[]): MutatingCall[] {
  return calls.filter(({ call }) => call.tool === "Bash");
}

function namesOf({ path, from }: ChangedFile): string[] {
  return from === null ? [path] : [path, from];
}

function spanOf({ call, result }: MutatingCall): { from: number; to: number } {
  const from = (call.timestamp ?? 0) - CLOCK_SLACK_MS;
  const isDone = result !== null && result.backgroundTaskId === null;
  return { from, to: isDone ? (result.timestamp ?? from) + CLOCK_SLACK_MS : from + MAX_BACKGROUND_MS };
}

/** The ctime, which programs cannot set. For a deleted file, that of its folder. */
function changedAt(path: string): number {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const status = fileStatus(at);
    if (status) return status.ctimeMs;
  }
  return 0;
}

/** True when the name occurs as a separate word. */
function mentionsFile(command: string, name: string): boolean {
  for (let at = command.indexOf(name); at !== -1; at = command.indexOf(name, at + 1)) {
    const around = `${command[at - 1] ?? " "}${command[at + name.length] ?? " "}`;
    if (!/[\w.-]/.test(around)) return true;
  }
  return false;
}
