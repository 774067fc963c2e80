// What triage found goes into the inbox, without secrets and without bulk.
import { cleanText } from "../capture/clean-value.ts";
import { keepCandidate } from "../store/candidates.ts";
import type { Store } from "../store/open.ts";
import type { Candidate } from "../triage/candidate.ts";

export const MOST_LINE = 400;

interface Source {
  sessionId: string;
  projectKey: string;
  at: number;
}

/** How many were not known. */
export function keepFound(
  store: Store,
  candidates: readonly Candidate[],
  { sessionId, projectKey, at }: Source,
): number {
  let found = 0;
  for (const one of candidates)
    if (keepCandidate(store, { ...toRow(one), session_id: sessionId, project_key: projectKey, at })) found++;
  return found;
}

function toRow({ category, title, score, evidence, fingerprint, patterns }: Candidate) {
  return {
    category,
    title: cleanText(title, MOST_LINE),
    score,
    who: evidence[0]?.who ?? "claude",
    evidence: JSON.stringify(evidence.map((one) => ({ ...one, line: cleanText(one.line, MOST_LINE) }))),
    fingerprint,
    patterns: JSON.stringify(patterns),
  };
}
