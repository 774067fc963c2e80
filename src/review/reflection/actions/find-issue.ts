// Looks for an issue that was made of the same finding, open or closed, by anybody.
import type { Gh } from "./gh.ts";
import { type Found, readJson, unreadable } from "./github.ts";
import { markerOf } from "./issue-draft.ts";

export interface ListedIssue {
  number: number;
  url: string;
  body: string;
}

const RECENT = 100;
const FOUND = 20;

/** The newest ones. GitHub's search knows an issue only some time after it was filed; this list knows it at once. */
export function listRecentIssues(gh: Gh, repository: string): Promise<Found<ListedIssue[]>> {
  return list(gh, repository, ["--limit", String(RECENT)]);
}

export async function findIssue(
  gh: Gh,
  repository: string,
  fingerprint: string,
  recent: readonly ListedIssue[],
): Promise<Found<ListedIssue | null>> {
  const marker = markerOf(fingerprint);
  const isSame = ({ body }: ListedIssue) => body.includes(marker);
  const near = recent.find(isSame);
  if (near) return { ok: true, value: near };
  const query = `"holdfast:${fingerprint}" in:body`;
  const found = await list(gh, repository, ["--search", query, "--limit", String(FOUND)]);
  // The search is by words: only the marker itself counts.
  return found.ok ? { ok: true, value: found.value.find(isSame) ?? null } : found;
}

async function list(gh: Gh, repository: string, more: string[]): Promise<Found<ListedIssue[]>> {
  const asked = ["issue", "list", "--repo", repository, "--state", "all", "--json", "number,url,body"];
  const answer = await gh([...asked, ...more]);
  if (!answer.ok) return answer;
  const rows = readJson(answer.stdout);
  if (!Array.isArray(rows)) return { ok: false, problem: unreadable("issue list") };
  return { ok: true, value: rows.filter(isIssue) };
}

function isIssue(row: Record<string, unknown>): row is Record<string, unknown> & ListedIssue {
  return typeof row?.number === "number" && typeof row.url === "string" && typeof row.body === "string";
}
