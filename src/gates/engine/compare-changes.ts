// Compares the work tree with the session's baseline: which files the session changed, and which lines it added.

import { readSmallFile } from "../../platform/files.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import { type HookContext, noteFaultOnce } from "../../store/hook-context.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import { baselineDir } from "../../worktree/baseline.ts";
import { type ChangedFile, filesChangedSince } from "../../worktree/changed-files.ts";
import { type OwnershipRule, ownFiles } from "../../worktree/own-files.ts";
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
  const work = { root, calls, startedAt, name: "own-files", rule: ownFiles };
  const files = await findOwnFiles(stop, {
    ...work,
    tree,
    files: changed.files.filter((file) => !file.isFromElsewhere),
  });
  const filesOfOthers = async () => {
    const now = await wholeTree();
    const all = await filesChangedSince(start, now, { env, deadlineMs: MAX_COMPARE_MS });
    const own = new Set(
      await findOwnFiles(stop, { ...work, name: "all-files", tree: now, files: all.files }),
    );
    return all.files.filter((file) => !own.has(file));
  };
  const addedLines = once(async () => {
    const { addedLinesSince } = await import("../../worktree/added-lines.ts");
    const snapshotDir = baselineDir(env, stop.sessionId);
    return addedLinesSince(start, files, { env, deadlineMs: MAX_COMPARE_MS, snapshotDir });
  });
  return { root, start, tree, files, filesOfOthers, calls, wholeTree, addedLines };
}

interface OwnershipQuestion {
  tree: TreeState;
  root: string;
  files: readonly ChangedFile[];
  /** Calls since the person's last prompt. */
  calls: readonly MutatingCall[];
  /** The time of the state that the files are compared with. */
  startedAt: number;
  /** Name of the cache file: answers since different times must not share one. */
  name: string;
  rule: OwnershipRule;
}

/** The client may write a call to the transcript this much later. */
const MAX_LAG_MS = 1000;

/** Those of the files that the session itself changed. */
export async function findOwnFiles(
  context: HookContext<GatedEvent>,
  work: OwnershipQuestion,
): Promise<ChangedFile[]> {
  const { event, env, now } = context;
  const { root, files, startedAt, rule } = work;
  if (files.length === 0) return [];
  if (event.name !== "Stop" || event.sessionId === null)
    return rule(root, files, await readCalls(event, startedAt));
  const path = `${baselineDir(env, event.sessionId)}/${work.name}.json`;
  const before = await readOwnershipCache(path, root);
  const contents = contentsOf(work);
  const findCached = (path: string) => {
    const cached = before.get(path);
    return cached?.content === contents.get(path) ? cached : undefined;
  };
  const own = new Set(rule(root, files, work.calls));
  for (const file of files) if (findCached(file.path)?.isOwn) own.add(file);
  const unsure = files.filter((file) => !own.has(file) && !findCached(file.path)?.isSure);
  const since = unsure.reduce((least, { path }) => Math.min(least, findCached(path)?.at ?? startedAt), now);
  const calls = unsure.length === 0 ? [] : await readCalls(event, since - MAX_LAG_MS);
  for (const file of rule(root, unsure, calls)) own.add(file);
  const after: OwnershipCache = new Map(
    files.map((file) => {
      const content = contents.get(file.path) ?? "";
      return [file.path, updateOwnership(findCached(file.path), { content, isOwn: own.has(file), at: now })];
    }),
  );
  if (!isSame(before, after)) await writeOwnershipCache(path, root, after);
  return files.filter((file) => own.has(file));
}

/** Imported here, because changes.ts has mostly loaded the module already. */
async function readCalls(event: GatedEvent, since: number): Promise<MutatingCall[]> {
  const { readMutatingCalls } = await import("../../worktree/mutating-calls.ts");
  return readMutatingCalls(event, since);
}

function contentsOf({ tree, files }: OwnershipQuestion): Map<string, string> {
  const dirty = new Map(tree.dirty.map(({ path, content }) => [path, content]));
  return new Map(files.map(({ path }) => [path, dirty.get(path) ?? `commit:${tree.head}`]));
}

/** `before`: the cached entry of the same content. */
function updateOwnership(
  before: FileOwnership | undefined,
  now: Omit<FileOwnership, "isSure">,
): FileOwnership {
  if (before && before.isOwn === now.isOwn && (before.isSure || now.at - before.at < MAX_LAG_MS))
    return before;
  return { ...now, isSure: now.isOwn || before?.isOwn === false };
}

function isSame(before: OwnershipCache, after: OwnershipCache): boolean {
  if (before.size !== after.size) return false;
  for (const [path, ownership] of after) if (before.get(path) !== ownership) return false;
  return true;
}

// Which changed files are the session's own, cached between stops: only later changes have to be looked up in the
// transcript, which may be long.

interface FileOwnership {
  /** The file's content when it was looked up. */
  content: string;
  isOwn: boolean;
  /** When it was looked up. */
  at: number;
  /** Found twice: a call may reach the transcript only after the stop that follows it. */
  isSure: boolean;
}

/** By path. */
type OwnershipCache = Map<string, FileOwnership>;

const VERSION = 1;

/** Empty when there is no valid cache: everything is then looked up. */
async function readOwnershipCache(path: string, root: string): Promise<OwnershipCache> {
  const file = readSmallFile(path);
  if (file.state !== "read") return new Map();
  try {
    const cached = JSON.parse(file.text);
    const isCurrent = cached.version === VERSION && cached.root === root;
    return isCurrent ? new Map(cached.files.filter(isEntry)) : new Map();
  } catch {
    return new Map(); // Only partly written.
  }
}

async function writeOwnershipCache(path: string, root: string, files: OwnershipCache): Promise<void> {
  try {
    const { replaceFileUnsynced } = await import("../../platform/replace-file.ts");
    await replaceFileUnsynced(path, JSON.stringify({ version: VERSION, root, files: [...files] }));
  } catch {
    // The folder may be read-only. Everything is then looked up again.
  }
}

function isEntry(entry: unknown): entry is [string, FileOwnership] {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") return false;
  const { content, isOwn, at, isSure } = (entry[1] ?? {}) as Record<string, unknown>;
  const areFlags = typeof isOwn === "boolean" && typeof isSure === "boolean";
  return areFlags && typeof content === "string" && typeof at === "number";
}
