// Repositories inside the work tree: submodules, and folders with a `.git` of their own. Each counts as one entry, whose
// content is the fingerprint of its own state.
import { readSmallFile } from "../platform/files.ts";
import type { StatusEntry } from "./git-status.ts";
import { type Repository, repositoryAt } from "./repository.ts";
import { differsFromCommit, type TreeState } from "./tree-state.ts";

export interface NestedRepositories {
  /** Those of the outer repository, without its other work trees and with the submodules that changed inside. */
  entries: StatusEntry[];
  states: Map<string, TreeState>;
  problem: string | null;
}

/** Each costs a process. */
const MAX_NESTED = 16;

export async function readNestedRepositories(
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

/** Those with changes inside that git did not name: they are at the commit that is recorded. */
function changedSubmodules(
  states: ReadonlyMap<string, TreeState>,
  named: ReadonlySet<string>,
): StatusEntry[] {
  return [...states]
    .filter(([path, { dirty }]) => !named.has(path) && dirty.some(differsFromCommit))
    .map(([path, { head }]) => ({ path, status: ".M", committed: `commit:${head}`, isRepository: true }));
}

async function submodulePaths(root: string): Promise<string[]> {
  const file = await readSmallFile(`${root}/.gitmodules`);
  if (file.state !== "read") return [];
  const paths = Array.from(file.text.matchAll(/^\s*path\s*=\s*"?(.+?)"?\s*$/gm), ([, path = ""]) => path);
  return paths.filter((path) => !path.startsWith("/") && !path.split("/").includes(".."));
}

/** A linked work tree inside this one, as the client makes them: its changes are not changes of this one. */
async function isSameRepository(one: Repository, other: Repository): Promise<boolean> {
  const { realpath } = await import("node:fs/promises");
  const [a, b] = await Promise.all(
    [one, other].map(({ commonDir }) => realpath(commonDir).catch(() => commonDir)),
  );
  return a === b;
}
