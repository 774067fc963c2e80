// The queries of recall. Each takes a bounded time, however large the store is.
import type { Store } from "../../store/open.ts";
import { clipAtWord } from "../../text/clip.ts";
import { findPartWith } from "../../text/query-words.ts";
import { quoteOutput, quoteSpeech } from "../../text/quote-text.ts";

/** Local time by SQLite: JavaScript needs four milliseconds to find out its time zone. */
export function localTime(column: string): string {
  return `strftime('%Y-%m-%d %H:%M', ${column} / 1000, 'unixepoch', 'localtime')`;
}

export interface RecallRow {
  id: number;
  /** Its id in receipts. */
  item: string;
  /** As in receipts. */
  source: "observation" | "session" | "prompt" | "memory";
  kind: string;
  title: string;
  summary: string;
  session_id: string;
  at: number;
  /** Such as 2026-01-31 12:00. */
  time: string;
  /** Where a session ran, if it was another machine. */
  machine?: string | null;
}

/** Such as "3f2a41c0 on laptop". */
export function nameSession({ session_id, machine }: Pick<RecallRow, "session_id" | "machine">): string {
  return `${session_id.slice(0, 8)}${machine ? ` on ${quoteOutput(machine, 40)}` : ""}`;
}

/** Of web pages and MCP tools only the request is given to Claude, not their answer: it may address the model. */
export function isTitleOnly({ kind, title }: Pick<RecallRow, "kind" | "title">): boolean {
  return kind === "search" || /^(?:Failed: )?mcp__/.test(title);
}

/** Short, so that several fit; `holdfast search` has the rest. */
const MAX_TEXT = 180;
/** Of that, beside a text: what was found is rather in the text. */
const MAX_TITLE = 75;
/** A fix is given whole: what failed, what was changed, and the error. */
const MAX_FIX = 330;

/** The part of a row that Claude is given, and its maximum length. */
export function excerptFor(
  { source, kind, title, summary }: RecallRow,
  words: readonly string[],
): { text: string; max: number } {
  if (source === "prompt" || source === "session")
    return { text: findQuotedPart(words, summary, MAX_TEXT, quoteSpeech), max: MAX_TEXT };
  const max = kind === "fix" ? MAX_FIX : MAX_TEXT;
  if (isTitleOnly({ kind, title })) return { text: title, max };
  const lines = summary.split("\n").filter((line) => !title.includes(line.replace(/^[#\s]+/, "")));
  const text = lines.join("\n");
  if (kind === "fix" || text === "") return { text: `${title}\n${text}`, max };
  const short = clipAtWord(title, MAX_TITLE);
  return { text: `${short}\n${findQuotedPart(words, text, max - short.length, quoteOutput)}`, max };
}

/** Quoted before it is cut: the rest of a line that addresses the reader would not be recognised. */
function findQuotedPart(
  words: readonly string[],
  text: string,
  max: number,
  quote: typeof quoteSpeech,
): string {
  return text.length <= max ? text : findPartWith(words, quote(text, text.length), max);
}

interface RecallFilter {
  /** Row ids. */
  ids: readonly number[];
  projectKey: string;
  /** The session it is for: its own work is left out, and what it was given before. */
  sessionId: string;
}

const NOT_GIVEN = `NOT EXISTS (SELECT 1 FROM recall_items i
  WHERE i.session_id = $sessionId AND i.source = $source AND i.item_id = item)`;

/**
 * Without failures that have a fix, which describes them, and without holdfast's own commands. The ids come first in the
 * join: a scan of a large project takes long.
 */
export function recallableObservations(store: Store, among: RecallFilter): RecallRow[] {
  return store
    .query(
      `SELECT o.id, CAST(o.id AS TEXT) AS item, 'observation' AS source, kind, title, summary, session_id, at,
         ${localTime("at")} AS time
       FROM json_each($ids) j CROSS JOIN observations o ON o.id = j.value
       WHERE project_key = $projectKey
         AND session_id <> $sessionId AND (kind <> 'failure' OR fixed_by IS NULL)
         AND title NOT GLOB 'Ran holdfast *' AND ${NOT_GIVEN}`,
    )
    .all({ ...bind(among), source: "observation" }) as RecallRow[];
}

export function recallableSummaries(store: Store, among: RecallFilter): RecallRow[] {
  return store
    .query(
      `SELECT m.id, session_id AS item, 'session' AS source, 'session' AS kind, request AS title, text AS summary,
         session_id, at, ${localTime("at")} AS time, machine
       FROM json_each($ids) j CROSS JOIN session_summaries m ON m.id = j.value
       WHERE project_key = $projectKey
         AND session_id <> $sessionId AND ${NOT_GIVEN}`,
    )
    .all({ ...bind(among), source: "session" }) as RecallRow[];
}

/** What the person said in other sessions. */
export function recallablePrompts(store: Store, among: RecallFilter): RecallRow[] {
  return store
    .query(
      `SELECT p.id, CAST(p.id AS TEXT) AS item, 'prompt' AS source, 'prompt' AS kind, '' AS title, p.text AS summary,
         p.session_id, p.at, ${localTime("p.at")} AS time
       FROM json_each($ids) j CROSS JOIN prompts p ON p.id = j.value JOIN sessions s ON s.session_id = p.session_id
       WHERE s.project_key = $projectKey AND p.session_id <> $sessionId AND ${NOT_GIVEN}`,
    )
    .all({ ...bind(among), source: "prompt" }) as RecallRow[];
}

function bind({ ids, projectKey, sessionId }: RecallFilter) {
  return { ids: JSON.stringify(ids), projectKey, sessionId };
}

export interface EarlierSession {
  session_id: string;
  /** Which one it ran in; null for Claude Code. */
  agent: string | null;
  /** Where it ran, if it was another one. */
  machine: string | null;
  started_at: number;
  last_seen_at: number;
  /** Such as 2026-01-31 12:00. */
  last_seen: string;
  ended_at: number | null;
  end_reason: string | null;
  /** What was asked first. */
  request: string;
  /** JSON of its `SessionSummary`; null when there is none yet. */
  detail: string | null;
}

/** Other sessions of the project in which something was asked, and those of the person's other machines, newest first. */
export function earlierSessions(
  store: Store,
  { projectKey, sessionId }: { projectKey: string; sessionId: string },
  max: number,
): EarlierSession[] {
  return store
    .query(
      `SELECT *, ${localTime("last_seen_at")} AS last_seen FROM (
         SELECT * FROM (
           SELECT s.session_id, s.agent, NULL AS machine, s.started_at, s.last_seen_at, s.ended_at, s.end_reason,
             coalesce(m.request, s.original_request) AS request, m.detail
           FROM sessions s LEFT JOIN session_summaries m ON m.session_id = s.session_id
           WHERE s.project_key = $projectKey AND s.session_id <> $sessionId
             AND coalesce(m.request, s.original_request, '') <> ''
           ORDER BY s.last_seen_at DESC LIMIT $max)
         UNION ALL SELECT * FROM (
           SELECT session_id, agent, machine, at, at AS last_seen_at, at, 'elsewhere', request, detail
           FROM session_summaries WHERE project_key = $projectKey AND machine IS NOT NULL AND session_id <> $sessionId
           ORDER BY at DESC LIMIT $max))
       ORDER BY last_seen_at DESC LIMIT $max`,
    )
    .all({ projectKey, sessionId, max }) as EarlierSession[];
}
