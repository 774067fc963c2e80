// The content behind each path that `git status` named, within bounds that depend on nothing but the tree.
import type { StatusEntry } from "./parse-status.ts";
import { identify, identifyByStat, MAX_BYTES, readContent } from "./read-content.ts";
import type { Git } from "./run-git.ts";
import { type ContentId, DELETED, type DirtyFile, type TreeState } from "./tree-state.ts";

/** Beyond these a file is known by size and time. */
const MAX_FILES = 5000;
const MAX_BYTES_IN_ALL = 128 * 1024 * 1024;

// Our own logs and locks: they change while we look.
const OWN_FILES = /(^|\/)\.claude\/runtime\//;

/** null when time ran out. */
export function listDirty(
  entries: readonly StatusEntry[],
  nested: ReadonlyMap<string, TreeState>,
  git: Git,
  head: string | null,
): { dirty: DirtyFile[]; truncated: boolean } | null {
  const algorithm = (head ?? "").length === 64 ? "sha256" : "sha1";
  const dirty: DirtyFile[] = [];
  let [files, bytes, truncated] = [0, 0, false];
  const look = (path: string): ContentId => {
    if (files++ >= MAX_FILES || bytes >= MAX_BYTES_IN_ALL) {
      truncated = true;
      return identifyByStat(git.root, path);
    }
    const content = readContent(git.root, path, MAX_BYTES);
    if (content.kind === "file") bytes += content.bytes.length;
    return identify(content, algorithm);
  };
  for (const entry of entries.toSorted(byPath)) {
    const { path, status, committed } = entry;
    if (isOwnFile(path)) continue;
    if (dirty.length % 64 === 63 && performance.now() > git.until) return null;
    const content = isGone(entry) ? DELETED : entry.isRepository ? treeId(nested.get(path)) : look(path);
    dirty.push({ path, status, content, committed });
  }
  return { dirty, truncated };
}

export function isOwnFile(path: string): boolean {
  return OWN_FILES.test(path);
}

/** Told by git, not by the disk: an ignored file may lie there, or a link may lead on. */
function isGone({ status }: StatusEntry): boolean {
  return status[1] === "D" || status === "D.";
}

function treeId(state: TreeState | undefined): ContentId {
  return state?.kind === "git" ? `tree:${state.mark}` : "unreadable";
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1;
}
