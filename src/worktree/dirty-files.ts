// The content of each path that `git status` named, within limits that depend on nothing but the tree.
import type { StatusEntry } from "./git-status.ts";
import { identify, identifyByStat, readContent } from "./read-content.ts";
import type { Git } from "./run-git.ts";
import { type ContentId, DELETED, type DirtyFile, hashAlgorithm, type TreeState } from "./tree-state.ts";

/** Beyond these a file is identified by size and time. */
const MAX_FILES = 5000;
const MAX_TOTAL_BYTES = 128 * 1024 * 1024;

// Our own logs and locks: they change while we read.
const OWN_FILES = /(^|\/)\.claude\/runtime\//;

/** null when time ran out. `nested`: the states of the repositories among the entries. */
export function describeDirtyFiles(
  entries: readonly StatusEntry[],
  nested: ReadonlyMap<string, TreeState>,
  git: Git,
  head: string | null,
): { dirty: DirtyFile[]; truncated: boolean } | null {
  const algorithm = hashAlgorithm(head);
  const dirty: DirtyFile[] = [];
  let [files, bytes, truncated] = [0, 0, false];
  const contentOnDisk = (path: string): ContentId => {
    if (files++ >= MAX_FILES || bytes >= MAX_TOTAL_BYTES) {
      truncated = true;
      return identifyByStat(git.root, path);
    }
    const content = readContent(git.root, path);
    if (content.kind === "file") bytes += content.bytes.length;
    return identify(content, algorithm);
  };
  for (const entry of entries.toSorted(byPath)) {
    const { path, status, committed } = entry;
    if (isOwnFile(path)) continue;
    if (dirty.length % 64 === 63 && performance.now() > git.until) return null;
    const content = isDeleted(entry)
      ? DELETED
      : entry.isRepository
        ? nestedContent(nested.get(path))
        : contentOnDisk(path);
    dirty.push({ path, status, content, committed });
  }
  return { dirty, truncated };
}

export function isOwnFile(path: string): boolean {
  return OWN_FILES.test(path);
}

export function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1;
}

/** By git's word, not by the disk: an ignored file may have taken the place, or a link may lead on. */
function isDeleted({ status }: StatusEntry): boolean {
  return status[1] === "D" || status === "D.";
}

function nestedContent(state: TreeState | undefined): ContentId {
  return state?.kind === "git" ? `tree:${state.fingerprint}` : "unreadable";
}
