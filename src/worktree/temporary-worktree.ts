// A copy of the work tree as it was, checked out for one use. Nothing of it stays in the repository.
import { randomUUID } from "node:crypto";
import { cp, mkdir, rm, symlink } from "node:fs/promises";
import { dirname } from "node:path";
import { repositoryAt } from "../platform/repository.ts";
import { filterOverrides } from "./git-filters.ts";
import { identify, readContent } from "./read-content.ts";
import { type Git, type GitOptions, runGit } from "./run-git.ts";
import { blobOf, DELETED, hashAlgorithm, type TreeState } from "./tree-state.ts";

export interface WorktreeOptions extends GitOptions {
  tempDir: string;
}

// Ignored by git, but without these folders most checks would fail for that reason alone.
const INSTALLED = new Set([
  "node_modules",
  "bower_components",
  ".venv",
  "venv",
  "vendor",
  ".yarn",
  ".pnp.cjs",
]);
const CLEAN_UP_MS = 30_000;

/**
 * `use` gets the copy's folder. Uncommitted content that has changed since cannot be restored: such a file is as the
 * commit has it.
 */
export async function withTemporaryWorktree<T>(
  state: TreeState,
  { env, deadlineMs, tempDir }: WorktreeOptions,
  use: (folder: string) => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; problem: string }> {
  const { root, head } = state;
  if (root === null || head === null) return { ok: false, problem: "there was no commit to go back to" };
  const parent = `${tempDir}/holdfast-tree-${randomUUID()}`;
  const folder = `${parent}/tree`;
  const git: Git = { root, env, until: performance.now() + deadlineMs };
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const repository = await repositoryAt(root);
    if (repository === null) return { ok: false, problem: "the repository is gone" };
    const filters = await filterOverrides(repository, git);
    if (!filters.ok) return { ok: false, problem: filters.problem };
    const checkout: Git = { ...git, config: filters.value };
    const added = await runGit(checkout, ["worktree", "add", "--quiet", "--detach", folder, head]);
    if (!added.ok) return { ok: false, problem: added.problem };
    await copyUncommitted(state, root, folder);
    await linkInstalled(git, folder);
    return { ok: true, value: await use(folder) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    const last: Git = { ...git, until: performance.now() + CLEAN_UP_MS };
    await runGit(last, ["worktree", "remove", "--force", folder]);
    await rm(parent, { recursive: true, force: true });
    await runGit(last, ["worktree", "prune"]);
  }
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

async function linkInstalled(git: Git, folder: string): Promise<void> {
  const options = ["-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  const listed = await runGit(git, ["ls-files", ...options]);
  if (!listed.ok) return;
  const paths = Buffer.from(listed.value).toString("utf8").split("\0");
  for (const path of paths.map((one) => one.replace(/\/$/, ""))) {
    if (!INSTALLED.has(path.slice(path.lastIndexOf("/") + 1))) continue;
    await mkdir(dirname(`${folder}/${path}`), { recursive: true });
    await symlink(`${git.root}/${path}`, `${folder}/${path}`).catch(() => {}); // The commit itself has one.
  }
}
