// Updates an earlier tree state when it is known which paths may have changed since: only those are read.

import { fileStatus, isSymbolicLink } from "../platform/file-status.ts";
import { pathExists } from "../platform/files.ts";
import type { Repository } from "../platform/repository.ts";
import { byPath, describeDirtyFiles, isHoldfastFile, readStatus } from "./git-status.ts";
import { identify, readContent } from "./read-content.ts";
import type { Git } from "./run-git.ts";
import { type DirtyFile, hashAlgorithm, type TreeState, treeFingerprint } from "./tree-state.ts";

const MAX_PATHS = 200;
/** They change the status of other files. */
const RULE_FILES = new Set([".gitignore", ".gitattributes", ".gitmodules"]);

/**
 * `before`: a state with the same commit, index and settings as now. `touched`: absolute paths of the files written since.
 * null when the whole tree has to be read.
 */
export async function updateTreeState(
  before: TreeState,
  touched: readonly string[],
  repository: Repository,
  git: Git,
): Promise<TreeState | null> {
  const at = Date.now();
  if (before.root !== repository.root) return null;
  const paths = pathsToRead(before, touched);
  if (paths === null) return null;
  const { known, unknown } = readKnownFiles(before, paths);
  if (!unknown.every(isPlainPath)) return null;
  const asked = unknown.length > 0 ? await askGit(before, unknown, repository, git) : [];
  if (asked === null) return null;
  const dirty = [...known, ...asked].sort(byPath);
  const fingerprint = treeFingerprint(before.head, dirty);
  return { ...before, dirty, fingerprint, truncated: false, at, problem: null };
}

/** Relative to the root: the files that were dirty or touched since. null when they cannot be told from others. */
function pathsToRead({ root, dirty }: TreeState, touched: readonly string[]): Set<string> | null {
  const paths = new Set<string>();
  const prefix = `${root}/`;
  const checked = new Set<string>();
  for (const { path } of dirty) {
    // The last part may be a link itself.
    if (leadsElsewhere(prefix, path.slice(0, Math.max(0, path.lastIndexOf("/"))), checked)) return null;
    paths.add(path);
  }
  for (const name of new Set(touched)) {
    const path = name.slice(prefix.length);
    // Outside the tree, or inside under another name: the whole tree has to be read.
    if (!name.startsWith(prefix) || !isPlainPath(path) || leadsElsewhere(prefix, path, checked)) return null;
    if (!isHoldfastFile(path)) paths.add(path);
  }
  return paths.size <= MAX_PATHS ? paths : null;
}

/** The path is normalized, and neither in a `.git` folder nor a rule file. */
function isPlainPath(path: string): boolean {
  if (path.includes("\0") || !path.isWellFormed()) return false;
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".." || part === ".git")) return false;
  return !RULE_FILES.has(parts.at(-1) ?? "");
}

/** A write through a link changes another file, and a nested repository has its own status. */
function leadsElsewhere(prefix: string, path: string, checked: Set<string>): boolean {
  for (let end = 0; end < path.length; ) {
    end = path.indexOf("/", end + 1);
    if (end === -1) end = path.length;
    const part = path.slice(0, end);
    if (checked.has(part)) continue;
    const status = fileStatus(prefix + part);
    if ((status && isSymbolicLink(status)) || pathExists(`${prefix}${part}/.git`)) return true;
    checked.add(part);
  }
  return false;
}

/** Files whose status has not changed, and the paths for which git has to be asked. */
function readKnownFiles({ root, head, dirty }: TreeState, paths: ReadonlySet<string>) {
  const algorithm = hashAlgorithm(head);
  const known: DirtyFile[] = [];
  const unknown = new Set(paths);
  for (const file of dirty) {
    const onDisk = readContent(root ?? "", file.path);
    const content = identify(onDisk, algorithm);
    const isSame = content === file.content;
    // An untracked file stays untracked whatever its content, unless it is a rule file.
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
  const requested = new Set(paths);
  // A folder or a repository has replaced a file.
  if (entries.some((entry) => entry.isRepository || !requested.has(entry.path))) return null;
  const described = describeDirtyFiles(entries, new Map(), git, head);
  return described === null || described.truncated ? null : described.dirty;
}
