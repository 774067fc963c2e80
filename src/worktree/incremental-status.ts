// Most stops follow a few edits, and git looks at every file of the tree to find them. What the tree was at the stop before
// is kept, and when nothing but edits by name happened since, no other file is looked at. What the user changed meanwhile
// is then not seen: that alone calls for no check, and before one runs the whole tree is looked at. In any doubt it is, too.

import { fileStatus } from "../platform/file-status.ts";
import { pathExists, readSmallFile } from "../platform/files.ts";
import type { GatedEvent, StopEvent } from "../protocol/hook-event.ts";
import type { HookContext } from "../store/event-context.ts";
import { flowFilePath, sessionStateDir } from "../store/state-files.ts";
import { findRepository, type Repository } from "./repository.ts";
import { startDir } from "./start-dir.ts";
import { type KeptTree, readKeptTree, writeKeptTree } from "./status-cache.ts";
import type { TreeState } from "./tree-state.ts";
import { narrowTreeState } from "./update-tree-state.ts";

interface RepositoryPrint {
  /** The same as long as commit, index, excludes and settings of the repository are. */
  print: string;
  /** When the last of these files changed. */
  changedAt: number;
}

const KIND = 0o170000;

const PLAIN = 0o100000;

type Gated = Pick<HookContext<GatedEvent>, "event" | "env" | "now">;

const TREE_MS = 10_000;
/** How long the whole tree may go without being looked at. */
const WHOLE_EVERY_MS = 10 * 60_000;
/** A file that changed so shortly before it was looked at may change again without a trace in its times. */
const TICK_MS = 20;
const MAX_FILES = 200;
/** From here on it is kept anew for less to read. */
const MAX_GAINED = 64 * 1024;

/** null when the whole tree has to be looked at. */
export async function lookNarrowly(
  { event, env, now }: Gated,
  dir: string,
  onStart?: () => void,
): Promise<TreeState | null> {
  if (!isAlone(event)) return null;
  const folder = startDir(env, event.sessionId);
  const kept = await readKeptTree(folder);
  if (kept === null || kept.dir !== dir || kept.transcript !== event.transcriptPath) return null;
  if (!(kept.wholeAt <= now && now - kept.wholeAt < WHOLE_EVERY_MS)) return null;
  const states = sessionStateDir(`${env.holdfastHome}/state`, event.sessionId);
  if (states === null || pathExists(flowFilePath(states))) return null;
  const repository = await findRepository(dir);
  if (repository === null || printRepository(repository, kept.state.branch)?.print !== kept.print)
    return null;
  const offset = Bun.file(kept.transcript).size;
  const { readEditedFiles } = await import("./transcript-delta.ts");
  const files = await readEditedFiles(event, kept.offset);
  if (files === null) return null;
  let isAsked = false;
  const state = await narrowTreeState(kept.state, files, repository, {
    root: repository.root,
    env,
    until: performance.now() + TREE_MS,
    onStart: () => {
      isAsked = true;
      onStart?.();
    },
  });
  const isNew = isAsked || offset - kept.offset > MAX_GAINED || !hasSameFiles(state, kept.state);
  if (state && isNew) await writeKeptTree(folder, { ...kept, offset, state });
  return state;
}

/** For the next stop. `state` is that of the whole tree, `offset` where the transcript ended before it was looked at. */
export async function keepTree(
  { event, env }: Gated,
  dir: string,
  state: TreeState,
  offset: number,
): Promise<void> {
  if (!isAlone(event) || !isSimple(state)) return;
  const repository = await findRepository(dir);
  const print = repository && printRepository(repository, state.branch);
  if (!print || print.changedAt > state.at - TICK_MS || (await foldsNames(repository))) return;
  const kept: KeptTree = {
    dir,
    transcript: event.transcriptPath,
    offset,
    wholeAt: state.at,
    print: print.print,
    state,
  };
  await writeKeptTree(startDir(env, event.sessionId), kept);
}

/** Nobody works beside the session's main agent, whose calls its transcript tells. */
function isAlone(event: GatedEvent): event is StopEvent & { sessionId: string; transcriptPath: string } {
  if (event.name !== "Stop" || event.sessionId === null || event.transcriptPath === null) return false;
  return event.agentId === null && event.backgroundTasks.length === 0;
}

function isSimple({ kind, truncated, problem, dirty }: TreeState): boolean {
  if (kind !== "git" || truncated || problem !== null || dirty.length > MAX_FILES) return false;
  // A repository within: it has an index of its own.
  for (const { content, committed } of dirty)
    if (content.startsWith("tree:") || content === "unreadable" || committed?.startsWith("commit:"))
      return false;
  return true;
}

function hasSameFiles(one: TreeState | null, other: TreeState): boolean {
  if (one?.dirty.length !== other.dirty.length) return false;
  // Entries that stand as they were are taken over.
  for (let at = 0; at < one.dirty.length; at++) if (one.dirty[at] !== other.dirty[at]) return false;
  return true;
}

/** null when these files do not tell: with submodules, or where references are kept in another way. */
function printRepository(
  { root, gitDir, commonDir }: Repository,
  branch: string | null,
): RepositoryPrint | null {
  if (pathExists(`${root}/.gitmodules`) || pathExists(`${commonDir}/reftable`)) return null;
  const files = [`${gitDir}/HEAD`, `${gitDir}/index`, `${gitDir}/config.worktree`];
  files.push(`${commonDir}/packed-refs`, `${commonDir}/config`, `${commonDir}/info/exclude`);
  if (branch !== null) files.push(`${commonDir}/refs/heads/${branch}`);
  let print = "";
  let changedAt = 0;
  for (const file of files) {
    const status = fileStatus(file);
    if (status && (status.mode & KIND) !== PLAIN) return null;
    print += status ? `${status.size}:${status.inode}:${status.ctimeMs} ` : "- ";
    changedAt = Math.max(changedAt, status?.ctimeMs ?? 0);
  }
  return { print, changedAt };
}

/** Two paths may be one file to git, or to the disk. */
async function foldsNames({ commonDir }: Repository): Promise<boolean> {
  const file = await readSmallFile(`${commonDir}/config`);
  return file.state !== "read" || /ignorecase|precomposeunicode/i.test(file.text);
}
