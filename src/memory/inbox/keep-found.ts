// What triage found goes into the inbox, without secrets and without bulk.
import type { Redactor } from "../../recording/capture/redact-on-demand.ts";
import { recordRedacted } from "../../recording/capture/redact-on-demand.ts";
import type { Store } from "../../store/open.ts";
import type { Candidate } from "../triage/candidate.ts";
import type { TriageState } from "../triage/state.ts";
import type { Triage } from "../triage/triage.ts";
import { keepCandidate, type NewCandidate } from "./candidates.ts";

const MOST_LINE = 400;

interface Source {
  sessionId: string;
  projectKey: string;
  at: number;
}

type Row = Omit<NewCandidate, "session_id" | "project_key" | "at">;

/** As it may be kept. */
export interface Found {
  rows: Row[];
  /** What the next look must know, as JSON. */
  state: string;
}

/** The rules are loaded where something in it may be a secret. */
export function cleanFound({ candidates, state }: Triage): Promise<Found> {
  return recordRedacted((cleaner) => ({
    rows: toRows(cleaner, candidates),
    state: cleanState(cleaner, state),
  }));
}

export function cleanCandidates(candidates: readonly Candidate[]): Promise<Row[]> {
  return recordRedacted((cleaner) => toRows(cleaner, candidates));
}

function toRows(cleaner: Redactor, candidates: readonly Candidate[]): Row[] {
  const rows: Row[] = [];
  for (const one of candidates) {
    const row = toRow(cleaner, one);
    if (!isBare(row.title)) rows.push(row);
  }
  return rows;
}

const EMPTY_WORDS =
  "from now on always never use please the a an my our your this that here for to it is be with and in we you i should must do don not t set put keep remember";

/** What it was about went with a secret: nobody could make sense of it. */
export function isBare(title: string): boolean {
  if (!title.includes("[redacted:")) return false;
  const empty = EMPTY_WORDS.split(" ");
  const words =
    title
      .replace(/\[redacted:[^\]]*\]/g, " ")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.every((word) => empty.includes(word));
}

/** Mostly next to nothing: then it is looked at as it is written. */
function cleanState(cleaner: Redactor, state: TriageState): string {
  const text = JSON.stringify(state);
  const isPlain = text.length <= MOST_LINE && !text.includes("\\");
  if (isPlain && cleaner.redactText(text, MOST_LINE) === text) return text;
  return JSON.stringify(cleaner.redactValue(state, MOST_LINE));
}

function toRow(
  cleaner: Redactor,
  { category, title, score, evidence, fingerprint, patterns }: Candidate,
): Row {
  const lines: Candidate["evidence"] = [];
  for (const one of evidence) lines.push({ ...one, line: cleaner.redactText(one.line, MOST_LINE) });
  return {
    category,
    title: cleaner.redactText(title, MOST_LINE),
    score,
    who: evidence[0]?.who ?? "claude",
    evidence: JSON.stringify(lines),
    fingerprint,
    patterns: JSON.stringify(patterns),
  };
}

/** How many were not known. */
export function keepFound(store: Store, rows: readonly Row[], { sessionId, projectKey, at }: Source): number {
  let found = 0;
  for (const row of rows)
    if (keepCandidate(store, { ...row, session_id: sessionId, project_key: projectKey, at })) found++;
  return found;
}
