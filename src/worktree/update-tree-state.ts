// A state from an earlier one, when it is known which paths may have changed since: nobody else's files are looked at.

import { fileStatus } from "../platform/file-status.ts";
import { pathExists } from "../platform/files.ts";
import { isOwnFile, listDirty } from "./dirty-files.ts";
import { readStatus } from "./git-status.ts";
import { identify, MAX_BYTES, readContent } from "./read-content.ts";
import type { Repository } from "./repository.ts";
import type { Git } from "./run-git.ts";
import { type DirtyFile, markOf, type TreeState } from "./tree-state.ts";

const MAX_PATHS = 200;
const LINK = 0o120000;
const KIND = 0o170000;
/** They say what git makes of other files. */
const RULES = new Set([".gitignore", ".gitattributes", ".gitmodules"]);

/**
 * `before`: a state with the same commit, index and settings as now. `touched`: the paths, absolute, of what was written
 * since. null when the whole tree has to be looked at.
 */
export async function narrowTreeState(
  before: TreeState,
  touched: readonly string[],
  repository: Repository,
  git: Git,
): Promise<TreeState | null> {
  const at = Date.now();
  const { head, branch, root } = before;
  if (root !== repository.root) return null;
  const paths = pathsToLookAt(before, touched);
  if (paths === null) return null;
  const { settled, open } = settleFiles(before, paths);
  for (const path of open) if (!isPlain(path)) return null;
  const asked = open.length === 0 ? [] : await askGit(before, open, repository, git);
  if (asked === null) return null;
  const dirty = [...settled, ...asked].sort((a, b) => (a.path < b.path ? -1 : 1));
  const mark = markOf(head, dirty);
  return { kind: "git", head, branch, root, dirty, mark, truncated: false, at, problem: null };
}

/** From the root: what was changed already, and what was touched since. */
function pathsToLookAt({ root, dirty }: TreeState, touched: readonly string[]): Set<string> | null {
  const paths = new Set<string>();
  const prefix = `${root}/`;
  const plain = new Set<string>();
  for (const { path } of dirty) {
    // The last part may be a link that was changed as such.
    if (leadsOn(prefix, path.slice(0, Math.max(0, path.lastIndexOf("/"))), plain)) return null;
    paths.add(path);
  }
  for (const name of new Set(touched)) {
    const path = name.slice(prefix.length);
    // Elsewhere, or this tree by another name: only the whole tree tells.
    if (!name.startsWith(prefix) || !isPlain(path) || leadsOn(prefix, path, plain)) return null;
    if (!isOwnFile(path)) paths.add(path);
  }
  return paths.size <= MAX_PATHS ? paths : null;
}

/** Just one way to write it, and no part of a repository's own folder. */
function isPlain(path: string): boolean {
  if (path.includes("\0") || !path.isWellFormed()) return false;
  const parts = path.split("/");
  for (const part of parts) if (part === "" || part === "." || part === ".." || part === ".git") return false;
  return !RULES.has(parts.at(-1) ?? "");
}

/** Through a link another file is written than the one that is named, and a repository within has its own. */
function leadsOn(prefix: string, path: string, plain: Set<string>): boolean {
  for (let end = 0; end < path.length; ) {
    end = path.indexOf("/", end + 1);
    if (end === -1) end = path.length;
    const part = path.slice(0, end);
    if (plain.has(part)) continue;
    const { mode = 0 } = fileStatus(prefix + part) ?? {};
    if ((mode & KIND) === LINK || pathExists(`${prefix}${part}/.git`)) return true;
    plain.add(part);
  }
  return false;
}

/** What git would say again without being asked; the others are open. */
function settleFiles({ root, head, dirty }: TreeState, paths: ReadonlySet<string>) {
  const algorithm = (head ?? "").length === 64 ? "sha256" : "sha1";
  const settled: DirtyFile[] = [];
  const open = new Set(paths);
  for (const file of dirty) {
    const now = readContent(root ?? "", file.path, MAX_BYTES);
    const content = identify(now, algorithm);
    // A file that git does not know stays one whatever it holds; unless it is one that git reads itself.
    const isSettled =
      content === file.content || (file.status === "??" && now.kind === "file" && isPlain(file.path));
    if (!isSettled) continue;
    settled.push(content === file.content ? file : { ...file, content });
    open.delete(file.path);
  }
  return { settled, open: [...open] };
}

async function askGit(
  before: TreeState,
  paths: readonly string[],
  repository: Repository,
  git: Git,
): Promise<DirtyFile[] | null> {
  const read = await readStatus(repository, git, paths);
  if (!read.ok || read.status.head !== before.head || read.status.branch !== before.branch) return null;
  const asked = new Set(paths);
  // A folder or a repository in the place of a file.
  for (const entry of read.status.entries) if (entry.isRepository || !asked.has(entry.path)) return null;
  const listed = listDirty(read.status.entries, new Map(), git, before.head);
  return listed === null || listed.truncated ? null : listed.dirty;
}
