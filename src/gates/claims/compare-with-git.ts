// Compares with git whether anything was committed or pushed since the session began. A claim is believed whenever the commit or push may
// have happened elsewhere or by somebody else.
import type { Repository } from "../../platform/repository.ts";
import type { RecentActivity } from "../../recording/runs/session-activity.ts";
import { type Git, runGit } from "../../worktree/run-git.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { Claim } from "./read-claims.ts";

export interface RepositoryState {
  /** The commit that HEAD is at. */
  head: string;
  /** The session's files that are not committed. */
  dirty: string[];
}

interface Question {
  repository: Repository;
  /** When the session began. */
  since: number;
  activity: RecentActivity;
  claims: readonly Claim[];
}

const GIT_MS = 3000;

/** The claims that git contradicts. */
export async function findClaimsAgainstGit(
  stop: StopContext,
  { repository, since, activity, claims }: Question,
): Promise<{ claim: Claim; repositoryState: RepositoryState }[]> {
  const { entries } = activity;
  const isElsewhere = entries.some(
    (entry) =>
      entry.kind === "git" && (entry.dir === null || !`${entry.dir}/`.startsWith(`${repository.root}/`)),
  );
  const isOthers = entries.some((entry) => entry.kind === "unseen" && entry.who !== "command");
  if (isElsewhere || isOthers) return [];
  const git: Git = { root: repository.root, env: stop.env, until: performance.now() + GIT_MS };
  // Git counts in seconds.
  const from = Math.floor(since / 1000);
  const found: { claim: Claim; repositoryState: RepositoryState }[] = [];
  for (const claim of claims) {
    if (found.some((one) => one.claim.kind === claim.kind)) continue;
    const wasDone = entries.some(
      (entry) => entry.kind === "git" && entry.action === claim.kind && entry.succeeded === true,
    );
    if (wasDone) continue;
    const repositoryState =
      claim.kind === "commit"
        ? await findUncommitted(stop, git, from)
        : await findUnpushed(repository, git, from);
    if (repositoryState !== null) found.push({ claim, repositoryState });
  }
  return found;
}

/** null when something was committed since, or the session left nothing uncommitted. */
async function findUncommitted(stop: StopContext, git: Git, from: number): Promise<RepositoryState | null> {
  const changes = await stop.shared.changes();
  const dirty = (changes?.files ?? []).filter(({ isDirty }) => isDirty).map(({ path }) => path);
  if (dirty.length === 0) return null;
  const newest = await readGit(git, ["rev-list", "--max-count=1", `--since=${from}`, "--all", "HEAD"]);
  const head = await readGit(git, ["rev-parse", "HEAD"]);
  return newest === "" && head ? { head, dirty } : null;
}

/** null when HEAD is on a remote, or any of the remotes' branches moved since. */
async function findUnpushed(
  { commonDir }: Repository,
  git: Git,
  from: number,
): Promise<RepositoryState | null> {
  if (hasMoved(`${commonDir}/logs/refs/remotes`, from) || hasMoved(`${commonDir}/refs/remotes`, from))
    return null;
  const unpushed = await readGit(git, ["rev-list", "--max-count=1", "HEAD", "--not", "--remotes"]);
  const head = await readGit(git, ["rev-parse", "HEAD"]);
  return unpushed && head ? { head, dirty: [] } : null;
}

function hasMoved(folder: string, from: number): boolean {
  try {
    for (const name of new Bun.Glob("**/*").scanSync({ cwd: folder, onlyFiles: true, dot: true }))
      if (Bun.file(`${folder}/${name}`).lastModified >= from * 1000) return true;
  } catch {
    // No such folder: there are no remotes, or nothing was ever fetched or pushed.
  }
  return false;
}

/** null when git gave no answer. */
async function readGit(git: Git, args: string[]): Promise<string | null> {
  const run = await runGit(git, args);
  return run.ok ? new TextDecoder().decode(run.value).trim() : null;
}
