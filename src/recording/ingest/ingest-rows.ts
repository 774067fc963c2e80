// Rows of an ingest: sessions and prompts from transcripts, merged with those that hooks recorded, and read positions.
import type { Store } from "../../store/open.ts";
import { insertPrompt, type NewPrompt } from "../../store/prompts.ts";
import type { Cursor } from "../../transcript/read-since.ts";

export interface IngestedSession {
  sessionId: string;
  projectDir: string | null;
  projectKey: string | null;
  /** null for Claude Code. */
  agent: string | null;
  /** null when only a subagent's file is known. */
  transcriptPath: string | null;
  from: number;
  to: number;
  isRunning: boolean;
}

const OWN_FILE = "source = 'ingest' AND $transcriptPath IS NOT NULL";

/** In a row written by hooks only missing values are filled in. A subagent's file changes neither the session's times nor its end. */
export function saveIngestedSession(store: Store, { isRunning, ...session }: IngestedSession): void {
  const hasEnded = session.transcriptPath !== null && !isRunning;
  store
    .query(
      `INSERT INTO sessions (session_id, project_dir, project_key, transcript_path, agent, source, started_at, last_seen_at,
         ended_at, end_reason)
       VALUES ($sessionId, $projectDir, $projectKey, $transcriptPath, $agent, 'ingest', $from, $to, $endedAt, $reason)
       ON CONFLICT (session_id) DO UPDATE SET
         source = iif(agent IS NULL, source, coalesce(source, 'ingest')),
         project_dir = coalesce(project_dir, $projectDir),
         project_key = coalesce(project_key, $projectKey),
         transcript_path = coalesce(transcript_path, $transcriptPath),
         started_at = iif(${OWN_FILE}, min(started_at, $from), started_at),
         last_seen_at = iif(${OWN_FILE}, iif(transcript_path IS NULL, $to, max(last_seen_at, $to)), last_seen_at),
         ended_at = iif(${OWN_FILE} AND coalesce($reason, end_reason) = 'ingested', max(coalesce(ended_at, 0), $to), ended_at),
         end_reason = iif(${OWN_FILE}, coalesce($reason, end_reason), end_reason)`,
    )
    .run({ ...session, endedAt: hasEnded ? session.to : null, reason: hasEnded ? "ingested" : null });
}

/** Hooks may have counted some of these calls: the larger number is kept. */
export function countIngestedCalls(store: Store, sessionId: string, file: string, calls: number): void {
  store
    .query(
      `INSERT INTO ingest_counts (owner, file, calls) VALUES ($sessionId, $file, $calls)
       ON CONFLICT (owner, file) DO UPDATE SET calls = calls + $calls`,
    )
    .run({ sessionId, file, calls });
  store
    .query(
      `UPDATE sessions SET tool_calls = max(tool_calls,
         (SELECT sum(calls) FROM ingest_counts WHERE owner = $sessionId)) WHERE session_id = $sessionId`,
    )
    .run({ sessionId });
}

/** For a file that will be read again from its beginning. */
export function resetIngestedCalls(store: Store, file: string): void {
  store.query("DELETE FROM ingest_counts WHERE file = $file").run({ file });
}

export type PromptOutcome = "new" | "known" | "copy";

/** Prompts whose record is not known yet, by session and text. */
type UnclaimedPrompts = Map<string, Unclaimed[]>;

interface Unclaimed {
  id: number;
  at: number;
}

/** Read once for many prompts: to search all prompts of a session for each of them takes too long. */
export function listUnclaimed(store: Store, sessionIds: readonly string[]): UnclaimedPrompts {
  const rows = store
    .query(
      `SELECT id, session_id AS sessionId, text, at FROM prompts
       WHERE session_id IN (SELECT value FROM json_each($ids)) AND uuid IS NULL ORDER BY id`,
    )
    .all({ ids: JSON.stringify(sessionIds) }) as (NewPrompt & Unclaimed)[];
  return Map.groupBy(rows, promptKey);
}

