// Repositories inside the work tree: submodules, and folders with a `.git` of their own. Each counts as one entry, whose
// content is the mark of its own state.
import { readSmallFile } from "../platform/files.ts";
import type { StatusEntry } from "./parse-status.ts";
import { type Repository, repositoryAt } from "./repository.ts";
import { DELETED, type TreeState } from "./tree-state.ts";

export interface Inside {
  /** Those of the repository, without its other work trees and with the submodules that changed inside. */
  entries: StatusEntry[];
  states: Map<string, TreeState>;
  problem: string | null;
}

/** Each costs a process. */
const MAX_NESTED = 16;

export async function lookInside(
  repository: Repository,
  entries: StatusEntry[],
  read: (nested: Repository) => Promise<TreeState | null>,
): Promise<Inside> {
  const states = new Map<string, TreeState>();
  const named = new Set(entries.filter((entry) => entry.isRepository).map((entry) => entry.path));
  const paths = [...new Set([...named, ...(await submodulePaths(repository.root))])].slice(0, MAX_NESTED);
  if (paths.length === 0) return { entries, states, problem: null };
  const elsewhere = new Set<string>();
  await Promise.all(
    paths.map(async (path) => {
      const nested = await repositoryAt(`${repository.root}/${path}`);
      if (nested === null) return;
      if (await isSameRepository(repository, nested)) {
        elsewhere.add(path);
        return;
      }
      const state = await read(nested);
      if (state !== null) states.set(path, state);
    }),
  );
  const silent = [...states].filter(([path, state]) => !named.has(path) && hasChanges(state));
  // As git did not name them, they are at the commit that is recorded.
  const added = silent.map(([path, { head }]) => ({
    path,
    status: ".M",
    committed: `commit:${head}`,
    isRepository: true,
  }));
  return {
    entries: [...entries.filter(({ path }) => !elsewhere.has(path)), ...added],
    states,
    problem: [...states.values()].find((state) => state.problem !== null)?.problem ?? null,
  };
}

async function submodulePaths(root: string): Promise<string[]> {
  const file = await readSmallFile(`${root}/.gitmodules`);
  if (file.state !== "read") return [];
  const paths = Array.from(file.text.matchAll(/^\s*path\s*=\s*"?(.+?)"?\s*$/gm), ([, path = ""]) => path);
  return paths.filter((path) => !path.startsWith("/") && !path.split("/").includes(".."));
}

/** A linked work tree that lies inside this one, as the client makes them: what happens there is its own business. */
async function isSameRepository(one: Repository, other: Repository): Promise<boolean> {
  const { realpath } = await import("node:fs/promises");
  const [a, b] = await Promise.all(
    [one, other].map(({ commonDir }) => realpath(commonDir).catch(() => commonDir)),
  );
  return a === b;
}

function hasChanges({ dirty }: TreeState): boolean {
  return dirty.some(({ content, committed }) => content !== (committed ?? DELETED));
}
