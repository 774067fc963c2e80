// What was recalled for a session, and why. Receipts name items without repeating their text.
import { hookTime } from "../../store/hook-context.ts";
import type { Store } from "../../store/open.ts";
import type { RecalledLine, SourceRef } from "./fit-parts.ts";

export interface ReceiptRow {
  id: number;
  session_id: string;
  event: string;
  prompt_id: string | null;
  /** JSON list of `RecalledLine`; in older receipts the ids of parts. */
  parts: string;
  /** JSON list of the words searched for. */
  terms: string;
  tokens: number;
  at: number;
}

export interface NewReceipt {
  sessionId: string;
  event: string;
  promptId: string | null;
  lines: readonly RecalledLine[];
  terms: readonly string[];
  tokens: number;
  at: number;
}

export interface RecalledItem {
  source: string;
  id: string;
  /** null if it was recalled because it is recent or open, not found by words. */
  score: number | null;
  terms: readonly string[];
}

/** An item that was recalled before stays with its first receipt. */
export function saveReceipt(
  store: Store,
  { lines, ...receipt }: NewReceipt,
  items: readonly RecalledItem[],
): void {
  const { id } = store
    .query(
      `INSERT INTO recall_receipts (session_id, event, prompt_id, parts, terms, tokens, at, hook_ms)
       VALUES ($sessionId, $event, $promptId, $parts, $terms, $tokens, $at, $hookMs) RETURNING id`,
    )
    .get({
      ...receipt,
      parts: JSON.stringify(lines),
      terms: JSON.stringify(receipt.terms),
      hookMs: hookTime(),
    }) as { id: number };
  const insert = store.query(
    `INSERT OR IGNORE INTO recall_items (session_id, source, item_id, receipt_id, place, score, terms)
     VALUES ($sessionId, $source, $itemId, $receiptId, $place, $score, $terms)`,
  );
  for (const [place, { source, id: itemId, score, terms }] of items.entries()) {
    insert.run({
      sessionId: receipt.sessionId,
      source,
      itemId,
      receiptId: id,
      place,
      score,
      terms: JSON.stringify(terms),
    });
  }
}

/** Ids of the items of these sources that a session was given. */
export function recalledItemIds(store: Store, sessionId: string, sources: readonly string[]): Set<string> {
  const rows = store
    .query(
      `SELECT item_id AS id FROM recall_items
       WHERE session_id = $sessionId AND source IN (SELECT value FROM json_each($sources))`,
    )
    .all({ sessionId, sources: JSON.stringify(sources) }) as { id: string }[];
  return new Set(rows.map(({ id }) => id));
}

/** Newest first. */
export function listReceipts(
  store: Store,
  filter: { sessionId: string | null; projectDir: string | null },
  max: number,
): ReceiptRow[] {
  return store
    .query(
      `SELECT r.* FROM recall_receipts r LEFT JOIN sessions s ON s.session_id = r.session_id
       WHERE ($sessionId IS NULL OR r.session_id = $sessionId) AND ($projectDir IS NULL OR s.project_dir = $projectDir)
       ORDER BY r.id DESC LIMIT $max`,
    )
    .all({ ...filter, max }) as ReceiptRow[];
}

export interface RecalledItemRow {
  source: SourceRef["source"];
  item_id: string;
  score: number | null;
  /** JSON list of the words it was found by. */
  terms: string;
}

export function listRecalledItems(store: Store, receiptId: number): RecalledItemRow[] {
  return store
    .query(
      "SELECT source, item_id, score, terms FROM recall_items WHERE receipt_id = $receiptId ORDER BY place",
    )
    .all({ receiptId }) as RecalledItemRow[];
}

/** Of a receipt, in the order given. */
export function recalledLines({ parts }: Pick<ReceiptRow, "parts">): RecalledLine[] {
  const lines = JSON.parse(parts) as (RecalledLine | string)[];
  return lines.map((line) => (typeof line === "string" ? { part: line, from: [] } : line));
}

/** The source of a statement, as it is in the store now. */
export interface StatementSource {
  /** null if it was forgotten since. */
  text: string | null;
  /** Where it happened. */
  session: string | null;
  at: number | null;
  /** Where in the session: the id of a call or of a prompt's record. */
  place: string | null;
  /** A memory's file. */
  file: string | null;
}

const SESSION = `SELECT coalesce(m.request, s.original_request, '') AS text, s.session_id AS session, s.last_seen_at AS at
  FROM sessions s LEFT JOIN session_summaries m ON m.session_id = s.session_id WHERE s.session_id = $id
  UNION ALL SELECT request, session_id, at FROM session_summaries WHERE session_id = $id AND machine IS NOT NULL`;

const SOURCES: Readonly<Record<SourceRef["source"], string>> = {
  observation: `SELECT title AS text, session_id AS session, at, tool_use_id AS place FROM observations
    WHERE id = CAST($id AS INTEGER)`,
  prompt: `SELECT text, session_id AS session, at, coalesce(uuid, prompt_id) AS place FROM prompts
    WHERE id = CAST($id AS INTEGER)`,
  session: SESSION,
  title: SESSION,
  // Another project may have one with the same id, and another work tree an older copy.
  memory: `SELECT title AS text, source_session AS session, updated_at AS at, root || '/' || place AS file
    FROM memories m JOIN sessions s ON s.session_id = $sessionId
    WHERE memory_id = $id AND m.project_key IN (s.project_key, '')
    ORDER BY m.project_key DESC, m.updated_at DESC, m.id DESC LIMIT 1`,
  decision: `SELECT verdict AS text, session_id AS session, at FROM decisions WHERE id = CAST($id AS INTEGER)`,
  task: `SELECT 'its task list' AS text, session, at FROM (${SESSION})`,
  work: `SELECT 'work declared there' AS text, session_id AS session, last_seen_at AS at FROM sessions
    WHERE session_id = $id`,
  inbox: "SELECT 'holdfast memory inbox' AS text",
};

/** `sessionId`: the session that it was recalled for. */
export function findSource(store: Store, { source, id }: SourceRef, sessionId: string): StatementSource {
  const none = { text: null, session: null, at: null, place: null, file: null };
  // A source of a newer version is not known here.
  const sql = SOURCES[source];
  const bound = {
    ...(sql?.includes("$id") && { id }),
    ...(sql?.includes("$sessionId") && { sessionId }),
  };
  const row = sql === undefined ? null : store.query(sql).get(bound);
  return { ...none, ...(row as Partial<StatementSource> | null) };
}

export interface RecallState {
  /** About how many there are. */
  observations: number;
  receipts: number;
  /** Given in all. */
  tokens: number;
}

export function recallState(store: Store): RecallState {
  return store
    .query(
      `SELECT (SELECT coalesce(max(id), 0) FROM observations) AS observations,
         count(*) AS receipts, coalesce(sum(tokens), 0) AS tokens
       FROM recall_receipts`,
    )
    .get() as RecallState;
}
