// Whether a work tree has changed since a time, by the change times (ctime) of its files.
import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import type { Environment } from "../config/environment.ts";
import { findRepository } from "../platform/repository.ts";
import { splitRecords, toSystemPath } from "./path-bytes.ts";
import { openGit, runGit } from "./run-git.ts";
import type { TreeState } from "./tree-state.ts";

const MAX_LIST_MS = 5_000;
/** Checking more would take too long. */
const MAX_FILES = 50_000;

export async function hasChangedSince(
  tree: TreeState,
  root: string,
  since: number,
  env: Pick<Environment, "home" | "path">,
): Promise<boolean> {
  // A file written just before that time may have the same millisecond.
  const isLater = (path: string | Buffer) => Math.floor(changedAt(path)) > since;
  const repository = await findRepository(root);
  if (repository === null || isLater(`${repository.gitDir}/HEAD`)) return true;
  if (tree.branch !== null && isLater(`${repository.commonDir}/refs/heads/${tree.branch}`)) return true;
  if (tree.dirty.some(({ path }) => isLater(toSystemPath(root, path)))) return true;
  // A file that was dirty then and equals the commit now is not in `tree.dirty`.
  const run = await runGit(openGit(root, { env, deadlineMs: MAX_LIST_MS }), ["ls-files", "-z"]);
  const tracked = run.ok ? splitRecords(run.value).slice(0, MAX_FILES) : [];
  return tracked.some((path) => isLater(toSystemPath(root, path)));
}

/** For a deleted file, the change time of its folder. */
function changedAt(path: string | Buffer): number {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat) return stat.ctimeMs;
  const folder = dirname(String(path));
  return folder === String(path) ? 0 : changedAt(folder);
}
