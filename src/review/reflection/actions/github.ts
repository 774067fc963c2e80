// Where issues would go, and which of our labels can be used there.
import type { Gh } from "./gh.ts";
import type { GhProblem } from "./gh-problem.ts";
import { LABELS } from "./issue-draft.ts";

export interface Repository {
  /** With its host, as `gh --repo` takes it. */
  name: string;
  isPrivate: boolean;
}

export type Found<T> = { ok: true; value: T } | { ok: false; problem: GhProblem };

/** As `gh` chooses it for this folder: for a fork it may be another one than the person thinks. */
export async function findRepository(gh: Gh): Promise<Found<Repository>> {
  const answer = await gh(["repo", "view", "--json", "url,isPrivate,hasIssuesEnabled"]);
  if (!answer.ok) return answer;
  const { url, isPrivate, hasIssuesEnabled } = readJson(answer.stdout) as Record<string, unknown>;
  const name = typeof url === "string" ? /^https?:\/\/([^/\s]+\/[^/\s]+\/[^/\s]+)$/.exec(url)?.[1] : null;
  if (!name) return { ok: false, problem: unreadable("repo view") };
  if (hasIssuesEnabled === false) {
    const hint = "Switch issues on in its settings, or keep the drafts.";
    return { ok: false, problem: { code: "refused", message: `${name} has issues switched off`, hint } };
  }
  return { ok: true, value: { name, isPrivate: isPrivate === true } };
}

export interface UsableLabels {
  labels: string[];
  /** Those that are not there and could not be made. */
  missing: string[];
}

/** `gh issue create` refuses an unknown label and files nothing, so they are looked up and made first. */
export async function prepareLabels(gh: Gh, repository: string): Promise<Found<UsableLabels>> {
  const answer = await gh(["label", "list", "--repo", repository, "--limit", "1000", "--json", "name"]);
  if (!answer.ok) return answer;
  const rows = readJson(answer.stdout);
  if (!Array.isArray(rows)) return { ok: false, problem: unreadable("label list") };
  const present = new Set(rows.map(({ name }) => String(name).toLowerCase()));
  const found: UsableLabels = { labels: [], missing: [] };
  for (const label of LABELS) {
    const isThere = present.has(label) || (await makeLabel(gh, repository, label));
    (isThere ? found.labels : found.missing).push(label);
  }
  return { ok: true, value: found };
}

/** Not everybody who may file an issue may make a label. */
async function makeLabel(gh: Gh, repository: string, label: string): Promise<boolean> {
  const description = "From a reflection on Claude Code sessions";
  const made = await gh(["label", "create", label, "--repo", repository, "--description", description]);
  return made.ok;
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {}; // Told by the caller as an answer it cannot read.
  }
}

export function unreadable(command: string): GhProblem {
  const hint = "Is it GitHub's own `gh`, and not too old? `gh --version` says.";
  return { code: "refused", message: `\`gh ${command}\` answered in a form we do not know`, hint };
}
