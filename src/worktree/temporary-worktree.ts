// Checks out a temporary copy of an earlier state of the work tree. Nothing of it stays in the repository: leftovers of a killed
// process are found by the record that it wrote first.

import { randomUUID } from "node:crypto";
import { lstatSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { dirname } from "node:path";
import { type Environment, worktreeRecordDir } from "../config/environment.ts";
import { inheritedMask, pathExists } from "../platform/files.ts";
import { endProcessesIn, processStart } from "../platform/process/inspect-process.ts";
import { replaceFileUnsynced } from "../platform/replace-file.ts";
import { repositoryAt } from "../platform/repository.ts";
import { isAbsolutePath } from "../platform/system.ts";
import { errorMessage, isRecord, parseJson } from "../text/unknown-values.ts";
import { identify, readContent } from "./read-content.ts";
import { filterOverrides, type Git, openGit, runGit, splitRecords } from "./run-git.ts";
import { blobOf, DELETED, hashAlgorithm, type TreeState } from "./tree-state.ts";

interface WorktreeOptions {
  env: Pick<Environment, "home" | "path" | "tempDir" | "holdfastHome">;
  /** For making the copy. */
  deadlineMs: number;
  /** Leaves out what git ignores. */
  withoutIgnored?: true;
}

export interface TemporaryWorktree {
  folder: string;
  /** Paths that git ignores, copied or linked as they are now; a folder stands for everything in it. */
  ignored: string[];
}

/** Names the process that uses a copy. */
interface CopyRecord {
  pid: number;
  /** When the process started, because process ids are reused. */
  start: string | null;
  root: string;
  /** A folder with the copy and nothing else. */
  parent: string;
}

const PREFIX = "holdfast-tree-";
const CLEAN_UP_MS = 30_000;

/** Removed afterwards, also by a later process when this one was killed. `root`: the work tree that is copied. */
export async function withTemporaryFolder<T>(
  env: WorktreeOptions["env"],
  root: string,
  use: (folder: string) => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; problem: string }> {
  const name = `${PREFIX}${randomUUID()}`;
  const parent = `${env.tempDir}/${name}`;
  const recordPath = `${worktreeRecordDir(env)}/${name}.json`;
  try {
    const record: CopyRecord = { pid: process.pid, start: processStart(process.pid), root, parent };
    await replaceFileUnsynced(recordPath, JSON.stringify(record));
    await mkdir(parent, { recursive: true, mode: 0o700 });
    return { ok: true, value: await use(parent) };
  } catch (error) {
    return { ok: false, problem: errorMessage(error) };
  } finally {
    await removeCopy(env, recordPath, { root, parent });
  }
}

/** Uncommitted content that has changed since cannot be restored: such a file has the committed content. */
export async function withTemporaryWorktree<T>(
  state: TreeState,
  { env, deadlineMs, withoutIgnored }: WorktreeOptions,
  use: (copy: TemporaryWorktree) => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; problem: string }> {
  const { root, head } = state;
  if (root === null || head === null) return { ok: false, problem: "there was no commit to go back to" };
  const git: Git = { ...openGit(root, { env, deadlineMs }), umask: inheritedMask() };
  return withTemporaryFolder(env, root, async (parent) => {
    const folder = `${parent}/tree`;
    const repository = await repositoryAt(root);
    if (repository === null) throw new Error("the repository is gone");
    const filters = await filterOverrides(repository, git);
    if (!filters.ok) throw new Error(filters.problem);
    const checkout: Git = { ...git, config: filters.value };
    const added = await runGit(checkout, ["worktree", "add", "--quiet", "--detach", folder, head]);
    if (!added.ok) throw new Error(added.problem);
    await copyUncommitted(state, root, folder);
    return use({ folder, ignored: withoutIgnored ? [] : await copyIgnored(git, folder) });
  });
}

/** Removes copies whose process was killed, and ends what still runs in them. Returns how many there were. */
export async function removeAbandonedWorktrees(
  env: WorktreeOptions["env"],
  { dryRun = false } = {},
): Promise<number> {
  const folder = worktreeRecordDir(env);
  const names = await readdir(folder).catch(() => []); // No folder, no copies.
  let abandoned = 0;
  for (const name of names.filter((file) => file.endsWith(".json"))) {
    const path = `${folder}/${name}`;
    const record = readRecord(await readFile(path, "utf8").catch(() => ""));
    if (record !== null && record.start !== null && processStart(record.pid) === record.start) continue;
    abandoned++;
    if (dryRun) continue;
    if (record) await endProcessesIn(record.parent);
    await removeCopy(env, path, record);
  }
  return abandoned;
}

/** Removes the record last, so that an interrupted removal is repeated. */
async function removeCopy(
  env: WorktreeOptions["env"],
  recordPath: string,
  copy: Pick<CopyRecord, "root" | "parent"> | null,
): Promise<void> {
  if (copy !== null) {
    const { root, parent } = copy;
    // Forced twice, because git locks a work tree while it creates it.
    const removal = ["worktree", "remove", "--force", "--force", `${parent}/tree`];
    // A folder with a repository of its own is not a work tree of this one.
    const isWorkTree = !pathExists(`${parent}/tree/.git/HEAD`);
    if (isWorkTree && pathExists(root))
      await runGit(openGit(root, { env, deadlineMs: CLEAN_UP_MS }), removal);
    await rm(parent, { recursive: true, force: true }).catch(() => {}); // A command may have left files of another user.
  }
  await rm(recordPath, { force: true }).catch(() => {}); // The next clean-up tries again.
}

/** null for an invalid record: only folders with our naming scheme may be removed. */
function readRecord(text: string): CopyRecord | null {
  const record = parseJson(text);
  if (!isRecord(record)) return null;
  const { pid, start, root, parent } = record;
  if (typeof pid !== "number" || typeof root !== "string" || typeof parent !== "string") return null;
  const isOwn =
    isAbsolutePath(parent) && /\/holdfast-tree-[0-9a-f-]{36}$/.test(parent) && !parent.includes("/../");
  return isOwn ? { pid, start: typeof start === "string" ? start : null, root, parent } : null;
}

async function copyUncommitted({ dirty }: TreeState, root: string, folder: string): Promise<void> {
  for (const { path, content } of dirty) {
    if (content === DELETED) {
      await rm(`${folder}/${path}`, { force: true });
      continue;
    }
    const blob = blobOf(content);
    if (blob === null || identify(readContent(root, path), hashAlgorithm(blob)) !== content) continue;
    await mkdir(dirname(`${folder}/${path}`), { recursive: true });
    await cp(`${root}/${path}`, `${folder}/${path}`, { verbatimSymlinks: true });
  }
}

// Ignored files (build results, settings, installed packages) are copied or linked into a copy, because many checks need them.

// Always linked: they are large, and full of links that lead out of them.
export const INSTALLED_FOLDERS = new Set([
  "node_modules",
  "bower_components",
  ".venv",
  "venv",
  "vendor",
  ".yarn",
  ".pnp.cjs",
]);
// holdfast's own files, and other work trees.
const EXCLUDED = /(^|\/)\.claude\/(runtime|worktrees)(\/|$)/;
const LIST = ["-z", "--others", "--ignored", "--exclude-standard", "--directory"];
/** Limits of one entry. A larger one is linked, although a command could change it there. */
const MAX_FILES = 2000;
const MAX_BYTES = 32 * 1024 * 1024;

/** Returns the paths, relative to the root; a folder stands for everything in it. */
async function copyIgnored(git: Git, folder: string): Promise<string[]> {
  const listed = await runGit(git, ["ls-files", ...LIST]);
  if (!listed.ok) return [];
  const paths = splitRecords(listed.value).map((path) => path.replace(/\/$/, ""));
  const wanted = paths.filter(
    (path) => !EXCLUDED.test(path) && !`${folder}/`.startsWith(`${git.root}/${path}/`),
  );
  for (const path of wanted) {
    await mkdir(dirname(`${folder}/${path}`), { recursive: true });
    // The commit may have another file there, and the source may be gone or unreadable.
    await copyOrLink(git, path, `${folder}/${path}`).catch(() => {});
  }
  return wanted;
}

async function copyOrLink({ root, until }: Git, path: string, to: string): Promise<void> {
  const from = `${root}/${path}`;
  const mayCopy = (source: string) => isPlain(source) && !EXCLUDED.test(source.slice(root.length + 1));
  const isLinked =
    INSTALLED_FOLDERS.has(path.slice(path.lastIndexOf("/") + 1)) || !(await isSmall(from, until, mayCopy));
  if (isLinked) await symlink(from, to);
  else await cp(from, to, { recursive: true, verbatimSymlinks: true, filter: mayCopy });
}

/** A pipe or a socket cannot be copied. */
function isPlain(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.isFile() || stats.isDirectory() || stats.isSymbolicLink());
}

async function isSmall(path: string, until: number, mayCopy: (path: string) => boolean): Promise<boolean> {
  let [files, bytes] = [0, 0];
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!mayCopy(next)) continue;
    const stats = lstatSync(next);
    files++;
    bytes += stats.isFile() ? stats.size : 0;
    if (files > MAX_FILES || bytes > MAX_BYTES || performance.now() > until) return false;
    if (stats.isDirectory()) for (const name of await readdir(next)) open.push(`${next}/${name}`);
  }
  return true;
}
