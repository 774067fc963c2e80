// Files approved findings as GitHub issues: each at most once and only a few a run.

import type { Gh, GhProblem, GhResult } from "../../../platform/process/gh.ts";
import type { Store } from "../../../store/open.ts";
import { claimIssue, findFiledIssue, releaseIssueClaim, saveFiledIssue } from "../finding-rows.ts";
import { findIssue, type ListedIssue, listRecentIssues, prepareLabels, type UsableLabels } from "./github.ts";
import type { IssueDraft } from "./issue-draft.ts";

export const MAX_ISSUES_PER_RUN = 5;

export interface ApprovedIssue {
  draft: IssueDraft;
  sessionId: string | null;
}

export type Filing = Filed | Unfiled;

interface Filed {
  draft: IssueDraft;
  how: "filed" | "known";
  number: number;
  url: string;
}

export type Unfiled =
  | { draft: IssueDraft; how: "busy" | "over-limit" }
  | { draft: IssueDraft; how: "failed"; problem: GhProblem };

export interface FilingRun {
  filings: Filing[];
  missingLabels: string[];
}

export interface IssueFiler {
  store: Store;
  gh: Gh;
  /** With its host. */
  repository: string;
}

/** After these problems the next issue would fail too. */
const FATAL = new Set<GhProblem["code"]>(["missing", "logged-out", "offline", "rate-limited", "timeout"]);

export async function fileIssues(filer: IssueFiler, approved: readonly ApprovedIssue[]): Promise<FilingRun> {
  const recent = await listRecentIssues(filer.gh, filer.repository);
  if (!recent.ok) return allFailed(approved, recent.problem);
  const prepared = await prepareLabels(filer.gh, filer.repository);
  if (!prepared.ok) return allFailed(approved, prepared.problem);
  const filings: Filing[] = [];
  let fatal: GhProblem | null = null;
  for (const issue of approved) {
    const filing: Filing = fatal
      ? { draft: issue.draft, how: "failed", problem: fatal }
      : await fileOne(filer, issue, recent.value, prepared.value, countFiled(filings) < MAX_ISSUES_PER_RUN);
    if (filing.how === "failed" && FATAL.has(filing.problem.code)) fatal = filing.problem;
    filings.push(filing);
  }
  return { filings, missingLabels: prepared.value.missing };
}

async function fileOne(
  filer: IssueFiler,
  { draft, sessionId }: ApprovedIssue,
  recent: readonly ListedIssue[],
  { labels }: UsableLabels,
  hasRoom: boolean,
): Promise<Filing> {
  const { store, gh, repository } = filer;
  const { fingerprint } = draft;
  const known = findKnown(filer, draft);
  if (known) return known;
  const existing = await findIssue(gh, repository, fingerprint, recent);
  if (!existing.ok) return { draft, how: "failed", problem: existing.problem };
  if (existing.value) return saveFiling(filer, draft, sessionId, "known", existing.value);
  if (!hasRoom) return { draft, how: "over-limit" };
  // The claim is written before anything is sent, so that another review waits for the outcome.
  if (!claimIssue(store, repository, fingerprint, Date.now())) return { draft, how: "busy" };
  const meanwhile = findKnown(filer, draft);
  if (meanwhile) {
    releaseIssueClaim(store, repository, fingerprint);
    return meanwhile;
  }
  const created = await createIssue(gh, repository, draft, labels);
  if (created.ok) return saveFiling(filer, draft, sessionId, "filed", created.value);
  // After a timeout it may have been filed: the claim stays until the next review can tell.
  if (created.problem.code !== "timeout") releaseIssueClaim(store, repository, fingerprint);
  return { draft, how: "failed", problem: created.problem };
}

function findKnown({ store, repository }: IssueFiler, draft: IssueDraft): Filing | null {
  const known = findFiledIssue(store, repository, draft.fingerprint);
  return known && { draft, how: "known", number: known.number, url: known.url };
}

async function createIssue(
  gh: Gh,
  repository: string,
  { title, body }: IssueDraft,
  labels: readonly string[],
): Promise<GhResult<{ number: number; url: string }>> {
  const named = labels.flatMap((label) => ["--label", label]);
  const answer = await gh(
    ["issue", "create", "--repo", repository, "--title", title, "--body-file", "-", ...named],
    body,
  );
  if (!answer.ok) return answer;
  const [url, number] = /https?:\/\/\S+\/issues\/(\d+)/.exec(answer.value) ?? [];
  if (url && number) return { ok: true, value: { number: Number(number), url } };
  const hint = "The next review searches for it before it files anything.";
  const message = "`gh` did not say which issue it created";
  return { ok: false, problem: { code: "timeout", message, hint } };
}

function saveFiling(
  { store, repository }: IssueFiler,
  draft: IssueDraft,
  sessionId: string | null,
  how: "filed" | "known",
  { number, url }: { number: number; url: string },
): Filing {
  const { fingerprint } = draft;
  saveFiledIssue(store, { repository, fingerprint, number, url, session_id: sessionId, at: Date.now() });
  return { draft, how, number, url };
}

function countFiled(filings: readonly Filing[]): number {
  return filings.filter(({ how }) => how === "filed").length;
}

function allFailed(approved: readonly ApprovedIssue[], problem: GhProblem): FilingRun {
  return { filings: approved.map(({ draft }) => ({ draft, how: "failed", problem })), missingLabels: [] };
}
