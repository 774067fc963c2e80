// Captures the baseline of a session: the state of its work tree, and the lines of uncommitted files, which git does not store.
// Only hashes of the lines are written, never the lines.

import { diffArrays } from "diff";
import type { Environment } from "../config/environment.ts";
import { changedAt } from "../platform/file-status.ts";
import { replaceFileUnsynced } from "../platform/replace-file.ts";
import type { Store } from "../store/open.ts";
import { isSensitivePath } from "../text/redaction/sensitive-path.ts";
import { errorMessage } from "../text/unknown-values.ts";
import {
  type BaselineRequest,
  baselineDir,
  findBaseline,
  findRequestTime,
  saveBaseline,
} from "./baseline.ts";
import { identify, readContent } from "./read-content.ts";
import { readTreeState } from "./read-tree-state.ts";
import {
  blobOf,
  DELETED,
  type DirtyFile,
  encodeTreeState,
  hashAlgorithm,
  type TreeState,
  treeFingerprint,
} from "./tree-state.ts";

const MAX_TREE_MS = 120_000;
const VERSION = 1;
const MAX_FILES = 1000;
const MAX_LINES = 200_000;

/** Returns the problem, or null. Without a repository nothing is saved. */
export async function captureBaseline(
  env: Environment,
  store: Store,
  request: BaselineRequest,
): Promise<string | null> {
  if (findBaseline(store, request.sessionId)) return null;
  const read = await readTreeState(request.projectDir, { env, deadlineMs: MAX_TREE_MS });
  if (read.kind === "none") return read.problem;
  const state = withoutLaterChanges(read, findRequestTime(store, request.sessionId) ?? request.at);
  const problem = await snapshotDirtyFiles(state, baselineDir(env, request.sessionId));
  saveBaseline(store, request, encodeTreeState(state));
  return problem;
}

/** Claude may have begun before the capture: what was written since the request counts as changed, not as there from the start. */
function withoutLaterChanges(state: TreeState, since: number): TreeState {
  const isEarlier = ({ path, content }: DirtyFile) =>
    content === DELETED || changedAt(`${state.root}/${path}`) <= since;
  const dirty = state.dirty.filter(isEarlier);
  return { ...state, dirty, fingerprint: treeFingerprint(state.head, dirty) };
}

/** Returns the problem, or null. Must be called right after `state` was read. `targetDir` is created as a private folder. */
export async function snapshotDirtyFiles(state: TreeState, targetDir: string): Promise<string | null> {
  const saved: [path: string, lines: number[]][] = [];
  let left = MAX_LINES;
  try {
    for (const file of state.dirty) {
      const lines = state.root !== null && saved.length < MAX_FILES ? linesOf(state.root, file) : null;
      if (lines === null || lines.length > left) continue;
      left -= lines.length;
      saved.push([file.path, lines]);
    }
    const text = JSON.stringify({ version: VERSION, files: saved });
    if (saved.length > 0) await replaceFileUnsynced(snapshotPath(state, targetDir), text);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

/** The line hashes of each file in the snapshot; empty when there is none. */
export async function readSnapshot(state: TreeState, targetDir: string): Promise<Map<string, number[]>> {
  try {
    const { version, files } = await Bun.file(snapshotPath(state, targetDir)).json();
    return version === VERSION && Array.isArray(files) ? new Map(files.filter(isEntry)) : new Map();
  } catch {
    return new Map(); // Missing or incomplete: the old content counts as unknown, not as empty.
  }
}

/** Content-addressed: states with the same fingerprint have the same files. */
export function snapshotPath({ fingerprint }: TreeState, targetDir: string): string {
  return `${targetDir}/lines-${fingerprint}.json`;
}

/** null for a file that may hold secrets, is missing, binary or too large, or has changed meanwhile. */
function linesOf(root: string, { path, content: expected }: DirtyFile): number[] | null {
  const content = isSensitivePath(path) ? null : readContent(root, path);
  if (content?.kind !== "file") return null;
  if (identify(content, hashAlgorithm(blobOf(expected))) !== expected) return null;
  const lines = textLines(content.bytes);
  return lines && hashLines(lines);
}

function isEntry(entry: unknown): entry is [string, number[]] {
  return Array.isArray(entry) && typeof entry[0] === "string" && Array.isArray(entry[1]);
}

// Finds the new lines of a text. Lines are compared by their hashes, so that the old text need not be stored.

interface LineMatch {
  /** Indices of lines without a counterpart. */
  added: number[];
  removed: number[];
}

/** Longer edits are not computed: the cost grows with the square of the length. */
const MAX_EDIT_LENGTH = 1000;
const MAX_DIFF_MS = 500;

/** Like git: a binary file has a zero byte near its start. */
const BINARY_CHECK_BYTES = 8000;
const HASH_MASK = (1n << 53n) - 1n;

/** null for content that is not text. */
export function textLines(bytes: Uint8Array): string[] | null {
  if (bytes.subarray(0, BINARY_CHECK_BYTES).includes(0)) return null;
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Ignores indentation, so that an indented block is not new. */
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

/** For a rewritten text: a line that was anywhere in the old one is not new. */
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
