// Merges what triage found with the session's known candidates and records them in the inbox, redacted and shortened.
import { type Redactor, redactOnDemand } from "../../recording/capture/redact-on-demand.ts";
import type { Store } from "../../store/open.ts";
import type { Category } from "../memory.ts";
import type { Candidate, CandidateEvidence } from "../triage/candidate.ts";
import { type KnownCandidate, mergeEvents, placeCandidates, type TriageEvent } from "../triage/merge.ts";
import { MAX_CLAUDE_TEXT } from "../triage/state.ts";
import type { Triage } from "../triage/triage-items.ts";
import {
  type CandidateRow,
  dropCandidate,
  findInOtherSessions,
  listSessionCandidates,
  recordCandidate,
} from "./candidates.ts";
import { findRepeatedWishes } from "./repeated-wishes.ts";
import type { SessionTranscript } from "./triage-transcript.ts";

const MAX_LINE = 600;
/** Only mode "ask" scores. */
const NO_SCORE = 0;

/** Redacts what triage found, and its state as JSON for the next triage. */
export function redactTriage({
  events,
  state,
}: Pick<Triage, "events" | "state">): Promise<{ events: TriageEvent[]; state: string }> {
  return redactOnDemand((redactor) => ({
    events: redactEach(redactor, events),
    state: redactor.redactValue(state, MAX_CLAUDE_TEXT).json,
  }));
}

/** How many are new in the inbox. */
export function recordEvents(
  store: Store,
  { sessionId, projectKey }: SessionTranscript,
  events: readonly TriageEvent[],
): number {
  // What Claude proposed was not found by triage.
  const rows = listSessionCandidates(store, projectKey, sessionId).filter(
    ({ patterns }) => patterns !== "[]",
  );
  const session = { sessionId, projectKey };
  const repeated = findRepeatedWishes(store, session, candidatesIn(events));
  const entries = mergeEvents(rows.map(toKnown), [
    ...withoutCopies(store, session, events),
    ...repeated.map((candidate) => ({ kind: "found" as const, candidate })),
  ]);
  const { inbox, store: stored } = placeCandidates(entries);
  const kept = new Set([...inbox, ...stored].map(({ fingerprint }) => fingerprint));
  for (const row of rows) if (isOpen(row) && !kept.has(row.fingerprint)) dropCandidate(store, row.id);
  const known = new Set(rows.map(({ fingerprint }) => fingerprint));
  const record = (candidate: KnownCandidate, status: "new" | "said") => {
    const isRecorded = recordCandidate(store, {
      ...toRow(candidate),
      status,
      session_id: sessionId,
      project_key: projectKey,
      at: Date.now(),
    });
    return isRecorded && !known.has(candidate.fingerprint);
  };
  const fresh = inbox.filter((candidate) => !candidate.isSettled && record(candidate, "new"));
  for (const candidate of stored) if (!candidate.isSettled) record(candidate, "said");
  return fresh.length;
}

/** Drops what was found in another session: a forked or resumed session begins with a copy of it. */
function withoutCopies(
  store: Store,
  session: Pick<SessionTranscript, "sessionId" | "projectKey">,
  events: readonly TriageEvent[],
): readonly TriageEvent[] {
  const found = candidatesIn(events).map(({ fingerprint }) => fingerprint);
  if (found.length === 0) return events;
  const elsewhere = new Set(findInOtherSessions(store, session, found));
  return events.filter((event) => event.kind !== "found" || !elsewhere.has(event.candidate.fingerprint));
}

function candidatesIn(events: readonly TriageEvent[]): Candidate[] {
  return events.flatMap((event) => (event.kind === "found" ? [event.candidate] : []));
}

/** Not settled, and Claude was not asked to save it. */
function isOpen({ status, asked_at }: CandidateRow): boolean {
  return (status === "new" || status === "said") && asked_at === null;
}

function toKnown(row: CandidateRow): KnownCandidate {
  const { title, fingerprint } = row;
  return {
    category: row.category as Category,
    title,
    evidence: JSON.parse(row.evidence) as CandidateEvidence[],
    fingerprint,
    patterns: JSON.parse(row.patterns) as string[],
    ...(isOpen(row) ? {} : { isSettled: true }),
  };
}

function toRow({ category, title, evidence, fingerprint, patterns }: Candidate) {
  const who = evidence[0]?.who ?? "claude";
  return {
    category,
    title,
    score: NO_SCORE,
    who,
    evidence: JSON.stringify(evidence),
    fingerprint,
    patterns: JSON.stringify(patterns),
  };
}

function redactEach(redactor: Redactor, events: readonly TriageEvent[]): TriageEvent[] {
  return events.map((event) => redactEvent(redactor, event));
}

function redactEvent(redactor: Redactor, event: TriageEvent): TriageEvent {
  if ("words" in event) return { ...event, words: redactor.redactText(event.words, MAX_LINE) };
  if (event.kind !== "found") return event;
  const { title, evidence } = event.candidate;
  const lines = evidence.map((one) => ({ ...one, line: redactor.redactText(one.line, MAX_LINE) }));
  return {
    ...event,
    candidate: { ...event.candidate, title: redactor.redactText(title, MAX_LINE), evidence: lines },
  };
}
