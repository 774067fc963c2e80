// The results of a session: changed files, tests, commits and pull requests. Pure.
import { describeTestResult, type TestResult } from "../../text/test-runs/test-run.ts";
import { changedFiles, remainingFiles } from "./changed-files.ts";
import { readPublished } from "./published.ts";
import type { SummaryObservation } from "./session-summary.ts";
import { mayMoveHistory, maySquash } from "./shell-commands.ts";
import { checkKey, mayBeCommit } from "./unfinished.ts";

/** The outcome of a session about which nothing is known. */
export const NO_OUTCOME = {
  /** Changed by tools that edit files, and not deleted or restored later. */
  files: [] as string[],
  /** Not named `tests`, where older versions stored a verdict. */
  testRun: null as string | null,
  /** Files were edited after the test run. */
  isTestRunOld: false,
  /** null when unknown whether it is still the newest commit. */
  lastCommit: null as string | null,
  isLastOfSeveral: false,
  /** The branch that was pushed last. */
  pushed: null as string | null,
  /** Created, or merged since the last commit. */
  pullRequests: [] as string[],
  /** Files of the project changed after the last commit or push, if there was one. */
  changedAfterCommit: [] as string[],
};

export type SessionOutcome = typeof NO_OUTCOME;

/** Longer commands are left out: a cut could hide what was tested. */
const MAX_TEST_RUN = 150;

export function describeOutcome(
  observations: readonly SummaryObservation[],
): SessionOutcome & { testId: number } {
  const tests = lastTestRun(observations);
  const files = remainingFiles(observations);
  const lastCommit = findLastCommit(observations);
  const published = findPublished(observations);
  // Shown as "then edited", so something must be shown before it.
  const isFollowed = lastCommit !== null || published.pushed !== null || published.pullRequests.length > 0;
  return {
    files,
    testRun: tests?.text ?? null,
    isTestRunOld: tests?.isOld ?? false,
    testId: tests?.id ?? 0,
    lastCommit,
    isLastOfSeveral: countCommits(observations) > 1,
    ...published,
    changedAfterCommit: isFollowed ? changesAfterCommit(observations, files) : [],
  };
}

/** A push or merge before the last commit does not contain it, and is left out. */
function findPublished(
  observations: readonly SummaryObservation[],
): Pick<SessionOutcome, "pushed" | "pullRequests"> {
  const read = (some: readonly SummaryObservation[]) => some.flatMap(readPublished);
  const last = Math.max(
    0,
    observations.findLastIndex(({ kind }) => kind === "commit"),
  );
  const later = read(observations.slice(last));
  const isPush = (line: string) => line.startsWith("pushed ");
  const created = read(observations.slice(0, last)).filter((line) => line.startsWith("created "));
  return {
    pushed: later.findLast(isPush)?.slice("pushed ".length) ?? null,
    pullRequests: [...new Set([...created, ...later.filter((line) => !isPush(line))])],
  };
}

/**
 * null when no tests ran, when the last run's result is unknown, or when its command is a longer script or too long to show,
 * and so does not say what ran.
 */
function lastTestRun(
  observations: readonly SummaryObservation[],
): { text: string; id: number; isOld: boolean } | null {
  // A command without a result is a test run with an unknown result.
  const at = observations.findLastIndex(
    ({ tests, kind, result }) => tests !== null || (kind === "command" && result === null),
  );
  const run = observations[at];
  if (!run?.tests || run.subject === null || checkKey(run.subject) === null) return null;
  const text = `${describeTestResult(JSON.parse(run.tests) as TestResult)}: ${run.subject}`;
  // The same command ran again, with an unknown result.
  const isRepeated = observations.slice(at + 1).some(({ subject }) => subject === run.subject);
  if (text.length > MAX_TEST_RUN || isRepeated) return null;
  return { text, id: run.id, isOld: changedFiles(observations.slice(at + 1)).length > 0 };
}

/** null when a later command may have made another commit or rewritten this one. */
function findLastCommit(observations: readonly SummaryObservation[]): string | null {
  const newest = observations.findLast((one) => one.kind === "commit" || mayBeNewer(one));
  if (newest?.kind !== "commit" || isFixup(newest.title) || mayMoveHistory(newest.summary)) return null;
  return newest.title;
}

function mayBeNewer(one: SummaryObservation): boolean {
  if (one.subject === null || one.kind === "search" || one.kind === "change") return false;
  return !isFailedCommit(one) && mayMoveHistory(`${one.subject}\n${one.summary}`);
}

function isFailedCommit({ kind, title }: SummaryObservation): boolean {
  return kind === "failure" && title.startsWith("Commit failed");
}

/**
 * Since the last rebase or reset, which may squash commits. An amended commit counts once: its message is the same, or the command
 * says so.
 */
function countCommits(observations: readonly SummaryObservation[]): number {
  const textOf = ({ subject, summary }: SummaryObservation) => `${subject}\n${summary}`;
  const squashed = observations.findLastIndex((one) => maySquash(textOf(one)));
  const commits = observations
    .slice(Math.max(0, squashed))
    .filter((one) => one.kind === "commit" && !isFixup(one.title) && !/\s--amend\b/.test(textOf(one)));
  return new Set(commits.map(({ title }) => title.replace(/^Commit [0-9a-f]+/, ""))).size;
}

/** A commit to be squashed into another. */
export function isFixup(title: string): boolean {
  return /^Commit(?: [0-9a-f]+)?: (?:fixup|squash|amend)! /.test(title);
}

/** The remaining files that changed after the last possible commit, push or pull request. */
function changesAfterCommit(observations: readonly SummaryObservation[], files: readonly string[]): string[] {
  const isPublishing = (one: SummaryObservation) => readPublished(one).length > 0;
  if (!observations.some((one) => one.kind === "commit" || isPublishing(one))) return [];
  const at = observations.findLastIndex(
    (one) => !isFailedCommit(one) && (mayBeCommit(one) || mayBeNewer(one) || isPublishing(one)),
  );
  const changed = new Set(changedFiles(observations.slice(at + 1)));
  return files.filter((file) => changed.has(file));
}
