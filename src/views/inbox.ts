// The inbox: what may be worth remembering, and where it was said.
import { textOf } from "../memory/inbox/accept-candidate.ts";
import {
  type CandidateFilter,
  type CandidateRow,
  countCandidates,
  listCandidates,
} from "../memory/inbox/candidates.ts";
import { describeCount } from "../memory/triage/sources.ts";
import type { Store } from "../store/open.ts";
import { isRecord } from "../text/unknown-values.ts";
import { titleOfSession } from "./session-title.ts";
import { iso, line, paragraph, parseList, parseStrings, projectRef } from "./shared.ts";

export type InboxRow = ReturnType<typeof toCandidate>;

interface InboxQuery extends Pick<CandidateFilter, "projectKey"> {
  words?: readonly string[];
  limit?: number;
}

const MAX_INBOX = 200;

export function readInbox(store: Store, { projectKey, words = [], limit = MAX_INBOX }: InboxQuery) {
  return {
    rows: listInbox(store, { projectKey, status: "new", words, limit }),
    /** All of them, even those that are not listed. */
    waiting: countCandidates(store, projectKey, "new"),
  };
}

const SETTLED = ["accepted", "edited", "rejected", "ignored", "duplicate"] as const;

export function hasAnswers(store: Store, projectKey: string): boolean {
  return SETTLED.some((status) => countCandidates(store, projectKey, status) > 0);
}

export function listInbox(store: Store, filter: CandidateFilter): InboxRow[] {
  return listCandidates(store, filter).map((row) => toCandidate(store, row));
}

function toCandidate(store: Store, row: CandidateRow) {
  return {
    ...projectRef(row.project_key, row.project_key),
    id: row.id,
    title: line(row.title),
    category: row.category,
    /** How many of its source were worth keeping; "" if that was not measured. */
    kept: describeCount(parseStrings(row.patterns)[0] ?? ""),
    patterns: parseStrings(row.patterns),
    who: row.who,
    quotes: quotesOf(row.evidence),
    /** What is saved below the title, where the person writes nothing else. */
    text: paragraph(textOf(row, "")),
    session: row.session_id,
    sessionTitle: titleOfSession(store, row.session_id),
    foundAt: iso(row.found_at),
  };
}

export function quotesOf(evidence: string) {
  return parseList(evidence).flatMap((one) =>
    isRecord(one) && typeof one.line === "string"
      ? [
          {
            who: line(String(one.who), 20),
            text: paragraph(one.line, 2000),
            why: line(String(one.why ?? "")),
          },
        ]
      : [],
  );
}
