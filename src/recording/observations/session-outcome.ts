// The results of a session: changed files, tests, commits and pull requests. Pure.
import { describeTestResult, type TestResult } from "../../text/test-runs/test-run.ts";
import {
  changedFiles,
  commitSize,
  deletedFiles,
  isOutside,
  mayHaveWritten,
  remainingFiles,
} from "./changed-files.ts";
import { readPublished } from "./published.ts";
import type { SummaryObservation } from "./session-summary.ts";
import { mayEditFiles, mayMoveHistory } from "./shell-commands.ts";
import { checkKey, mayBeCommit } from "./unfinished.ts";

/** The outcome of a session about which nothing is known. */
export const NO_OUTCOME = {
  /** Changed files that were not deleted or restored later. */
  files: [] as string[],
  /**
   * More files may have changed than are listed: by commands, which older versions did not examine, or by subagents, whose calls
   * are not always recorded.
   */
  mayHaveChangedMore: true,
  /** By `git rm`. */
  deleted: [] as string[],
  /** The number of files in the last commit if it exceeds those listed, otherwise 0. */
  lastCommitFiles: 0,
  /** All changed files, if every change was undone. */
  undone: [] as string[],
  /** Not named `tests`, where older versions stored a verdict. */
  testRun: null as string | null,
  /** Something was changed after the test run. */
  isTestRunOld: false,
  /** null when unknown whether it is still the newest commit. */
  lastCommit: null as string | null,
  /** There were earlier commits, which may contain the listed files. */
  isLastOfSeveral: false,
  /** The history of the session's commits was rewritten. */
  isRewritten: false,
  /** The branch that was pushed last. */
  pushed: null as string | null,
  /** Since the last commit. */
  pullRequests: [] as string[],
  /** Created before the last commit. */
  earlierPullRequests: [] as string[],
  /** Files of the project changed after the last commit or push, if there was one. */
  changedAfterCommit: [] as string[],
  /** Files not changed before the last commit or push, including `.env` files. */
  changedOnlyAfterCommit: [] as string[],
  mayHaveChangedMoreAfterCommit: true,
};

export type SessionOutcome = typeof NO_OUTCOME;

/** Longer commands are left out: a cut could hide what was tested. */
const MAX_TEST_RUN = 150;
const SUBAGENT = /^(?:Agent|Task)(?::|$)/;
const TEXT_FILE = /\.(?:md|mdx|txt|rst|adoc)$/i;
/** Usually not committed. */
export const ENV_FILE = /(?:^|\/)\.env[^/]*$/;
const REWRITES =
  /\bgit\b[^;&|\n]*\s(?:rebase|filter-branch|filter-repo)\b|\bgit\b[^;&|\n]*\scommit\b[^;&|\n]*--amend/;

export function describeOutcome(
  observations: readonly SummaryObservation[],
  commitUnseenUntil: number,
): SessionOutcome & { testId: number } {
  const tests = lastTestRun(observations);
  const lastCommit = findLastCommit(observations);
  const files = remainingFiles(observations);
  const listed = files.filter((file) => !isOutside(file)).length;
  const larger = observations.filter((one) => commitSize(one) > listed);
  return {
    files,
    mayHaveChangedMore: larger.length > 0 || observations.some(mayChangeMore),
    deleted: deletedFiles(observations),
    lastCommitFiles: commitSize(larger.findLast(({ title }) => title === lastCommit)),
    undone: files.length === 0 ? changedFiles(observations) : [],
    testRun: tests?.text ?? null,
    isTestRunOld: tests?.isOld ?? false,
    testId: tests?.id ?? 0,
    lastCommit,
    isLastOfSeveral: countCommits(observations) > 1,
    isRewritten: lastCommit === null && isRewritten(observations),
    ...findPublished(observations),
    ...changesAfterCommit(observations, files, commitUnseenUntil),
  };
}

