// The lines that were written since the start: in files that are new or changed, and in no older version of them.
import type { ChangedFile, OldContent } from "./changed-files.ts";
import { readBlobs } from "./git-objects.ts";
import { matchLines } from "./line-matching.ts";
import { lineIds, textLines } from "./lines.ts";
import { type Content, readContent } from "./read-content.ts";
import type { Git, GitOptions } from "./run-git.ts";
import { readSnapshot } from "./snapshot.ts";
import type { TreeState } from "./tree-state.ts";

type Comparison =
  | { path: string; why?: undefined; added: NewLine[]; removed: number[] }
  | { path: string; why: string; added?: undefined; removed?: undefined };

interface NewLine {
  line: number;
  text: string;
  id: number;
}

/** null when that content is not known, or is not text. */
type LinesOf = (old: OldContent) => number[] | null;

export interface AddedLine {
  path: string;
  /** Where it is now, from 1. */
  line: number;
  /** Cut when very long. */
  text: string;
  /** The same line was removed elsewhere: moved, not written. */
  isMoved: boolean;
}

export interface AddedLines {
  lines: AddedLine[];
  skipped: { path: string; why: string }[];
  problem: string | null;
}

export interface AddedLinesOptions extends GitOptions {
  /** Where `snapshotDirtyFiles` wrote at the start. */
  snapshotDir: string;
}

const MAX_FILES = 2000;
const MAX_LINES = 100_000;
const MAX_LINE = 1000;
const LFS_POINTER = "version https://git-lfs.github.com/spec/";

/** Never throws. `files` are those of `filesChangedSince`, or some of them. */
export async function addedLinesSince(
  start: TreeState,
  files: readonly ChangedFile[],
  { env, deadlineMs, snapshotDir }: AddedLinesOptions,
): Promise<AddedLines> {
  const nothing = (problem: string | null) => ({ lines: [], skipped: [], problem });
  try {
    if (start.root === null) return nothing(null);
    const git: Git = { root: start.root, env, until: performance.now() + deadlineMs };
    const old = await readOld(start, files, git, snapshotDir);
    if (!old.ok) return nothing(old.problem);
    return gather(files.map((file, index) => compareInTime(file, index, git, old.linesOf)));
  } catch (error) {
    return nothing(error instanceof Error ? error.message : String(error));
  }
}

async function readOld(
  start: TreeState,
  files: readonly ChangedFile[],
  git: Git,
  snapshotDir: string,
): Promise<{ ok: true; linesOf: LinesOf } | { ok: false; problem: string }> {
  const old = files.flatMap((file) => file.old);
  const ids = new Set(old.flatMap((one) => (one.in === "git" ? one.blob : [])));
  const [blobs, snapshot] = await Promise.all([
    readBlobs(git, [...ids]),
    old.some((one) => one.in === "snapshot") ? readSnapshot(start, snapshotDir) : new Map<string, number[]>(),
  ]);
  if (!blobs.ok) return blobs;
  const ofBlob = (bytes: Uint8Array | undefined) => {
    const lines = bytes ? textLines(bytes) : null;
    return lines === null || lines[0]?.startsWith(LFS_POINTER) ? null : lineIds(lines);
  };
  const linesOf = (one: OldContent) =>
    one.in === "git" ? ofBlob(blobs.value.get(one.blob)) : (snapshot.get(one.path) ?? null);
  return { ok: true, linesOf };
}

function compareInTime(file: ChangedFile, index: number, git: Git, linesOf: LinesOf): Comparison {
  if (index >= MAX_FILES) return { path: file.path, why: "there are too many files" };
  if (performance.now() > git.until) return { path: file.path, why: "there was no time left for it" };
  return compareFile(git.root, file, linesOf);
}

function gather(compared: readonly Comparison[]): AddedLines {
  const result: AddedLines = { lines: [], skipped: [], problem: null };
  const removed = new Map<number, number>();
  for (const one of compared) {
    for (const id of one.removed ?? []) removed.set(id, (removed.get(id) ?? 0) + 1);
  }
  for (const one of compared) {
    if (one.why !== undefined) result.skipped.push({ path: one.path, why: one.why });
    else if (result.lines.length + one.added.length > MAX_LINES) {
      result.skipped.push({ path: one.path, why: "there are too many lines" });
    } else {
      for (const { line, text, id } of one.added) {
        const left = removed.get(id) ?? 0;
        removed.set(id, left - 1);
        result.lines.push({ path: one.path, line, text: text.slice(0, MAX_LINE), isMoved: left > 0 });
      }
    }
  }
  return result;
}

// One file against what it was.
function compareFile(root: string, file: ChangedFile, linesOf: LinesOf): Comparison {
  const { path, change } = file;
  const [first, ...others] = file.old;
  const before = first ? linesOf(first) : [];
  if (change === "deleted") return { path, added: [], removed: before ?? [] };
  const now = linesNow(readContent(root, path));
  if (typeof now === "string") return { path, why: now };
  if (before === null) return { path, why: "its old content is not known or is not text" };
  const ids = lineIds(now);
  const { added, removed } = matchLines(before, ids);
  // What the commit had when the session began with other changes, or what a merge brought, is old as well.
  const alsoOld = new Set(others.flatMap((old) => linesOf(old) ?? []));
  return {
    path,
    added: added.flatMap((index) => {
      const [text = "", id = 0] = [now[index], ids[index]];
      return alsoOld.has(id) ? [] : [{ line: index + 1, text, id }];
    }),
    removed: removed.map((index) => before[index] as number),
  };
}

function linesNow(content: Content): string[] | string {
  if (content.kind === "large") return "it is too large";
  if (content.kind !== "file") return "it is not a plain file";
  return textLines(content.bytes) ?? "it is not text";
}
