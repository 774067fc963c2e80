// The lines of files with uncommitted changes at the session's start, which git does not store. Only hashes of the lines
// are written, never a line itself.
import { replaceFileUnsynced } from "../platform/replace-file.ts";
import { isSensitivePath } from "../text/redaction/sensitive-path.ts";
import { hashLines, textLines } from "./line-matching.ts";
import { identify, readContent } from "./read-content.ts";
import { blobOf, type DirtyFile, hashAlgorithm, type TreeState } from "./tree-state.ts";

export interface LineSnapshot {
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
