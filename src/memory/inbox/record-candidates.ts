// What triage found goes into the inbox, without secrets and without bulk.
import { type Redactor, recordRedacted } from "../../recording/capture/redact-on-demand.ts";
import type { Store } from "../../store/open.ts";
import type { Candidate } from "../triage/candidate.ts";
import type { Triage } from "../triage/triage-items.ts";
import { type NewCandidate, recordCandidate } from "./candidates.ts";
import type { SessionTranscript } from "./triage-transcript.ts";

const MAX_LINE = 400;
const MAX_STATE_TEXT = 4000;
/** They tell nothing of what a preference is about. */
const EMPTY_WORDS =
  "from now on always never use please the a an my our your this that here for to it is be with and in we you i should must do don not t set put keep remember";

type RedactedRow = Omit<NewCandidate, "session_id" | "project_key" | "at">;

/** The rules are loaded where something in it may be a secret. */
export function redactCandidates(candidates: readonly Candidate[]): Promise<RedactedRow[]> {
  return recordRedacted((redactor) => toRows(redactor, candidates));
}

/** With the state, as JSON, for the next triage. */
export function redactTriage({ candidates, state }: Triage): Promise<{ rows: RedactedRow[]; state: string }> {
  return recordRedacted((redactor) => ({
    rows: toRows(redactor, candidates),
    state: JSON.stringify(redactor.redactValue(state, MAX_STATE_TEXT)),
  }));
}

/** How many were not known. */
export function recordCandidates(
  store: Store,
  { sessionId, projectKey }: SessionTranscript,
  rows: readonly RedactedRow[],
): number {
  const source = { session_id: sessionId, project_key: projectKey, at: Date.now() };
  return rows.filter((row) => recordCandidate(store, { ...row, ...source })).length;
}

/** What it was about went with a secret: nobody could make sense of it. */
export function isOnlySecret(title: string): boolean {
  if (!title.includes("[redacted:")) return false;
  const empty = EMPTY_WORDS.split(" ");
  const words =
    title
      .replace(/\[redacted:[^\]]*\]/g, " ")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.every((word) => empty.includes(word));
}

function toRows(redactor: Redactor, candidates: readonly Candidate[]): RedactedRow[] {
  return candidates.map((one) => toRow(redactor, one)).filter(({ title }) => !isOnlySecret(title));
}

function toRow(redactor: Redactor, candidate: Candidate): RedactedRow {
  const { category, title, score, evidence, fingerprint, patterns } = candidate;
  const lines = evidence.map((one) => ({ ...one, line: redactor.redactText(one.line, MAX_LINE) }));
  return {
    category,
    title: redactor.redactText(title, MAX_LINE),
    score,
    who: evidence[0]?.who ?? "claude",
    evidence: JSON.stringify(lines),
    fingerprint,
    patterns: JSON.stringify(patterns),
  };
}
