// Whether a work tree is as it was at a moment, by the times at which the system changed something about its files.
import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import type { Environment } from "../config/environment.ts";
import { splitRecords, toSystemPath } from "./path-bytes.ts";
import { findRepository } from "./repository.ts";
import { runGit } from "./run-git.ts";
import type { TreeState } from "./tree-state.ts";

const LIST_MS = 5_000;
/** Beyond this it takes longer than it is worth. */
const MAX_FILES = 50_000;

export async function hasMovedSince(
  tree: TreeState,
  root: string,
  moment: number,
  env: Pick<Environment, "home" | "path">,
): Promise<boolean> {
  // What was written just before it may have the same millisecond.
  const isLater = (path: string | Buffer) => Math.floor(changedAt(path)) > moment;
  const repository = await findRepository(root);
  if (repository === null || isLater(`${repository.gitDir}/HEAD`)) return true;
  if (tree.branch !== null && isLater(`${repository.commonDir}/refs/heads/${tree.branch}`)) return true;
  if (tree.dirty.some(({ path }) => isLater(toSystemPath(root, path)))) return true;
  // What was changed then and is as the commit has it now is not among these.
  const run = await runGit({ root, env, until: performance.now() + LIST_MS }, ["ls-files", "-z"]);
  const tracked = run.ok ? splitRecords(run.output).slice(0, MAX_FILES) : [];
  return tracked.some((path) => isLater(toSystemPath(root, path)));
}

/** Of a file that is gone, when something last happened in its folder. */
function changedAt(path: string | Buffer): number {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat) return stat.ctimeMs;
  const folder = dirname(String(path));
  return folder === String(path) ? 0 : changedAt(folder);
}
