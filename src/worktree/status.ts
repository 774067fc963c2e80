import { filterOverrides } from "./filter-overrides.ts";
import { parseStatus, type Status } from "./parse-status.ts";
import type { Repository } from "./repository.ts";
import { type Git, runGit } from "./run-git.ts";

export type StatusRead = { ok: true; status: Status } | { ok: false; problem: string };

const STATUS = [
  ...["status", "--porcelain=v2", "-z", "--branch", "--untracked-files=all"],
  // By default it would walk history, read blobs, and start a git under the config of each submodule.
  ...["--no-ahead-behind", "--no-renames", "--ignore-submodules=dirty"],
];

/** Of the whole work tree, or of some paths in it: then git looks at no other file. */
export async function readStatus(
  repository: Repository,
  git: Git,
  paths: readonly string[] = [],
): Promise<StatusRead> {
  const filters = await filterOverrides(repository, git);
  if (!filters.ok) return filters;
  const args = paths.length === 0 ? STATUS : [...STATUS, "--"];
  // Taken as they are: a path may begin with a colon, or hold a star.
  for (const path of paths) args.push(`:(top,literal)${path}`);
  const run = await runGit({ ...git, config: filters.config }, args);
  return run.ok ? { ok: true, status: parseStatus(run.output) } : run;
}
