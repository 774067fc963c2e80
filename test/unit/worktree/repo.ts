// Real git repositories in temp folders, under a home without the machine user's git config.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type FileChanges, filesChangedSince } from "../../../src/worktree/changed-files.ts";
import { readTreeState } from "../../../src/worktree/read-tree-state.ts";
import type { TreeState } from "../../../src/worktree/tree-state.ts";
import { makeTempFolder, makeTempHome, writeFileIn } from "../../helpers/temp.ts";

export const env = { home: makeTempHome(), path: process.env.PATH ?? "" };
export const options = { env, deadlineMs: 20_000 };

export interface Repo {
  dir: string;
  git(...args: string[]): string;
  write(path: string, content: string): void;
  remove(path: string): void;
  commit(message?: string): string;
  state(): Promise<TreeState>;
  changedSince(start: TreeState): Promise<FileChanges>;
}

/** Without files nothing is committed. */
export function makeRepo(files: Record<string, string> = {}, ...initArgs: string[]): Repo {
  const repo = openRepo(makeTempFolder("repo"));
  repo.git("init", "-q", "-b", "main", ...initArgs);
  for (const [path, content] of Object.entries(files)) repo.write(path, content);
  if (Object.keys(files).length > 0) repo.commit();
  return repo;
}

export function openRepo(dir: string): Repo {
  const state = () => readTreeState(dir, options);
  return {
    dir,
    git: (...args) => runGit(dir, args),
    write: (path, content) => void writeFileIn(dir, path, content),
    remove: (path) => rmSync(join(dir, path)),
    commit(message = "Change") {
      runGit(dir, ["add", "-A"]);
      runGit(dir, ["commit", "-q", "--allow-empty", "-m", message]);
      return runGit(dir, ["rev-parse", "HEAD"]).trim();
    },
    state,
    changedSince: async (start) => filesChangedSince(start, await state(), options),
  };
}

export function runGit(cwd: string, args: string[], more: Record<string, string> = {}): string {
  const identity = [
    "-c",
    "user.name=Test",
    "-c",
    "user.email=test@example.invalid",
    "-c",
    "commit.gpgSign=false",
  ];
  const run = Bun.spawnSync(["git", ...identity, "-c", "protocol.file.allow=always", ...args], {
    cwd,
    env: { PATH: env.path, HOME: env.home, LC_ALL: "C", ...more },
  });
  if (run.exitCode !== 0) throw new Error(`git ${args.join(" ")} failed: ${run.stderr}`);
  return run.stdout.toString();
}

/** The dirty files as `status path`, for reading. */
export function statusOf(state: TreeState): string[] {
  return state.dirty.map(({ status, path }) => `${status} ${path}`);
}
