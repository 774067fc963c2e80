// Selects the checks for the changed files, and computes the cache key of a check's result on a tree.
import { type TreeState, treeFingerprint } from "../../worktree/tree-state.ts";
import { type Check, keepChecks, type Stage } from "../commands/check.ts";

interface ChangedPaths {
  root: string;
  /** Relative to the root. */
  paths: readonly string[];
}

export function planChecks(stages: readonly Stage[], { root, paths }: ChangedPaths): Stage[] {
  return keepChecks(stages, ({ paths: globs, folder }) =>
    globs.length === 0 ? paths.length > 0 : paths.some((path) => isWithin(root, folder, globs, path)),
  );
}

function isWithin(root: string, folder: string, globs: readonly string[], path: string): boolean {
  const inFolder = withinFolder(root, folder, path);
  return inFolder !== null && matchesPaths(globs, inFolder);
}

/** Globs are relative to the check's folder; one that starts with `!` excludes files. */
export function matchesPaths(globs: readonly string[], path: string): boolean {
  const wanted = globs.filter((glob) => !glob.startsWith("!"));
  const unwanted = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  return (
    (wanted.length === 0 || wanted.some((glob) => matchesFileOrFolder(glob, path))) &&
    !unwanted.some((glob) => matchesFileOrFolder(glob, path))
  );
}

/** Makes a path in the work tree relative to a folder; null when it is outside of the folder. */
export function withinFolder(root: string, folder: string, path: string): string | null {
  if (folder === root) return path;
  const prefix = folder.startsWith(`${root}/`) ? `${folder.slice(root.length + 1)}/` : "";
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}

/** A glob that matches a folder matches everything in it. */
function matchesFileOrFolder(glob: string, path: string): boolean {
  const plain = glob.replace(/^\.\//, "").replace(/\/+$/, "");
  return new Bun.Glob(plain).match(path) || new Bun.Glob(`${plain}/**`).match(path);
}

/** null when the content of the tree is not known: no result can be reused then. */
export function cacheKey(check: Check, tree: TreeState): string | null {
  const { run, folder, cwd, env, paths } = check;
  if (
    tree.root === null ||
    tree.fingerprint === "" ||
    (tree.truncated && tree.dirty.length === 0 && paths.length > 0)
  )
    return null;
  const { root } = tree;
  // Files outside of the check's paths do not matter.
  const dirty = () => tree.dirty.filter(({ path }) => isWithin(root, folder, paths, path));
  const fingerprint = paths.length === 0 ? tree.fingerprint : treeFingerprint(tree.head, dirty());
  const variables = Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Bun.SHA256.hash(JSON.stringify([folder, run, cwd, variables, fingerprint]), "hex").slice(0, 32);
}

// Runs one stage after the other, the checks of a stage in parallel, until a stage fails.

/** `undefined`: the check was not run, for lack of time or because it was cancelled. */
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
    if (results.some(endsRun)) break;
  }
  return done;
}

/** A check that could not run does not stop the next stages. */
function endsRun({ check, result }: CheckRun<{ outcome: string }>): boolean {
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
