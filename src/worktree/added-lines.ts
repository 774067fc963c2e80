// The lines written since the session's start: in new or changed files, and in no older version of them.
import { Breather } from "../platform/breather.ts";
import type { ChangedFile, OldContent } from "./changed-files.ts";
import { readBlobs } from "./git-objects.ts";
import { hashLines, matchLines, readSnapshot, textLines } from "./line-snapshot.ts";
import { type Content, readContent } from "./read-content.ts";
import { type Git, type GitOptions, type GitResult, openGit } from "./run-git.ts";
import type { TreeState } from "./tree-state.ts";

export interface AddedLine {
  path: string;
  /** Its number in the file now, from 1. */
  line: number;
  /** Cut when very long. */
  text: string;
  /** The same line was removed elsewhere: moved, not written. */
  isMoved: boolean;
}

export interface RemovedLine {
  path: string;
  text: string;
}

export interface AddedLines {
  lines: AddedLine[];
  /** What files had before, as far as their old text is known, without lines that only moved. */
  removed: RemovedLine[];
  skipped: { path: string; why: string }[];
  problem: string | null;
}

export interface AddedLinesOptions extends GitOptions {
  /** Where `snapshotDirtyFiles` wrote at the start. */
  snapshotDir: string;
}

type Comparison =
  | { path: string; why?: undefined; added: NewLine[]; removed: OldLine[] }
  | { path: string; why: string; added?: undefined; removed?: undefined };

interface NewLine {
  line: number;
  text: string;
  hash: number;
}

interface OldLine {
  hash: number;
  /** null when only its hash was written down. */
  text: string | null;
}

interface OldLines {
  hashes: number[];
  texts: string[] | null;
}

/** null when the content is not known, or is not text. */
type LinesOf = (old: OldContent) => OldLines | null;

const MAX_FILES = 2000;
const MAX_LINES = 100_000;
const MAX_LINE = 1000;
const LFS_POINTER = "version https://git-lfs.github.com/spec/";

/** Never throws. `files` are those of `filesChangedSince`, or some of them. */
export async function addedLinesSince(
  start: TreeState,
  files: readonly ChangedFile[],
  { snapshotDir, ...options }: AddedLinesOptions,
): Promise<AddedLines> {
  const nothing = (problem: string | null) => ({ lines: [], removed: [], skipped: [], problem });
  try {
    if (start.root === null) return nothing(null);
    const git = openGit(start.root, options);
    const oldLines = await readOldLines(start, files, git, snapshotDir);
    if (!oldLines.ok) return nothing(oldLines.problem);
    const breather = new Breather();
    const comparisons: Comparison[] = [];
    for (const [index, file] of files.entries()) {
      comparisons.push(compareInTime(file, index, git, oldLines.value));
      await breather.rest();
    }
    return collect(comparisons);
  } catch (error) {
    return nothing(error instanceof Error ? error.message : String(error));
  }
}

async function readOldLines(
  start: TreeState,
  files: readonly ChangedFile[],
  git: Git,
  snapshotDir: string,
): Promise<GitResult<LinesOf>> {
  const old = files.flatMap((file) => file.old);
  const ids = new Set(old.flatMap((content) => (content.in === "git" ? content.blob : [])));
  const [blobs, snapshot] = await Promise.all([
    readBlobs(git, [...ids]),
    old.some((content) => content.in === "snapshot")
      ? readSnapshot(start, snapshotDir)
      : new Map<string, number[]>(),
  ]);
  if (!blobs.ok) return blobs;
  const linesOf = (content: OldContent) => {
    if (content.in === "git") return blobLines(blobs.value.get(content.blob));
    const hashes = snapshot.get(content.path);
    return hashes === undefined ? null : { hashes, texts: null };
  };
  return { ok: true, value: linesOf };
}

function blobLines(bytes: Uint8Array | undefined): OldLines | null {
  const texts = bytes ? textLines(bytes) : null;
  return texts === null || texts[0]?.startsWith(LFS_POINTER) ? null : { hashes: hashLines(texts), texts };
}

function compareInTime(file: ChangedFile, index: number, git: Git, linesOf: LinesOf): Comparison {
  if (index >= MAX_FILES) return { path: file.path, why: "there are too many files" };
  if (performance.now() > git.until) return { path: file.path, why: "there was no time left for it" };
  return compareFile(git.root, file, linesOf);
}

/** One file with what it was. */
function compareFile(root: string, file: ChangedFile, linesOf: LinesOf): Comparison {
  const { path, change } = file;
  const [first, ...others] = file.old;
  const before = first ? linesOf(first) : { hashes: [], texts: [] };
  const oldLine = (hash: number, index: number) => ({ hash, text: before?.texts?.[index] ?? null });
  if (change === "deleted") return { path, added: [], removed: before?.hashes.map(oldLine) ?? [] };
  const now = linesNow(readContent(root, path));
  if (typeof now === "string") return { path, why: now };
  if (before === null) return { path, why: "its old content is not known or is not text" };
  const hashes = hashLines(now);
  const { added, removed } = matchLines(before.hashes, hashes);
  // Lines that the commit had when the session began with other changes, or that a merge brought, are old as well.
  const alsoOld = new Set(others.flatMap((old) => linesOf(old)?.hashes ?? []));
  return {
    path,
    added: added.flatMap((index) => {
      const [text = "", hash = 0] = [now[index], hashes[index]];
      return alsoOld.has(hash) ? [] : [{ line: index + 1, text, hash }];
    }),
    removed: removed.map((index) => oldLine(before.hashes[index] as number, index)),
  };
}

function linesNow(content: Content): string[] | string {
  if (content.kind === "large") return "it is too large";
  if (content.kind !== "file") return "it is not a plain file";
  return textLines(content.bytes) ?? "it is not text";
}

function collect(comparisons: readonly Comparison[]): AddedLines {
  const result: AddedLines = { lines: [], removed: [], skipped: [], problem: null };
  const removed = new Map<number, number>();
  for (const comparison of comparisons) {
    for (const { hash } of comparison.removed ?? []) removed.set(hash, (removed.get(hash) ?? 0) + 1);
  }
  for (const { path, why, added } of comparisons) {
    if (why !== undefined) result.skipped.push({ path, why });
    else if (result.lines.length + added.length > MAX_LINES) {
      result.skipped.push({ path, why: "there are too many lines" });
    } else {
      for (const { line, text, hash } of added) {
        const left = removed.get(hash) ?? 0;
        removed.set(hash, left - 1);
        result.lines.push({ path, line, text: text.slice(0, MAX_LINE), isMoved: left > 0 });
      }
    }
  }
  for (const { path, removed: old = [] } of comparisons) {
    for (const { hash, text } of old) {
      const left = removed.get(hash) ?? 0;
      removed.set(hash, left - 1);
      if (left > 0 && text !== null && result.removed.length < MAX_LINES)
        result.removed.push({ path, text: text.slice(0, MAX_LINE) });
    }
  }
  return result;
}
