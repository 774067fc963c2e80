// Files approved findings as GitHub issues through `gh`: each at most once, and only a few per run.
import type { Gh, GhProblem, GhResult } from "../../../platform/process/gh.ts";
import type { Store } from "../../../store/open.ts";
import { parseJson } from "../../../text/unknown-values.ts";
import { rawOf } from "../../../transcript/records/fields.ts";
import { claimIssue, findFiledIssue, releaseIssueClaim, saveFiledIssue } from "../finding-rows.ts";
import { type IssueDraft, LABELS, markerOf } from "./draft-issue.ts";

export const MAX_ISSUES_PER_RUN = 5;

interface ApprovedIssue {
  draft: IssueDraft;
  sessionId: string | null;
}

export type Filing = FiledResult | UnfiledResult;

interface FiledResult {
  draft: IssueDraft;
  how: "filed" | "known";
  number: number;
  url: string;
}

export type UnfiledResult =
  | { draft: IssueDraft; how: "busy" | "over-limit" }
  | { draft: IssueDraft; how: "failed"; problem: GhProblem };

interface FilingRun {
  filings: Filing[];
  missingLabels: string[];
}

interface IssueFiler {
  store: Store;
  gh: Gh;
  /** Including the host. */
  repository: string;
}

/** Problems with which the next issue would fail too. */
const FATAL = new Set<GhProblem["code"]>(["missing", "logged-out", "offline", "rate-limited", "timeout"]);

export async function fileIssues(filer: IssueFiler, approved: readonly ApprovedIssue[]): Promise<FilingRun> {
  // GitHub's search finds an issue only some time after it was filed; this list has it immediately.
  const recent = await listIssues(filer, ["--limit", String(MAX_RECENT_ISSUES)]);
  if (!recent.ok) return allFailed(approved, recent.problem);
  const prepared = await prepareLabels(filer);
  if (!prepared.ok) return allFailed(approved, prepared.problem);
  const { labels, missing } = prepared.value;
  const filings: Filing[] = [];
  let fatal: GhProblem | null = null;
  for (const issue of approved) {
    const hasRoom = filings.filter(({ how }) => how === "filed").length < MAX_ISSUES_PER_RUN;
    const filing: Filing = fatal
      ? { draft: issue.draft, how: "failed", problem: fatal }
      : await fileOne(filer, issue, recent.value, labels, hasRoom);
    if (filing.how === "failed" && FATAL.has(filing.problem.code)) fatal = filing.problem;
    filings.push(filing);
  }
  return { filings, missingLabels: missing };
}

async function fileOne(
  filer: IssueFiler,
  { draft, sessionId }: ApprovedIssue,
  recent: readonly ListedIssue[],
  labels: readonly string[],
  hasRoom: boolean,
): Promise<Filing> {
  const { store, repository } = filer;
  const { fingerprint } = draft;
  const known = findKnown(filer, draft);
  if (known) return known;
  const existing = await findIssue(filer, fingerprint, recent);
  if (!existing.ok) return { draft, how: "failed", problem: existing.problem };
  if (existing.value) return saveFiling(filer, draft, sessionId, "known", existing.value);
  if (!hasRoom) return { draft, how: "over-limit" };
  // The claim is written before anything is sent, so that a parallel review does not file the issue again.
  if (!claimIssue(store, repository, fingerprint, Date.now())) return { draft, how: "busy" };
  const meanwhile = findKnown(filer, draft);
  if (meanwhile) {
    releaseIssueClaim(store, repository, fingerprint);
    return meanwhile;
  }
  const created = await createIssue(filer, draft, labels);
  if (created.ok) return saveFiling(filer, draft, sessionId, "filed", created.value);
  // After a timeout the issue may have been filed, so the claim stays until the next review can tell.
  if (created.problem.code !== "timeout") releaseIssueClaim(store, repository, fingerprint);
  return { draft, how: "failed", problem: created.problem };
}

function findKnown({ store, repository }: IssueFiler, draft: IssueDraft): Filing | null {
  const known = findFiledIssue(store, repository, draft.fingerprint);
  return known && { draft, how: "known", number: known.number, url: known.url };
}

