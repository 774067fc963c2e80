// What we ask GitHub through `gh`: the repository of a folder, its labels and its issues.
import type { Gh, GhProblem, GhResult } from "../../../platform/process/gh.ts";
import { LABELS, markerOf } from "./issue-draft.ts";

export interface Repository {
  /** With its host, as `gh --repo` takes it. */
  name: string;
  isPrivate: boolean;
}

export interface UsableLabels {
  labels: string[];
  /** Labels that do not exist and could not be created. */
  missing: string[];
}

export interface ListedIssue {
  number: number;
  url: string;
  body: string;
}

const MAX_RECENT_ISSUES = 100;
const MAX_SEARCH_RESULTS = 20;

/** As `gh` chooses it for this folder: of a fork it may be another one than the person thinks. */
export async function findRepository(gh: Gh): Promise<GhResult<Repository>> {
  const answer = await gh(["repo", "view", "--json", "url,isPrivate,hasIssuesEnabled"]);
  if (!answer.ok) return answer;
  const { url, isPrivate, hasIssuesEnabled } = readJson(answer.value) as Record<string, unknown>;
  const name = typeof url === "string" ? /^https?:\/\/([^/\s]+\/[^/\s]+\/[^/\s]+)$/.exec(url)?.[1] : null;
  if (!name) return { ok: false, problem: unreadable("repo view") };
  if (hasIssuesEnabled === false) {
    const hint = "Switch issues on in its settings, or keep the drafts.";
    return { ok: false, problem: { code: "refused", message: `${name} has issues switched off`, hint } };
  }
  return { ok: true, value: { name, isPrivate: isPrivate === true } };
}

/** `gh issue create` refuses an unknown label and files nothing, so missing labels are created first. */
export async function prepareLabels(gh: Gh, repository: string): Promise<GhResult<UsableLabels>> {
  const answer = await gh(["label", "list", "--repo", repository, "--limit", "1000", "--json", "name"]);
  if (!answer.ok) return answer;
  const rows = readJson(answer.value);
  if (!Array.isArray(rows)) return { ok: false, problem: unreadable("label list") };
  const present = new Set(rows.map(({ name }) => String(name).toLowerCase()));
  const usable: UsableLabels = { labels: [], missing: [] };
  for (const label of LABELS) {
    const exists = present.has(label) || (await createLabel(gh, repository, label));
    (exists ? usable.labels : usable.missing).push(label);
  }
  return { ok: true, value: usable };
}

/** GitHub's search finds an issue only some time after it was filed; this list has it at once. */
export function listRecentIssues(gh: Gh, repository: string): Promise<GhResult<ListedIssue[]>> {
  return listIssues(gh, repository, ["--limit", String(MAX_RECENT_ISSUES)]);
}

/** The issue made of the same finding, open or closed, whoever filed it. */
export async function findIssue(
  gh: Gh,
  repository: string,
  fingerprint: string,
  recent: readonly ListedIssue[],
): Promise<GhResult<ListedIssue | null>> {
  const marker = markerOf(fingerprint);
  const hasMarker = ({ body }: ListedIssue) => body.includes(marker);
  const recentIssue = recent.find(hasMarker);
  if (recentIssue) return { ok: true, value: recentIssue };
  const query = `"holdfast:${fingerprint}" in:body`;
  const found = await listIssues(gh, repository, ["--search", query, "--limit", String(MAX_SEARCH_RESULTS)]);
  // The search goes by words: only the marker itself counts.
  return found.ok ? { ok: true, value: found.value.find(hasMarker) ?? null } : found;
}

async function listIssues(gh: Gh, repository: string, options: string[]): Promise<GhResult<ListedIssue[]>> {
  const command = ["issue", "list", "--repo", repository, "--state", "all", "--json", "number,url,body"];
  const answer = await gh([...command, ...options]);
  if (!answer.ok) return answer;
  const rows = readJson(answer.value);
  if (!Array.isArray(rows)) return { ok: false, problem: unreadable("issue list") };
  return { ok: true, value: rows.filter(isIssue) };
}

function isIssue(row: Record<string, unknown>): row is Record<string, unknown> & ListedIssue {
  return typeof row?.number === "number" && typeof row.url === "string" && typeof row.body === "string";
}

/** False for people who may file issues but not create labels. */
async function createLabel(gh: Gh, repository: string, label: string): Promise<boolean> {
  const description = "From a reflection on Claude Code sessions";
  const answer = await gh(["label", "create", label, "--repo", repository, "--description", description]);
  return answer.ok;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {}; // The caller reports an answer it cannot read.
  }
}

function unreadable(command: string): GhProblem {
  const hint = "Is it GitHub's own `gh`, and not too old? `gh --version` says.";
  return { code: "refused", message: `\`gh ${command}\` answered in a form we do not know`, hint };
}
