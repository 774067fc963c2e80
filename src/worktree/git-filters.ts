// Filters are programs that git runs over content it reads from the work tree or checks out. Every call that does either
// runs without those of a repository whose config defines some.
import { readSmallFile } from "../platform/files.ts";
import type { Repository } from "../platform/repository.ts";
import { type Git, type GitResult, runGit } from "./run-git.ts";

/** Settings that switch off every filter. Most repositories define none, and the text of their config shows it. */
export async function filterOverrides(repository: Repository, git: Git): Promise<GitResult<string[]>> {
  // The last one counts where an old git rejects `.git` and takes the root itself for a bare repository.
  const { root, gitDir, commonDir } = repository;
  const files = [`${commonDir}/config`, `${gitDir}/config.worktree`, `${root}/config`];
  let isSuspect = false;
  for (const file of files) isSuspect ||= await mayDefineFilters(file);
  if (!isSuspect) return { ok: true, value: [] };
  const run = await runGit(git, ["config", "--includes", "-z", "--name-only", "--get-regexp", "^filter\\."]);
  if (run.ok) return emptyFilters(run.value);
  // git's way to say that nothing matched.
  return run.exitCode === 1 ? { ok: true, value: [] } : run;
}

async function mayDefineFilters(path: string): Promise<boolean> {
  const file = await readSmallFile(path);
  if (file.state !== "read") return file.state === "refused";
  const text = file.text.toLowerCase();
  // Git LFS asks the programs of its extensions and transfers, whoever switched it on.
  return /filter|include|\bextension\b|customtransfer/.test(text);
}

function emptyFilters(output: Uint8Array): GitResult<string[]> {
  const keys = new TextDecoder().decode(output).split("\0");
  const names = [...new Set(keys.flatMap((key) => /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1] ?? []))];
  // Such a name cannot be given on a command line: the equals sign would end the key.
  if (names.some((name) => /[=\n\uFFFD]/.test(name))) {
    const problem = "the repository's config names a filter in a way that cannot be switched off";
    return { ok: false, exitCode: null, problem };
  }
  return { ok: true, value: names.flatMap(emptyFilter) };
}

function emptyFilter(name: string): string[] {
  return ["clean=", "smudge=", "process=", "required=false"].map((setting) => `filter.${name}.${setting}`);
}
