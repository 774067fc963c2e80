// Which checks the changed files call for, and the name of a check's result on a tree.

import { type TreeState, treeFingerprint } from "../../worktree/tree-state.ts";
import { type Check, keepChecks, type Stage } from "../commands/check.ts";

export interface ChangedPaths {
  root: string;
  projectDir: string;
  /** From the root. */
  paths: readonly string[];
}

export function planChecks(stages: readonly Stage[], changed: ChangedPaths): Stage[] {
  return keepChecks(stages, (check) => matters(check, changed));
}

function matters({ paths: globs }: Check, { root, projectDir, paths }: ChangedPaths): boolean {
  if (globs.length === 0) return paths.length > 0;
  return paths.some((path) => {
    const own = withinProject(root, projectDir, path);
    return own !== null && matchesPaths(globs, own);
  });
}

/** Globs are read from the project's folder; one that starts with `!` takes files out again. */
export function matchesPaths(globs: readonly string[], path: string): boolean {
  const wanted = globs.filter((glob) => !glob.startsWith("!"));
  const unwanted = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  return (
    (wanted.length === 0 || wanted.some((glob) => fits(glob, path))) &&
    !unwanted.some((glob) => fits(glob, path))
  );
}

/** A path from the root of the work tree, as the project sees it; null when it lies outside. */
export function withinProject(root: string, projectDir: string, path: string): string | null {
  if (projectDir === root) return path;
  const prefix = projectDir.startsWith(`${root}/`) ? `${projectDir.slice(root.length + 1)}/` : "";
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}

/** A folder's name stands for everything in it. */
function fits(glob: string, path: string): boolean {
  const plain = glob.replace(/^\.\//, "").replace(/\/+$/, "");
  return new Bun.Glob(plain).match(path) || new Bun.Glob(`${plain}/**`).match(path);
}

/** null where the content of the tree is not known: then nothing can be reused. */
export function cacheKey(check: Check, projectDir: string, tree: TreeState): string | null {
  const { run, cwd, env, paths } = check;
  if (
    tree.root === null ||
    tree.fingerprint === "" ||
    (tree.truncated && tree.dirty.length === 0 && paths.length > 0)
  )
    return null;
  const mark = paths.length === 0 ? tree.fingerprint : markWithin(tree, tree.root, projectDir, paths);
  const variables = Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Bun.CryptoHasher("sha256")
    .update(JSON.stringify([projectDir, run, cwd, variables, mark]))
    .digest("hex")
    .slice(0, 32);
}

/** What lies outside of the check's paths does not matter to it. */
function markWithin(tree: TreeState, root: string, projectDir: string, globs: readonly string[]): string {
  const dirty = tree.dirty.filter(({ path }) => {
    const own = withinProject(root, projectDir, path);
    return own !== null && matchesPaths(globs, own);
  });
  return treeFingerprint(tree.head, dirty);
}
