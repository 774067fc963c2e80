// Most stops follow a few edits, but git would check every file of the tree to find them. The tree is cached at each stop; if
// only edits of known files happened since, only those files are read. Changes by the user are missed then. That is harmless:
// alone they require no check, and before a check runs the whole tree is read, as it is in any doubt.

import { fileStatus, isPlainFile } from "../platform/file-status.ts";
import { pathExists, readSmallFile } from "../platform/files.ts";
import { tryReplaceFile } from "../platform/replace-file.ts";
import { findRepository, type Repository } from "../platform/repository.ts";
import type { GatedEvent, StopEvent } from "../protocol/hook-event.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import { baselineDir } from "./baseline.ts";
import type { TreeContext } from "./event-tree.ts";
import { openGit } from "./run-git.ts";
import { decodeTreeState, encodeTreeState, type TreeState } from "./tree-state.ts";
import { updateTreeState } from "./update-tree-state.ts";

interface CachedStatus {
  /** The folder whose tree was requested. */
  dir: string;
  transcript: string;
  /** Size of the transcript. */
  offset: number;
  /** When the whole tree was last read. */
  wholeAt: number;
  repositoryFingerprint: string;
  state: TreeState;
}

interface RepositoryFiles {
  /** Changes with the repository's commit, index, excludes or settings. */
  fingerprint: string;
  /** When one of these files last changed. */
  changedAt: number;
}

const VERSION = 2;
const NAME = "tree.json";

const MAX_TREE_MS = 10_000;
/** How long the whole tree may go unread. */
const MAX_CACHE_AGE_MS = 10 * 60_000;
/** A file that changed within this time before it was read may change again without a change of its times. */
const CLOCK_TICK_MS = 20;
const MAX_FILES = 200;
/** After this much new transcript, the cache is written again. */
const MAX_DELTA_BYTES = 64 * 1024;

/** null when the whole tree has to be read. */
export async function readIncrementalStatus(
  { event, env, now, turn }: TreeContext,
  dir: string,
): Promise<TreeState | null> {
  if (!isSoleWorker(event)) return null;
  const folder = baselineDir(env, event.sessionId);
  const cached = await readStatusCache(folder);
  if (cached === null || cached.dir !== dir || cached.transcript !== event.transcriptPath) return null;
  if (!(cached.wholeAt <= now && now - cached.wholeAt < MAX_CACHE_AGE_MS)) return null;
  const repository = await findRepository(dir);
  const files = repository && fingerprintRepository(repository, cached.state.branch);
  if (!files || files.fingerprint !== cached.repositoryFingerprint) return null;
  const offset = Bun.file(cached.transcript).size;
  const { readEditedFiles } = await import("./transcript-delta.ts");
  const edited = await readEditedFiles(event, cached.offset, turn?.opened_at ?? 0);
  if (edited === null) return null;
  const git = openGit(repository.root, { env, deadlineMs: MAX_TREE_MS });
  const state = await updateTreeState(cached.state, edited, repository, git);
  if (state === null) return null;
  const isStale = offset - cached.offset > MAX_DELTA_BYTES || state.fingerprint !== cached.state.fingerprint;
  if (isStale) await writeStatusCache(folder, { ...cached, offset, state });
  return state;
}

/** For the next stop. `state`: of the whole tree. `offset`: the size of the transcript before it was read. */
export async function cacheStatus(
  { event, env }: TreeContext,
  dir: string,
  state: TreeState,
  offset: number,
): Promise<void> {
  if (!isSoleWorker(event) || !isSimple(state)) return;
  const repository = await findRepository(dir);
  const files = repository && fingerprintRepository(repository, state.branch);
  if (!files || files.changedAt > state.at - CLOCK_TICK_MS || (await foldsNames(repository))) return;
  await writeStatusCache(baselineDir(env, event.sessionId), {
    dir,
    transcript: event.transcriptPath,
    offset,
    wholeAt: state.at,
    repositoryFingerprint: files.fingerprint,
    state,
  });
}

/** Only the main agent is working, and the transcript lists all of its calls. */
function isSoleWorker(event: GatedEvent): event is StopEvent & { sessionId: string; transcriptPath: string } {
  if (event.name !== "Stop" || event.sessionId === null || event.transcriptPath === null) return false;
  return event.agentId === null && event.backgroundTasks.length === 0;
}

function isSimple({ kind, truncated, problem, dirty }: TreeState): boolean {
  if (kind !== "git" || truncated || problem !== null || dirty.length > MAX_FILES) return false;
  // A nested repository has an index of its own.
  return !dirty.some(
    ({ content, committed }) =>
      content.startsWith("tree:") || content === "unreadable" || committed?.startsWith("commit:"),
  );
}

/** Two different paths may be one file for git or the disk. */
async function foldsNames({ commonDir }: Repository): Promise<boolean> {
  const file = readSmallFile(`${commonDir}/config`);
  return file.state !== "read" || /ignorecase|precomposeunicode/i.test(file.text);
}

/** null when there is no valid cache. */
async function readStatusCache(folder: string): Promise<CachedStatus | null> {
  const file = readSmallFile(`${folder}/${NAME}`);
  // null if it is only partly written.
  const saved = file.state === "read" ? parseJson(file.text) : null;
  if (!isRecord(saved) || saved.version !== VERSION) return null;
  const { version, tree, ...cached } = saved;
  const state = decodeTreeState(String(tree));
  return state && ({ ...cached, state } as CachedStatus);
}

async function writeStatusCache(folder: string, cached: CachedStatus): Promise<void> {
  const { state, ...rest } = cached;
  const text = JSON.stringify({ version: VERSION, ...rest, tree: encodeTreeState(state) });
  await tryReplaceFile(`${folder}/${NAME}`, text);
}

/** null when these files are not enough: with submodules, or if references are stored in another way. */
function fingerprintRepository(
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
    if (status && !isPlainFile(status)) return null;
    fingerprint += status ? `${status.size}:${status.inode}:${status.ctimeMs} ` : "- ";
    changedAt = Math.max(changedAt, status?.ctimeMs ?? 0);
  }
  return { fingerprint, changedAt };
}
