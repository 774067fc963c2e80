// Reads the state of a work tree: one `git status`, and our own hashes of the files in it. A nested repository (a submodule, or a
// folder with its own `.git`) is one entry, whose content is the fingerprint of its state.

import { readSmallFile } from "../platform/files.ts";
import { findRepository, type Repository, repositoryAt } from "../platform/repository.ts";
import { errorMessage } from "../text/unknown-values.ts";
import { describeDirtyFiles, readStatus, type StatusEntry } from "./git-status.ts";
import { type Git, type GitOptions, openGit } from "./run-git.ts";
import { differsFromCommit, noTree, type TreeState, treeFingerprint } from "./tree-state.ts";

interface NestedRepositories {
  /** The entries of the outer repository, without its linked work trees and with submodules that changed inside. */
  entries: StatusEntry[];
  states: Map<string, TreeState>;
  problem: string | null;
}

/** Of repositories within repositories. */
const MAX_DEPTH = 2;
/** Each nested repository costs a process. */
const MAX_NESTED = 16;

/** Never throws. Reads the whole work tree. `dir`: an absolute path of any folder in it. */
export async function readTreeState(dir: string, options: GitOptions): Promise<TreeState> {
  const at = Date.now();
  try {
    const repository = await findRepository(dir);
    if (repository === null) return noTree(at, null);
    return await readRepository(repository, openGit(repository.root, options), 0);
  } catch (error) {
    return noTree(at, errorMessage(error));
  }
}

async function readRepository(repository: Repository, git: Git, depth: number): Promise<TreeState> {
  const at = Date.now();
  const status = await readStatus(repository, git);
  if (!status.ok) return noTree(at, status.problem);
  const { head, branch, entries } = status.value;
  const nested = await readNestedRepositories(repository, entries, async (inner) =>
    depth < MAX_DEPTH ? readRepository(inner, { ...git, root: inner.root }, depth + 1) : null,
  );
  const described = describeDirtyFiles(nested.entries, nested.states, git, head);
  if (described === null) return noTree(at, "there was no time left to read the changed files");
  const { dirty, truncated } = described;
  const fingerprint = treeFingerprint(head, dirty);
  const { problem } = nested;
  return { kind: "git", head, branch, root: git.root, dirty, truncated, fingerprint, at, problem };
}

async function readNestedRepositories(
  repository: Repository,
  entries: StatusEntry[],
  readState: (nested: Repository) => Promise<TreeState | null>,
): Promise<NestedRepositories> {
  const states = new Map<string, TreeState>();
  const named = new Set(entries.filter((entry) => entry.isRepository).map((entry) => entry.path));
  const paths = [...new Set([...named, ...(await submodulePaths(repository.root))])].slice(0, MAX_NESTED);
  if (paths.length === 0) return { entries, states, problem: null };
  const linkedWorktrees = new Set<string>();
  await Promise.all(
    paths.map(async (path) => {
      const nested = await repositoryAt(`${repository.root}/${path}`);
      if (nested === null) return;
      if (await isSameRepository(repository, nested)) {
        linkedWorktrees.add(path);
        return;
      }
      const state = await readState(nested);
      if (state !== null) states.set(path, state);
    }),
  );
  return {
    entries: [
      ...entries.filter(({ path }) => !linkedWorktrees.has(path)),
      ...changedSubmodules(states, named),
    ],
    states,
    problem: [...states.values()].find((state) => state.problem !== null)?.problem ?? null,
  };
}

/** Submodules with changes inside that git did not list, because they are at the recorded commit. */
function changedSubmodules(
  states: ReadonlyMap<string, TreeState>,
  named: ReadonlySet<string>,
): StatusEntry[] {
  return [...states]
    .filter(([path, { dirty }]) => !named.has(path) && dirty.some(differsFromCommit))
    .map(([path, { head }]) => ({ path, status: ".M", committed: `commit:${head}`, isRepository: true }));
}

async function submodulePaths(root: string): Promise<string[]> {
  const file = readSmallFile(`${root}/.gitmodules`);
  if (file.state !== "read") return [];
  const paths = Array.from(file.text.matchAll(/^\s*path\s*=\s*"?(.+?)"?\s*$/gm), ([, path = ""]) => path);
  return paths.filter((path) => !path.startsWith("/") && !path.split("/").includes(".."));
}

/** True for a linked work tree inside this one, as the client creates them: its changes do not count as changes of this one. */
async function isSameRepository(one: Repository, other: Repository): Promise<boolean> {
  const { realpath } = await import("node:fs/promises");
  const [a, b] = await Promise.all(
    [one, other].map(({ commonDir }) => realpath(commonDir).catch(() => commonDir)),
  );
  return a === b;
}
