// Which checks the changed files call for, and the name of a check's result on a tree.
import { type TreeState, treeFingerprint } from "../../worktree/tree-state.ts";
import { type Check, keepChecks, type Stage } from "../commands/check.ts";

interface ChangedPaths {
  root: string;
  /** From the root. */
  paths: readonly string[];
}

export function planChecks(stages: readonly Stage[], changed: ChangedPaths): Stage[] {
  return keepChecks(stages, (check) => matters(check, changed));
}

function matters({ paths: globs, folder }: Check, { root, paths }: ChangedPaths): boolean {
  if (globs.length === 0) return paths.length > 0;
  return paths.some((path) => {
    const own = withinFolder(root, folder, path);
    return own !== null && matchesPaths(globs, own);
  });
}

/** Globs are read from the check's folder; one that starts with `!` takes files out again. */
export function matchesPaths(globs: readonly string[], path: string): boolean {
  const wanted = globs.filter((glob) => !glob.startsWith("!"));
  const unwanted = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  return (
    (wanted.length === 0 || wanted.some((glob) => fits(glob, path))) &&
    !unwanted.some((glob) => fits(glob, path))
  );
}

/** A path from the root of the work tree, as seen from a folder in it; null when it lies outside. */
export function withinFolder(root: string, folder: string, path: string): string | null {
  if (folder === root) return path;
  const prefix = folder.startsWith(`${root}/`) ? `${folder.slice(root.length + 1)}/` : "";
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}

/** A folder's name stands for everything in it. */
function fits(glob: string, path: string): boolean {
  const plain = glob.replace(/^\.\//, "").replace(/\/+$/, "");
  return new Bun.Glob(plain).match(path) || new Bun.Glob(`${plain}/**`).match(path);
}

/** null where the content of the tree is not known: then nothing can be reused. */
export function cacheKey(check: Check, tree: TreeState): string | null {
  const { run, folder, cwd, env, paths } = check;
  if (
    tree.root === null ||
    tree.fingerprint === "" ||
    (tree.truncated && tree.dirty.length === 0 && paths.length > 0)
  )
    return null;
  const mark = paths.length === 0 ? tree.fingerprint : markWithin(tree, tree.root, folder, paths);
  const variables = Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Bun.CryptoHasher("sha256")
    .update(JSON.stringify([folder, run, cwd, variables, mark]))
    .digest("hex")
    .slice(0, 32);
}

/** What lies outside of the check's paths does not matter to it. */
function markWithin(tree: TreeState, root: string, folder: string, globs: readonly string[]): string {
  const dirty = tree.dirty.filter(({ path }) => {
    const own = withinFolder(root, folder, path);
    return own !== null && matchesPaths(globs, own);
  });
  return treeFingerprint(tree.head, dirty);
}

// Stage after stage, side by side within one, until a stage fails.

/** `undefined`: the check was not run, for want of time or because somebody ended it. */
type RunOne<R> = (check: Check) => Promise<R | undefined>;

export interface CheckRun<R> {
  check: Check;
  result: R | undefined;
}

/** The results in the order of the config. */
export async function runStages<R extends { outcome: string }>(
  stages: readonly Stage[],
  runOne: RunOne<R>,
  atOnce: number,
): Promise<CheckRun<R>[]> {
  const done: CheckRun<R>[] = [];
  for (const { checks } of stages) {
    const results = await inParallel(checks, runOne, atOnce);
    done.push(...results);
    if (results.some(isRefusal)) break;
  }
  return done;
}

/** A check that could not be made says nothing against going on. */
function isRefusal({ check, result }: CheckRun<{ outcome: string }>): boolean {
  if (result === undefined) return true;
  return result.outcome === "failed" || (result.outcome === "timeout" && check.onTimeout === "block");
}

async function inParallel<R>(
  checks: readonly Check[],
  runOne: RunOne<R>,
  atOnce: number,
): Promise<CheckRun<R>[]> {
  const results: CheckRun<R>[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < checks.length; index = next++) {
      const check = checks[index] as Check;
      results[index] = { check, result: await runOne(check) };
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, checks.length)) }, work));
  return results;
}
