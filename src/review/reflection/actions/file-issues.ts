// Files approved findings as GitHub issues: each at most once, a few a run, and what could not be filed is named.

import type { Store } from "../../../store/open.ts";
import { claimIssue, findFiledIssue, releaseIssueClaim, saveFiledIssue } from "../issue-rows.ts";
import { findIssue, type ListedIssue, listRecentIssues } from "./find-issue.ts";
import type { Gh } from "./gh.ts";
import type { GhProblem } from "./gh-problem.ts";
import { prepareLabels, type UsableLabels } from "./github.ts";
import type { IssueDraft } from "./issue-draft.ts";

export const MAX_A_RUN = 5;

export interface Wish {
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

export interface Desk {
  store: Store;
  gh: Gh;
  /** With its host. */
  repository: string;
}

/** After these the next one would fare no better. */
const HOPELESS = new Set<GhProblem["code"]>(["missing", "logged-out", "offline", "rate-limited", "timeout"]);

export async function fileIssues(desk: Desk, wishes: readonly Wish[]): Promise<FilingRun> {
  const recent = await listRecentIssues(desk.gh, desk.repository);
  if (!recent.ok) return allFailed(wishes, recent.problem);
  const prepared = await prepareLabels(desk.gh, desk.repository);
  if (!prepared.ok) return allFailed(wishes, prepared.problem);
  const filings: Filing[] = [];
  let hopeless: GhProblem | null = null;
  for (const wish of wishes) {
    const filing: Filing = hopeless
      ? { draft: wish.draft, how: "failed", problem: hopeless }
      : await fileOne(desk, wish, recent.value, prepared.value, countFiled(filings) < MAX_A_RUN);
    if (filing.how === "failed" && HOPELESS.has(filing.problem.code)) hopeless = filing.problem;
    filings.push(filing);
  }
  return { filings, missingLabels: prepared.value.missing };
}

async function fileOne(
  desk: Desk,
  { draft, sessionId }: Wish,
  recent: readonly ListedIssue[],
  { labels }: UsableLabels,
  hasRoom: boolean,
): Promise<Filing> {
  const { store, gh, repository } = desk;
  const { fingerprint } = draft;
  const known = recall(desk, draft);
  if (known) return known;
  const existing = await findIssue(gh, repository, fingerprint, recent);
  if (!existing.ok) return { draft, how: "failed", problem: existing.problem };
  if (existing.value) return keep(desk, draft, sessionId, "known", existing.value);
  if (!hasRoom) return { draft, how: "over-limit" };
  // The claim is written before anything is sent: whoever comes later waits until it is plain what became of it.
  if (!claimIssue(store, repository, fingerprint, Date.now())) return { draft, how: "busy" };
  const meanwhile = recall(desk, draft);
  if (meanwhile) {
    releaseIssueClaim(store, repository, fingerprint);
    return meanwhile;
  }
  const created = await createIssue(gh, repository, draft, labels);
  if ("number" in created) return keep(desk, draft, sessionId, "filed", created);
  // After a timeout it may have been filed: the claim stands until the next look can tell.
  if (created.code !== "timeout") releaseIssueClaim(store, repository, fingerprint);
  return { draft, how: "failed", problem: created };
}

function recall({ store, repository }: Desk, draft: IssueDraft): Filing | null {
  const known = findFiledIssue(store, repository, draft.fingerprint);
  return known && { draft, how: "known", number: known.number, url: known.url };
}

async function createIssue(
  gh: Gh,
  repository: string,
  { title, body }: IssueDraft,
  labels: readonly string[],
): Promise<{ number: number; url: string } | GhProblem> {
  const named = labels.flatMap((label) => ["--label", label]);
  const answer = await gh(
    ["issue", "create", "--repo", repository, "--title", title, "--body-file", "-", ...named],
    body,
  );
  if (!answer.ok) return answer.problem;
  const [url, number] = /https?:\/\/\S+\/issues\/(\d+)/.exec(answer.stdout) ?? [];
  if (url && number) return { number: Number(number), url };
  const hint = "The next review looks for it before it files anything.";
  return { code: "timeout", message: "`gh` did not say which issue it made", hint };
}

function keep(
  { store, repository }: Desk,
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

function allFailed(wishes: readonly Wish[], problem: GhProblem): FilingRun {
  return { filings: wishes.map(({ draft }) => ({ draft, how: "failed", problem })), missingLabels: [] };
}
