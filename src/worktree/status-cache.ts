// The work tree as a stop of the session read it, cached in a file for the next stop, and what shows that the repository
// itself has not changed since.
import { fileStatus } from "../platform/file-status.ts";
import { pathExists, readSmallFile } from "../platform/files.ts";
import { replaceFileUnsynced } from "../platform/replace-file.ts";
import type { Repository } from "./repository.ts";
import { decodeTreeState, encodeTreeState, type TreeState } from "./tree-state.ts";

export interface CachedStatus {
  /** The folder that was asked about. */
  dir: string;
  transcript: string;
  /** Where the transcript ended. */
  offset: number;
  /** When the whole tree was last read. */
  wholeAt: number;
  repositoryFingerprint: string;
  state: TreeState;
}

interface RepositoryFiles {
  /** The same as long as the repository's commit, index, excludes and settings are. */
  fingerprint: string;
  /** When the last of these files changed. */
  changedAt: number;
}

const VERSION = 1;
const NAME = "tree.json";
const FILE_TYPE = 0o170000;
const PLAIN_FILE = 0o100000;

/** null when there is none, or none of ours. */
export async function readStatusCache(folder: string): Promise<CachedStatus | null> {
  const file = await readSmallFile(`${folder}/${NAME}`);
  if (file.state !== "read") return null;
  try {
    const { version, dir, transcript, offset, wholeAt, print, tree } = JSON.parse(file.text);
    const state = version === VERSION && typeof tree === "string" ? decodeTreeState(tree) : null;
    const areTexts = [dir, transcript, print].every((value) => typeof value === "string");
    const areNumbers = Number.isSafeInteger(offset) && Number.isSafeInteger(wholeAt);
    if (state === null || !areTexts || !areNumbers) return null;
    return { dir, transcript, offset, wholeAt, repositoryFingerprint: print, state };
  } catch {
    return null; // Torn.
  }
}

/** Without a cache the next stop reads the whole tree again. */
export async function writeStatusCache(folder: string, cached: CachedStatus): Promise<void> {
  const { state, repositoryFingerprint: print, ...rest } = cached;
  const text = JSON.stringify({ version: VERSION, ...rest, print, tree: encodeTreeState(state) });
  try {
    await replaceFileUnsynced(`${folder}/${NAME}`, text);
  } catch {
    // The folder may be read-only.
  }
}

/** null when these files do not tell: with submodules, or where references are stored in another way. */
export function fingerprintRepository(
  { root, gitDir, commonDir }: Repository,
  branch: string | null,
): RepositoryFiles | null {
  if (pathExists(`${root}/.gitmodules`) || pathExists(`${commonDir}/reftable`)) return null;
  const files = [`${gitDir}/HEAD`, `${gitDir}/index`, `${gitDir}/config.worktree`];
  files.push(`${commonDir}/packed-refs`, `${commonDir}/config`, `${commonDir}/info/exclude`);
  if (branch !== null) files.push(`${commonDir}/refs/heads/${branch}`);
  let fingerprint = "";
  let changedAt = 0;
  for (const file of files) {
    const status = fileStatus(file);
    if (status && (status.mode & FILE_TYPE) !== PLAIN_FILE) return null;
    fingerprint += status ? `${status.size}:${status.inode}:${status.ctimeMs} ` : "- ";
    changedAt = Math.max(changedAt, status?.ctimeMs ?? 0);
  }
  return { fingerprint, changedAt };
}
