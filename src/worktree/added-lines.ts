// Finds the lines written since the session's start: lines of new or changed files that no older version of them has.

import { Pacer } from "../platform/pacer.ts";
import { errorMessage } from "../text/unknown-values.ts";
import type { ChangedFile, OldContent } from "./changed-files.ts";
import { readBlobs } from "./git-objects.ts";
import { hashLines, matchLines, readSnapshot, textLines } from "./line-snapshot.ts";
import { readContent } from "./read-content.ts";
import { type Git, type GitOptions, type GitResult, openGit } from "./run-git.ts";
import type { TreeState } from "./tree-state.ts";

export interface AddedLine {
  path: string;
  /** Its present line number, from 1. */
  line: number;
  /** Cut when very long. */
  text: string;
}

export interface RemovedLine {
  path: string;
  text: string;
}

export interface AddedLines {
  /** Without lines that were removed in another place: moved, not written. */
  lines: AddedLine[];
  /** Lines that are gone, without those that only moved. Only of files whose old text is known. */
  removed: RemovedLine[];
  /** Paths of files that were not compared: binary, too large, of unknown old content, or out of time. */
  skipped: string[];
  problem: string | null;
}

export interface AddedLinesOptions extends GitOptions {
  /** Where `snapshotDirtyFiles` wrote at the session's start. */
  snapshotDir: string;
}

interface Comparison {
  path: string;
  added: NewLine[];
  removed: OldLine[];
}

interface NewLine {
  line: number;
  text: string;
  hash: number;
}

interface OldLine {
  hash: number;
  /** null when only its hash was stored. */
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
const MAX_LINE_LENGTH = 1000;
const LFS_POINTER = "version https://git-lfs.github.com/spec/";

/** Never throws. `files`: from `filesChangedSince`. */
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
    const pacer = new Pacer();
    const comparisons: Comparison[] = [];
    const skipped: string[] = [];
    for (const [index, file] of files.entries()) {
      const isInTime = index < MAX_FILES && performance.now() <= git.until;
      const comparison = isInTime ? compareFile(git.root, file, oldLines.value) : null;
      if (comparison) comparisons.push(comparison);
      else skipped.push(file.path);
      await pacer.yieldIfDue();
    }
    return collect(comparisons, skipped);
  } catch (error) {
    return nothing(errorMessage(error));
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

/** null when the old or the present content is not known. */
function compareFile(root: string, file: ChangedFile, linesOf: LinesOf): Comparison | null {
  const { path, isDeleted } = file;
  const [first, ...others] = file.old;
  const before = first ? linesOf(first) : { hashes: [], texts: [] };
  const oldLine = (hash: number, index: number) => ({ hash, text: before?.texts?.[index] ?? null });
  if (isDeleted) return { path, added: [], removed: before?.hashes.map(oldLine) ?? [] };
  const content = readContent(root, path);
  const now = content.kind === "file" ? textLines(content.bytes) : null;
  if (now === null || before === null) return null;
  const hashes = hashLines(now);
  const { added, removed } = matchLines(before.hashes, hashes);
  // Lines that the commit had at the start, besides uncommitted changes, or that a merge brought, are old too.
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

function collect(comparisons: readonly Comparison[], skipped: string[]): AddedLines {
  const counts = new Map<number, number>();
  for (const { hash } of comparisons.flatMap(({ removed }) => removed))
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
  /** False when no removed line with this hash is left. */
  const take = (hash: number) => {
    const left = counts.get(hash) ?? 0;
    counts.set(hash, Math.max(0, left - 1));
    return left > 0;
  };
  const lines: AddedLine[] = [];
  for (const { path, added } of comparisons) {
    if (lines.length + added.length > MAX_LINES) skipped.push(path);
    else
      for (const { line, text, hash } of added)
        if (!take(hash)) lines.push({ path, line, text: text.slice(0, MAX_LINE_LENGTH) });
  }
  const removed = comparisons.flatMap(({ path, removed: old }) =>
    old.flatMap(({ hash, text }) =>
      take(hash) && text !== null ? [{ path, text: text.slice(0, MAX_LINE_LENGTH) }] : [],
    ),
  );
  return { lines, removed: removed.slice(0, MAX_LINES), skipped, problem: null };
}
