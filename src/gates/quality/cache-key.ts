// The name of a result: the same command on the same content has the same one.
import { type TreeState, treeFingerprint } from "../../worktree/tree-state.ts";
import type { Check } from "../commands/check.ts";
import { matchesPaths, withinProject } from "./due-checks.ts";

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
