// A tree state from an earlier one, when it is known which paths may have changed since: no other file is read.

import { fileStatus, isLinkItself } from "../platform/file-status.ts";
import { pathExists } from "../platform/files.ts";
import type { Repository } from "../platform/repository.ts";
import { byPath, describeDirtyFiles, isOwnFile, readStatus } from "./git-status.ts";
import { identify, readContent } from "./read-content.ts";
import type { Git } from "./run-git.ts";
import { type DirtyFile, hashAlgorithm, type TreeState, treeFingerprint } from "./tree-state.ts";

export interface TreeUpdate {
  state: TreeState;
  hasAskedGit: boolean;
}

const MAX_PATHS = 200;
/** They decide what git makes of other files. */
const RULE_FILES = new Set([".gitignore", ".gitattributes", ".gitmodules"]);

/**
 * `before`: a state with the same commit, index and settings as now. `touched`: the absolute paths of what was written
 * since. null when the whole tree has to be read.
 */
export async function updateTreeState(
  before: TreeState,
  touched: readonly string[],
  repository: Repository,
  git: Git,
): Promise<TreeUpdate | null> {
  const at = Date.now();
  if (before.root !== repository.root) return null;
  const paths = pathsToRead(before, touched);
  if (paths === null) return null;
  const { known, unknown } = readKnownFiles(before, paths);
  if (!unknown.every(isPlainPath)) return null;
  const hasAskedGit = unknown.length > 0;
  const answered = hasAskedGit ? await askGit(before, unknown, repository, git) : [];
  if (answered === null) return null;
  const dirty = [...known, ...answered].sort(byPath);
  const fingerprint = treeFingerprint(before.head, dirty);
  const state = { ...before, dirty, fingerprint, truncated: false, at, problem: null };
  return { state, hasAskedGit };
}

/** From the root: what was dirty already, and what was touched since. */
function pathsToRead({ root, dirty }: TreeState, touched: readonly string[]): Set<string> | null {
  const paths = new Set<string>();
  const prefix = `${root}/`;
  const checked = new Set<string>();
  for (const { path } of dirty) {
    // The last part may be a link that was changed as such.
    if (leadsElsewhere(prefix, path.slice(0, Math.max(0, path.lastIndexOf("/"))), checked)) return null;
    paths.add(path);
  }
  for (const name of new Set(touched)) {
    const path = name.slice(prefix.length);
    // Outside, or inside by another name: only the whole tree tells.
    if (!name.startsWith(prefix) || !isPlainPath(path) || leadsElsewhere(prefix, path, checked)) return null;
    if (!isOwnFile(path)) paths.add(path);
  }
  return paths.size <= MAX_PATHS ? paths : null;
}

/** There is one way only to write it, and it is no part of a repository's own folder. */
function isPlainPath(path: string): boolean {
  if (path.includes("\0") || !path.isWellFormed()) return false;
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".." || part === ".git")) return false;
  return !RULE_FILES.has(parts.at(-1) ?? "");
}

/** Through a link another file is written than the one named, and a nested repository has its own status. */
function leadsElsewhere(prefix: string, path: string, checked: Set<string>): boolean {
  for (let end = 0; end < path.length; ) {
    end = path.indexOf("/", end + 1);
    if (end === -1) end = path.length;
    const part = path.slice(0, end);
    if (checked.has(part)) continue;
    const status = fileStatus(prefix + part);
    if ((status && isLinkItself(status)) || pathExists(`${prefix}${part}/.git`)) return true;
    checked.add(part);
  }
  return false;
}

/** Files of which git would say the same again, and the paths for which it has to be asked. */
function readKnownFiles({ root, head, dirty }: TreeState, paths: ReadonlySet<string>) {
  const algorithm = hashAlgorithm(head);
  const known: DirtyFile[] = [];
  const unknown = new Set(paths);
  for (const file of dirty) {
    const onDisk = readContent(root ?? "", file.path);
    const content = identify(onDisk, algorithm);
    const isSame = content === file.content;
    // An untracked file stays untracked whatever it holds, unless git itself reads it.
    const isStillUntracked = file.status === "??" && onDisk.kind === "file" && isPlainPath(file.path);
    if (!isSame && !isStillUntracked) continue;
    known.push(isSame ? file : { ...file, content });
    unknown.delete(file.path);
  }
  return { known, unknown: [...unknown] };
}

async function askGit(
  before: TreeState,
  paths: readonly string[],
  repository: Repository,
  git: Git,
): Promise<DirtyFile[] | null> {
  const status = await readStatus(repository, git, paths);
  if (!status.ok) return null;
  const { head, branch, entries } = status.value;
  if (head !== before.head || branch !== before.branch) return null;
  const asked = new Set(paths);
  // A folder or a repository has taken the place of a file.
  if (entries.some((entry) => entry.isRepository || !asked.has(entry.path))) return null;
  const described = describeDirtyFiles(entries, new Map(), git, head);
  return described === null || described.truncated ? null : described.dirty;
}
