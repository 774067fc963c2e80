// The lines of files with uncommitted changes at the session's start, which git does not store. Only hashes of the lines
// are written, never a line itself.

import { diffArrays } from "diff";
import { replaceFileUnsynced } from "../platform/replace-file.ts";
import { isSensitivePath } from "../text/redaction/sensitive-path.ts";
import { identify, readContent } from "./read-content.ts";
import { blobOf, type DirtyFile, hashAlgorithm, type TreeState } from "./tree-state.ts";

interface LineSnapshot {
  /** How many files it holds. */
  files: number;
  skipped: { path: string; why: string }[];
  problem: string | null;
}

const VERSION = 1;
const MAX_FILES = 1000;
const MAX_LINES = 200_000;

/** Never throws. To be called right after `state` was read; `targetDir` is created as a private folder. */
export async function snapshotDirtyFiles(state: TreeState, targetDir: string): Promise<LineSnapshot> {
  const skipped: LineSnapshot["skipped"] = [];
  const saved: [path: string, lines: number[]][] = [];
  let left = MAX_LINES;
  try {
    for (const file of state.dirty) {
      if (state.root === null || file.content === "deleted") continue;
      const lines = saved.length < MAX_FILES ? linesOf(state.root, file) : "there are too many files";
      if (typeof lines === "string" || lines.length > left) {
        skipped.push({
          path: file.path,
          why: typeof lines === "string" ? lines : "there are too many lines",
        });
        continue;
      }
      left -= lines.length;
      saved.push([file.path, lines]);
    }
    if (saved.length > 0) {
      await replaceFileUnsynced(
        snapshotPath(state, targetDir),
        JSON.stringify({ version: VERSION, files: saved }),
      );
    }
    return { files: saved.length, skipped, problem: null };
  } catch (error) {
    return { files: 0, skipped, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The lines of each file it holds; empty when there is no such snapshot. */
export async function readSnapshot(state: TreeState, targetDir: string): Promise<Map<string, number[]>> {
  try {
    const { version, files } = await Bun.file(snapshotPath(state, targetDir)).json();
    return version === VERSION && Array.isArray(files) ? new Map(files.filter(isEntry)) : new Map();
  } catch {
    return new Map(); // There is none, or it is torn: the files then count as unknown, not as new.
  }
}

/** Content-addressed: states with the same fingerprint have the same files. */
export function snapshotPath({ fingerprint }: TreeState, targetDir: string): string {
  return `${targetDir}/lines-${fingerprint}.json`;
}

function linesOf(root: string, { path, content: expected }: DirtyFile): number[] | string {
  if (isSensitivePath(path)) return "its name says that it holds secrets";
  const content = readContent(root, path);
  if (content.kind !== "file") return content.kind === "large" ? "it is too large" : "it is not a plain file";
  if (identify(content, hashAlgorithm(blobOf(expected))) !== expected) return "it changed meanwhile";
  const lines = textLines(content.bytes);
  return lines === null ? "it is not text" : hashLines(lines);
}

function isEntry(entry: unknown): entry is [string, number[]] {
  return Array.isArray(entry) && typeof entry[0] === "string" && Array.isArray(entry[1]);
}

// Which lines of a text are new compared with an older one. Lines are compared by hash, so that an old text can be stored
// without its words.

interface LineMatch {
  /** Indices of lines without a counterpart. */
  added: number[];
  removed: number[];
}

/** A longer edit is not searched for: the cost grows with its square. */
const MAX_EDIT_LENGTH = 1000;
const MAX_DIFF_MS = 500;

/** As git decides: binary files have a zero byte near the start. */
const BINARY_CHECK_BYTES = 8000;
const HASH_MASK = (1n << 53n) - 1n;

/** null for content that is not text. */
export function textLines(bytes: Uint8Array): string[] | null {
  if (bytes.subarray(0, BINARY_CHECK_BYTES).includes(0)) return null;
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Equal for lines that differ in indentation only: moving a block in or out does not make it new. */
export function hashLines(lines: readonly string[]): number[] {
  return lines.map((line) => Number(Bun.hash(line.trim()) & HASH_MASK));
}

export function matchLines(before: readonly number[], after: readonly number[]): LineMatch {
  const changes = diffArrays([...before], [...after], {
    maxEditLength: MAX_EDIT_LENGTH,
    timeout: MAX_DIFF_MS,
  });
  return changes ? collect(changes) : matchUnordered(before, after);
}

function collect(changes: { added: boolean; removed: boolean; count: number }[]): LineMatch {
  const match: LineMatch = { added: [], removed: [] };
  let [b, a] = [0, 0];
  for (const { added, removed, count } of changes) {
    for (let step = 0; step < count; step++) {
      if (added) match.added.push(a);
      if (removed) match.removed.push(b);
      if (!added) b++;
      if (!removed) a++;
    }
  }
  return match;
}

/** For a text that was rewritten: a line that was anywhere in the old one is not new. */
function matchUnordered(before: readonly number[], after: readonly number[]): LineMatch {
  const unmatched = new Map<number, number[]>();
  for (let index = before.length - 1; index >= 0; index--) {
    const line = before[index] as number;
    const places = unmatched.get(line);
    if (places) places.push(index);
    else unmatched.set(line, [index]);
  }
  const added = after.flatMap((line, index) => (unmatched.get(line)?.pop() === undefined ? [index] : []));
  return { added, removed: [...unmatched.values()].flat() };
}
