import { readSmallFile } from "../platform/files.ts";
import { parseStatus, type Status } from "./parse-status.ts";
import type { Repository } from "./repository.ts";
import { type Git, type GitRun, runGit } from "./run-git.ts";

type FilterOverrides = { ok: true; config: string[] } | { ok: false; problem: string };

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

/** Most repositories define none, which their config's text tells without another process. */
async function filterOverrides(repository: Repository, git: Git): Promise<FilterOverrides> {
  // The last one counts where an old git finds `.git` wanting and takes its own folder for a bare repository.
  const { root, gitDir, commonDir } = repository;
  const files = [`${commonDir}/config`, `${gitDir}/config.worktree`, `${root}/config`];
  let isSuspect = false;
  for (const file of files) isSuspect ||= await mayDefineFilters(file);
  if (!isSuspect) return { ok: true, config: [] };
  const run = await runGit(git, ["config", "--includes", "-z", "--name-only", "--get-regexp", "^filter\\."]);
  return emptyFilters(run);
}

async function mayDefineFilters(path: string): Promise<boolean> {
  const file = await readSmallFile(path);
  if (file.state !== "read") return file.state === "refused";
  const text = file.text.toLowerCase();
  return text.includes("filter") || text.includes("include");
}

function emptyFilters(run: GitRun): FilterOverrides {
  if (!run.ok && run.exitCode === 1) return { ok: true, config: [] };
  if (!run.ok) return run;
  const keys = new TextDecoder().decode(run.output).split("\0");
  const names = new Set(keys.flatMap((key) => /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1] ?? []));
  // Such a name cannot be given on a command line: the equals sign would end the key.
  if ([...names].some((name) => /[=\n\uFFFD]/.test(name))) {
    return {
      ok: false,
      problem: "the repository's config names a filter in a way that cannot be switched off",
    };
  }
  return { ok: true, config: [...names].flatMap(emptyFilter) };
}

function emptyFilter(name: string): string[] {
  return ["clean=", "smudge=", "process=", "required=false"].map((setting) => `filter.${name}.${setting}`);
}
