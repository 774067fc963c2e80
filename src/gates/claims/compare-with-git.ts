// Asks git whether something was committed or pushed in this turn. What else happened in the turn does not matter, but the repository
// must be known.
import { changedAt } from "../../platform/file-status.ts";
import { readSmallFile } from "../../platform/files.ts";
import { findRepository, type Repository } from "../../platform/repository.ts";
import type { RecentActivity } from "../../recording/runs/session-activity.ts";
import { type Git, runGit } from "../../worktree/run-git.ts";
import { gatherSessionChanges } from "../engine/changes.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { Claim } from "./read-claims.ts";

export interface RepositoryState {
  /** The commit that HEAD is at. */
  head: string;
  /** The session's files that are not committed. */
  dirty: string[];
}

interface Question {
  /** Where the session works. */
  projectDir: string;
  /** When the session began. */
  sessionStart: number;
  /** When the person's prompt came. */
  turnStart: number;
  activity: RecentActivity;
  claims: readonly Claim[];
}

const GIT_MS = 3000;

/** The claims that git contradicts. */
export async function findClaimsAgainstGit(
  stop: StopContext,
  question: Question,
): Promise<{ claim: Claim; repositoryState: RepositoryState }[]> {
  const repository = await findPlace(question);
  if (repository === null) return [];
  const git: Git = { root: repository.root, env: stop.env, until: performance.now() + GIT_MS };
  const found: { claim: Claim; repositoryState: RepositoryState }[] = [];
  for (const kind of ["commit", "push"] as const) {
    const claim = question.claims.find((one) => one.kind === kind);
    if (claim === undefined) continue;
    const repositoryState =
      kind === "commit"
        ? await findUncommitted(stop, git, question, claim)
        : await findUnpushed(repository, git, question);
    if (repositoryState !== null) found.push({ claim, repositoryState });
  }
  return found;
}

/** The repository in which git committed or pushed in this turn, otherwise the project's; null when it cannot be told. */
async function findPlace({ projectDir, activity }: Question): Promise<Repository | null> {
  const turn = activity.entries.slice(activity.entries.findLastIndex(({ kind }) => kind === "turn") + 1);
  const project = await findRepository(projectDir);
  const roots = new Set<string>();
  for (const entry of turn) {
    if (entry.kind !== "git") continue;
    const repository = entry.dir === null ? null : await findRepository(entry.dir);
    if (repository === null) return null;
    roots.add(repository.root);
  }
  if (roots.size === 0) return project;
  // The session's changes are known in its own work tree only.
  return roots.size === 1 && project !== null && roots.has(project.root) ? project : null;
}

/** null when there is a commit of this turn, or nothing of the session is left to commit. */
async function findUncommitted(
  stop: StopContext,
  git: Git,
  { sessionStart, turnStart }: Question,
  { isAll }: Claim,
): Promise<RepositoryState | null> {
  const changes = (await stop.shared.changes()) ?? (await gatherSessionChanges(stop));
  const files = (changes?.files ?? []).filter(({ isDirty }) => isDirty).map(({ path }) => path);
  if (files.length === 0) return null;
  const newest = await readNewestCommit(git, "--all");
  if (newest === null || newest.at >= inSeconds(turnStart)) return null;
  // After a commit earlier in the session, the claim may be about that one: only work of this turn counts, unless everything is meant.
  const isEarlier = !isAll && newest.at > inSeconds(sessionStart);
  const dirty = files.filter((path) => !isEarlier || changedAt(`${git.root}/${path}`) > turnStart);
  return dirty.length === 0 ? null : { head: newest.id, dirty };
}

/** null when there is a push of this turn, or HEAD is on a remote. */
async function findUnpushed(
  { commonDir }: Repository,
  git: Git,
  { sessionStart, turnStart }: Question,
): Promise<RepositoryState | null> {
  const pushedAt = await readLastPush(commonDir);
  if (pushedAt >= inSeconds(turnStart)) return null;
  const unpushed = await readNewestCommit(git, "HEAD", "--not", "--remotes");
  if (unpushed === null || unpushed.id === "") return null;
  const isEarlier = pushedAt > inSeconds(sessionStart);
  return isEarlier && unpushed.at < inSeconds(turnStart) ? null : { head: unpushed.id, dirty: [] };
}

/** Git counts in seconds. */
function inSeconds(time: number): number {
  return Math.floor(time / 1000);
}

interface Commit {
  id: string;
  /** In seconds. */
  at: number;
}

/** An empty id and 0 without a commit, null when git gave no answer. */
async function readNewestCommit(git: Git, ...revisions: string[]): Promise<Commit | null> {
  const run = await runGit(git, ["rev-list", "--max-count=1", "--timestamp", ...revisions]);
  if (!run.ok) return null;
  const [at = "", id = ""] = new TextDecoder().decode(run.value).trim().split(" ");
  return { at: Number(at), id };
}

/** In seconds; 0 without one. A fetch moves a branch too, and is told apart by the log of the branch, if there is one. */
async function readLastPush(commonDir: string): Promise<number> {
  let newest = 0;
  try {
    const cwd = `${commonDir}/refs/remotes`;
    for (const name of new Bun.Glob("**/*").scanSync({ cwd, onlyFiles: true, dot: true })) {
      const log = readSmallFile(`${commonDir}/logs/refs/remotes/${name}`);
      const at = log.state === "read" ? readPushTime(log.text) : inSeconds(changedAt(`${cwd}/${name}`));
      newest = Math.max(newest, at);
    }
  } catch {
    // No such folder: there are no remotes, or nothing was ever fetched or pushed.
  }
  return newest;
}

/** `OLD NEW NAME <EMAIL> SECONDS ZONE\tupdate by push` */
function readPushTime(log: string): number {
  const last = log.split("\n").findLast((line) => line.endsWith("\tupdate by push"));
  return Number(/ (\d+) [+-]\d{4}\t/.exec(last ?? "")?.[1] ?? 0);
}