async function createIssue(
  { gh, repository }: IssueFiler,
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

function allFailed(approved: readonly ApprovedIssue[], problem: GhProblem): FilingRun {
  return { filings: approved.map(({ draft }) => ({ draft, how: "failed", problem })), missingLabels: [] };
}

export interface GitHubRepository {
  /** Including the host, in the form of `gh --repo`. */
  name: string;
  isPrivate: boolean;
}

interface UsableLabels {
  labels: string[];
  /** Labels that do not exist and could not be created. */
  missing: string[];
}

interface ListedIssue {
  number: number;
  url: string;
  body: string;
}

const MAX_RECENT_ISSUES = 100;
const MAX_SEARCH_RESULTS = 20;

/** The repository that `gh` chooses for this folder, which for a fork may not be the one the person expects. */
export async function findRepository(gh: Gh): Promise<GhResult<GitHubRepository>> {
  const answer = await gh(["repo", "view", "--json", "url,isPrivate,hasIssuesEnabled"]);
  if (!answer.ok) return answer;
  const { url, isPrivate, hasIssuesEnabled } = rawOf(parseJson(answer.value));
  const name = typeof url === "string" ? /^https?:\/\/([^/\s]+\/[^/\s]+\/[^/\s]+)$/.exec(url)?.[1] : null;
  if (!name) return { ok: false, problem: unreadable("repo view") };
  if (hasIssuesEnabled === false) {
    const hint = "Enable issues in its settings.";
    return { ok: false, problem: { code: "refused", message: `issues are disabled in ${name}`, hint } };
  }
  return { ok: true, value: { name, isPrivate: isPrivate === true } };
}

/** `gh issue create` refuses an unknown label and files nothing, so missing labels are created first. */
async function prepareLabels({ gh, repository }: IssueFiler): Promise<GhResult<UsableLabels>> {
  const answer = await gh(["label", "list", "--repo", repository, "--limit", "1000", "--json", "name"]);
  if (!answer.ok) return answer;
  const rows = parseJson(answer.value);
  if (!Array.isArray(rows)) return { ok: false, problem: unreadable("label list") };
  const present = new Set(rows.map(({ name }) => String(name).toLowerCase()));
  const usable: UsableLabels = { labels: [], missing: [] };
  const description = "From a reflection on Claude Code sessions";
  const create = (label: string) =>
    gh(["label", "create", label, "--repo", repository, "--description", description]);
  for (const label of LABELS) {
    // People who may file issues may not be allowed to create labels.
    const exists = present.has(label) || (await create(label)).ok;
    (exists ? usable.labels : usable.missing).push(label);
  }
  return { ok: true, value: usable };
}

/** The issue for the same finding, open or closed, whoever filed it. */
async function findIssue(
  filer: IssueFiler,
  fingerprint: string,
  recent: readonly ListedIssue[],
): Promise<GhResult<ListedIssue | null>> {
  const marker = markerOf(fingerprint);
  const hasMarker = ({ body }: ListedIssue) => body.includes(marker);
  const recentIssue = recent.find(hasMarker);
  if (recentIssue) return { ok: true, value: recentIssue };
  const query = `"holdfast:${fingerprint}" in:body`;
  const found = await listIssues(filer, ["--search", query, "--limit", String(MAX_SEARCH_RESULTS)]);
  // The search is by words, so the marker is compared too.
  return found.ok ? { ok: true, value: found.value.find(hasMarker) ?? null } : found;
}

async function listIssues(
  { gh, repository }: IssueFiler,
  options: string[],
): Promise<GhResult<ListedIssue[]>> {
  const command = ["issue", "list", "--repo", repository, "--state", "all", "--json", "number,url,body"];
  const answer = await gh([...command, ...options]);
  if (!answer.ok) return answer;
  const rows = parseJson(answer.value);
  if (!Array.isArray(rows)) return { ok: false, problem: unreadable("issue list") };
  return { ok: true, value: rows.filter(isIssue) };
}

function isIssue(row: Record<string, unknown>): row is Record<string, unknown> & ListedIssue {
  return typeof row?.number === "number" && typeof row.url === "string" && typeof row.body === "string";
}

function unreadable(command: string): GhProblem {
  const hint = "Check with `gh --version` that it is GitHub's own `gh`, and up to date.";
  return { code: "refused", message: `\`gh ${command}\` gave an unexpected answer`, hint };
}
