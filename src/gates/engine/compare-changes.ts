// Compares the work tree with the session's baseline: which files the session changed, and which lines it added.

import { changedAt } from "../../platform/file-status.ts";
import { readSmallFile } from "../../platform/files.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import { type HookContext, noteFaultOnce } from "../../store/hook-context.ts";
import { isRecord, parseJson } from "../../text/unknown-values.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import { baselineDir } from "../../worktree/baseline.ts";
import { type ChangedFile, filesChangedSince } from "../../worktree/changed-files.ts";
import { readMutatingCalls } from "../../worktree/mutating-calls.ts";
import { filesNamedBy, filesTouchedBy } from "../../worktree/touched-files.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import type { Changes } from "./changes.ts";
import { once } from "./open-stop.ts";
import type { StopContext } from "./stop-context.ts";

interface ComparisonInput {
  start: TreeState;
  startedAt: number;
  calls: Changes["calls"];
  tree: Promise<TreeState>;
  wholeTree(): Promise<TreeState>;
}

const MAX_COMPARE_MS = 5_000;
const MAX_OTHERS_DELETED = 200;

export async function compareChanges(
  stop: StopContext,
  { start, startedAt, calls, tree: reading, wholeTree }: ComparisonInput,
): Promise<Changes | null> {
  const { env } = stop;
  const tree = await reading;
  const changed = await filesChangedSince(start, tree, { env, deadlineMs: MAX_COMPARE_MS });
  const problem = tree.problem ?? changed.problem;
  if (problem) await noteFaultOnce(stop, "worktree", problem);
  if (tree.root === null || changed.kind === "none") return null;
  const { root } = tree;
  const work = { root, calls, startedAt };
  const files = await findOwnFiles(stop, {
    ...work,
    files: changed.files.filter((file) => !file.isFromElsewhere),
  });
  const filesOfOthers = async () => {
    const now = await wholeTree();
    const all = await filesChangedSince(start, now, { env, deadlineMs: MAX_COMPARE_MS });
    const own = new Set(await findOwnFiles(stop, { ...work, files: all.files }));
    return all.files.filter((file) => !own.has(file));
  };
  const addedLines = once(async () => {
    const { addedLinesSince } = await import("../../worktree/added-lines.ts");
    const snapshotDir = baselineDir(env, stop.sessionId);
    const own = new Set(files.map(({ path }) => path));
    // Lines of a deleted file may have been moved. Who deleted it cannot always be told: only the time of its folder is left.
    const deleted = changed.files.filter(({ isDeleted, path }) => isDeleted && !own.has(path));
    const compared = [...files, ...deleted.slice(0, MAX_OTHERS_DELETED)];
    const found = await addedLinesSince(start, compared, { env, deadlineMs: MAX_COMPARE_MS, snapshotDir });
    const removed = found.removed.filter(({ path }) => own.has(path));
    return { ...found, removed, skipped: found.skipped.filter((path) => own.has(path)) };
  });
  return { root, start, tree, files, filesOfOthers, calls, wholeTree, addedLines };
}

interface OwnershipQuestion {
  root: string;
  files: readonly ChangedFile[];
  /** Calls since the person's last prompt. */
  calls: readonly MutatingCall[];
  /** The time of the state that the files are compared with. */
  startedAt: number;
}

/** The client may write a call to the transcript this much later. */
const MAX_LAG_MS = 1000;

/**
 * Those of the files that the session itself changed. A file that a call named stays its own; one that was written while a
 * command ran, only until it changes again.
 */
export async function findOwnFiles(
  { event, env, now }: HookContext<GatedEvent>,
  { root, files, calls, startedAt }: OwnershipQuestion,
): Promise<ChangedFile[]> {
  if (files.length === 0) return [];
  if (event.name !== "Stop" || event.sessionId === null)
    return filesTouchedBy(root, files, await readMutatingCalls(event, startedAt));
  const path = `${baselineDir(env, event.sessionId)}/own-files.json`;
  const known = readKnownFiles(path, root) ?? { changes: [], others: [], searchedAt: startedAt };
  const changes = new Map(known.changes);
  let others = new Map(known.others);
  let { searchedAt } = known;
  const timeOf = (file: ChangedFile) => changedAt(`${root}/${file.path}`);
  const isUnsure = (file: ChangedFile) => {
    const change = changes.get(file.path);
    return change === undefined || !(change === NAMED || file.isDeleted || change === timeOf(file));
  };
  const addChangedBy = (made: readonly MutatingCall[]) => {
    for (const file of filesTouchedBy(root, files.filter(isUnsure), made))
      changes.set(file.path, timeOf(file));
    for (const file of filesNamedBy(root, files, made)) changes.set(file.path, NAMED);
  };
  addChangedBy(calls);
  const isSearched = (file: ChangedFile) => others.get(file.path) === timeOf(file);
  // A search a while after the change has seen every call that could have made it.
  const isSettled = (file: ChangedFile) => isSearched(file) && searchedAt - timeOf(file) > MAX_LAG_MS;
  const unsure = files.filter((file) => isUnsure(file) && !isSettled(file));
  if (unsure.length > 0) {
    // A background command or agent may have written the file long after its call.
    const since = unsure.every(isSearched) ? searchedAt - MAX_LAG_MS : startedAt;
    addChangedBy(await readMutatingCalls(event, since));
    others = new Map(files.filter(isUnsure).map((file) => [file.path, timeOf(file)]));
    searchedAt = now;
  }
  const after = { changes: [...changes], others: [...others], searchedAt };
  if (!Bun.deepEquals(known, after)) await saveKnownFiles(path, root, after);
  return files.filter((file) => !isUnsure(file));
}

// The session's own files are saved between stops: only later calls have to be looked up in the transcript, which may be long.

const VERSION = 4;
/** In place of the time of a change. */
const NAMED = 0;

interface KnownFiles {
  /** Own files by path: when the file was changed, or `NAMED`. */
  changes: [path: string, at: number][];
  /** Files that no call up to `searchedAt` changed, and when they were changed. */
  others: [path: string, at: number][];
  /** When the transcript was last searched for all calls. */
  searchedAt: number;
}

/** null without a valid file: everything is then looked up. */
function readKnownFiles(path: string, root: string): KnownFiles | null {
  const file = readSmallFile(path);
  const saved = file.state === "read" ? parseJson(file.text) : null;
  if (!isRecord(saved) || saved.version !== VERSION || saved.root !== root) return null;
  const { changes, others, searchedAt } = saved;
  return isList(changes) && isList(others) && typeof searchedAt === "number"
    ? { changes, others, searchedAt }
    : null;
}

function isList(value: unknown): value is KnownFiles["changes"] {
  return Array.isArray(value) && value.every(Array.isArray);
}

async function saveKnownFiles(path: string, root: string, known: KnownFiles): Promise<void> {
  const { tryReplaceFile } = await import("../../platform/replace-file.ts");
  // If the folder is read-only, everything is looked up again.
  await tryReplaceFile(path, JSON.stringify({ version: VERSION, root, ...known }));
}