/** A push or merge before the last commit does not contain it, and is left out. */
function findPublished(
  observations: readonly SummaryObservation[],
): Pick<SessionOutcome, "pushed" | "pullRequests" | "earlierPullRequests"> {
  const read = (some: readonly SummaryObservation[]) => some.map(({ summary }) => readPublished(summary));
  const last = observations.findLastIndex(({ kind }) => kind === "commit");
  const earlier = read(observations.slice(0, Math.max(0, last)));
  const later = read(observations.slice(Math.max(0, last)));
  const created = earlier.flatMap(({ pullRequests }) =>
    pullRequests.filter((one) => one.startsWith("created")),
  );
  return {
    pushed: later.flatMap(({ pushed }) => pushed).at(-1) ?? null,
    pullRequests: [...new Set(later.flatMap(({ pullRequests }) => pullRequests))],
    earlierPullRequests: [...new Set(created)],
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
  const text = `${describeTestResult(JSON.parse(run.tests) as TestResult)}: ${shortenPaths(run.subject)}`;
  // The same command ran again, with an unknown result.
  const isRepeated = observations.slice(at + 1).some(({ subject }) => subject === run.subject);
  if (text.length > MAX_TEST_RUN || isRepeated) return null;
  return { text, id: run.id, isOld: observations.slice(at + 1).some(mayChangeCode) };
}

function mayChangeCode({ kind, files, subject, summary }: SummaryObservation): boolean {
  if (kind === "change")
    return (JSON.parse(files) as string[]).some((file) => !isOutside(file) && !TEXT_FILE.test(file));
  return kind !== "search" && kind !== "commit" && subject !== null && mayEditFiles(`${subject}\n${summary}`);
}

/** Shortens absolute paths to their last two names. */
function shortenPaths(command: string): string {
  return command.replace(/(?<=^|[\s=])\/(?:[^\s/]+\/){2,}([^\s/]+\/[^\s/]+)/g, "…/$1");
}

/** null when a later command may have made another commit or rewritten this one. */
function findLastCommit(observations: readonly SummaryObservation[]): string | null {
  const newest = observations.findLast((one) => one.kind === "commit" || mayBeNewer(one));
  if (newest?.kind !== "commit" || isFixup(newest.title) || mayMoveHistory(newest.summary)) return null;
  return newest.title;
}

function mayBeNewer({ kind, title, subject, summary }: SummaryObservation): boolean {
  if (subject === null || kind === "search" || kind === "change") return false;
  if (isFailedCommit({ kind, title, summary })) return false;
  return mayMoveHistory(`${subject}\n${summary}`);
}

function isFailedCommit({
  kind,
  title,
  summary,
}: Pick<SummaryObservation, "kind" | "title" | "summary">): boolean {
  if (kind !== "failure") return false;
  return title.startsWith("Commit failed") || /nothing (?:added )?to commit/.test(summary);
}

/** An amended commit counts once. */
function countCommits(observations: readonly SummaryObservation[]): number {
  const commits = observations.filter(
    ({ kind, title, subject, summary }) =>
      kind === "commit" && !isFixup(title) && !REWRITES.test(`${subject}\n${summary}`),
  );
  return new Set(commits.map(({ title }) => title)).size;
}

/** A commit to be squashed into another. */
export function isFixup(title: string): boolean {
  return /^Commit(?: [0-9a-f]+)?: (?:fixup|squash|amend)! /.test(title);
}

function isRewritten(observations: readonly SummaryObservation[]): boolean {
  const first = observations.findIndex(({ kind }) => kind === "commit");
  const moved = observations.findLast((one) => one.kind === "commit" || mayBeNewer(one));
  return first !== -1 && REWRITES.test(`${moved?.subject}\n${moved?.summary}`);
}

/** The remaining files that changed after the last possible commit, push or pull request. */
function changesAfterCommit(
  observations: readonly SummaryObservation[],
  files: readonly string[],
  commitUnseenUntil: number,
): Pick<SessionOutcome, "changedAfterCommit" | "changedOnlyAfterCommit" | "mayHaveChangedMoreAfterCommit"> {
  const isPublishing = ({ summary }: SummaryObservation) => {
    const { pushed, pullRequests } = readPublished(summary);
    return pushed.length + pullRequests.length > 0;
  };
  if (!observations.some((one) => one.kind === "commit" || isPublishing(one)))
    return { changedAfterCommit: [], changedOnlyAfterCommit: [], mayHaveChangedMoreAfterCommit: false };
  const at = observations.findLastIndex(
    (one) => !isFailedCommit(one) && (mayBeCommit(one) || mayBeNewer(one) || isPublishing(one)),
  );
  const later = observations.slice(at + 1).filter((one) => one.at > commitUnseenUntil);
  const changed = new Set(changedFiles(later));
  const before = new Set(changedFiles(observations.slice(0, at + 1)));
  const changedAfterCommit = files.filter((file) => changed.has(file) && !ENV_FILE.test(file));
  return {
    changedAfterCommit,
    changedOnlyAfterCommit: files.filter((file) => changed.has(file) && !before.has(file)),
    mayHaveChangedMoreAfterCommit: later.some(mayChangeMore),
  };
}

function mayChangeMore(one: SummaryObservation): boolean {
  return SUBAGENT.test(one.title) || mayHaveWritten(one);
}