/** SQLite stores only well-formed text. */
function promptKey({ sessionId, text }: Pick<NewPrompt, "sessionId" | "text">): string {
  return `${sessionId}\n${text.toWellFormed()}`;
}

/** A prompt that a hook recorded is recognised by its text the first time, and later by its record's id. */
export function saveIngestedPrompt(
  store: Store,
  prompt: NewPrompt,
  unclaimed: UnclaimedPrompts,
): PromptOutcome {
  const { sessionId, uuid, text, at } = prompt;
  // A queued prompt has no record of its own.
  if (!uuid) {
    if (hasPrompt(store, sessionId, text)) return "known";
    unclaimed.set(promptKey(prompt), [{ id: insertPrompt(store, prompt), at }]);
    return "new";
  }
  const owner = findPromptOwner(store, uuid);
  if (owner !== null) return owner === sessionId ? "known" : "copy";
  const id = claimNearest(prompt, unclaimed);
  if (id === null) {
    insertPrompt(store, prompt);
    return "new";
  }
  store.query("UPDATE prompts SET uuid = $uuid WHERE id = $id").run({ uuid, id });
  return "known";
}

/** Of the prompts with this text, the nearest in time. It is claimed once. */
function claimNearest(prompt: NewPrompt, unclaimed: UnclaimedPrompts): number | null {
  const same = unclaimed.get(promptKey(prompt)) ?? [];
  const distance = ({ at }: Unclaimed) => Math.abs(at - prompt.at);
  const nearest = same.reduce<Unclaimed | null>(
    (best, one) => (best !== null && distance(best) <= distance(one) ? best : one),
    null,
  );
  if (nearest === null) return null;
  same.splice(same.indexOf(nearest), 1);
  return nearest.id;
}

/** The session that the prompt with this record id belongs to. */
export function findPromptOwner(store: Store, uuid: string): string | null {
  const row = store.query("SELECT session_id AS id FROM prompts WHERE uuid = $uuid").get({ uuid });
  return (row as { id: string } | null)?.id ?? null;
}

function hasPrompt(store: Store, sessionId: string, text: string): boolean {
  return (
    store
      .query("SELECT 1 FROM prompts WHERE session_id = $sessionId AND text = $text LIMIT 1")
      .get({ sessionId, text }) !== null
  );
}

/** Ids of sessions that hooks recorded. Of an agent that is not gated, they only noted the start. */
export function listCapturedSessions(store: Store): Set<string> {
  const rows = store
    .query(
      "SELECT session_id AS id FROM sessions WHERE source IS NOT 'ingest' AND (agent IS NULL OR source IS NOT NULL)",
    )
    .all();
  return new Set((rows as { id: string }[]).map(({ id }) => id));
}

/** How far a transcript has been read. */
export interface CursorRow {
  file: string;
  /** The file's size once its end was reached; until then, the bytes read. */
  size: number;
  offset: number;
  guard: string;
  /** JSON: calls whose results were not in the file yet. */
  open_calls: string;
  read_at: number;
}

/** Identifies a file without storing its path. */
export function fileKey(path: string): string {
  return Bun.CryptoHasher.hash("sha256", path, "base64url").slice(0, 24);
}

/** Where to continue reading a transcript; null for its beginning. */
export function cursorOf(row: Pick<CursorRow, "offset" | "guard" | "open_calls"> | null): Cursor | null {
  return row && { offset: row.offset, guard: row.guard, open: JSON.parse(row.open_calls) as Cursor["open"] };
}

export function listCursors(store: Store): Map<string, CursorRow> {
  const rows = store.query("SELECT * FROM ingest_cursors").all() as CursorRow[];
  return new Map(rows.map((row) => [row.file, row]));
}

export function saveIngestCursor(store: Store, cursor: CursorRow): void {
  store
    .query(
      `INSERT OR REPLACE INTO ingest_cursors (file, size, offset, guard, open_calls, read_at)
       VALUES ($file, $size, $offset, $guard, $open_calls, $read_at)`,
    )
    .run({ ...cursor });
}
