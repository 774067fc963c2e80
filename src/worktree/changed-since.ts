// Whether a work tree has changed since a time, by the change times (ctime) of its files.
import type { Environment } from "../config/environment.ts";
import { changedAt } from "../platform/file-status.ts";
import { findRepository } from "../platform/repository.ts";
import { openGit, runGit, splitRecords } from "./run-git.ts";
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
  const isLater = (path: string) => Math.floor(changedAt(path)) > since;
  const repository = await findRepository(root);
  if (repository === null || isLater(`${repository.gitDir}/HEAD`)) return true;
  if (tree.branch !== null && isLater(`${repository.commonDir}/refs/heads/${tree.branch}`)) return true;
  if (tree.dirty.some(({ path }) => isLater(`${root}/${path}`))) return true;
  // A file that was dirty then and equals the commit now is not in `tree.dirty`.
  const run = await runGit(openGit(root, { env, deadlineMs: MAX_LIST_MS }), ["ls-files", "-z"]);
  const tracked = run.ok ? splitRecords(run.value).slice(0, MAX_FILES) : [];
  return tracked.some((path) => isLater(`${root}/${path}`));
}
