// Sessions, and the log of their events except prompts and tool calls: stops, subagents, tasks, compactions, searches.
import { type HookContext, hookTime } from "./hook-context.ts";
import type { Store } from "./open.ts";

export interface SessionRow {
  session_id: string;
  project_dir: string | null;
  transcript_path: string | null;
  source: string | null;
  started_at: number;
  last_seen_at: number;
  ended_at: number | null;
  end_reason: string | null;
  tool_calls: number;
  /** Which agent it runs in; null for Claude Code. */
  agent: string | null;
  /** The same for all work trees of a repository; null until it was determined. */
  project_key: string | null;
  /** The person's first prompt. */
  original_request: string | null;
  /** The guard fingerprint at the session's last event. */
  guard_fingerprint: string | null;
  /** The settings that held then, as JSON. */
  guard_config: string | null;
  start_hook_ms: number | null;
  end_hook_ms: number | null;
}

/** The transcripts of the sessions that were active last, newest first. Without ingested history. */
export function listNewestTranscripts(store: Store, max: number): string[] {
  const rows = store
    .query(
      `SELECT transcript_path AS path FROM sessions WHERE transcript_path IS NOT NULL AND source IS NOT 'ingest'
       ORDER BY last_seen_at DESC LIMIT $max`,
    )
    .all({ max });
  return (rows as { path: string }[]).map(({ path }) => path);
}

/** A session that was silent for longer counts as ended. */
export const MAX_SILENCE_MS = 24 * 3_600_000;

/** Up to where nothing in its transcript is worth asking for, in bytes. */
export function findScoredTo(store: Store, sessionId: string): number {
  const row = store.query("SELECT scored_to FROM sessions WHERE session_id = $sessionId").get({ sessionId });
  return (row as { scored_to: number | null } | null)?.scored_to ?? 0;
}

export function saveScoredTo(store: Store, sessionId: string, offset: number): void {
  store
    .query("UPDATE sessions SET scored_to = $offset WHERE session_id = $sessionId")
    .run({ sessionId, offset });
}

export interface SessionActivity {
  sessionId: string;
  projectDir: string | null;
  transcriptPath: string | null;
  at: number;
  toolCalls: number;
  /** Absent for Claude Code. */
  agent?: string;
}

/** Creates the row, or updates `last_seen_at`. */
export function touchSession(store: Store, activity: SessionActivity): void {
  store
    .query(
      `INSERT INTO sessions (session_id, project_dir, transcript_path, agent, started_at, last_seen_at, tool_calls)
       VALUES ($sessionId, $projectDir, $transcriptPath, $agent, $at, $at, $toolCalls)
       ON CONFLICT (session_id) DO UPDATE SET
         last_seen_at = max(last_seen_at, $at),
         project_dir = coalesce(project_dir, $projectDir),
         transcript_path = coalesce(transcript_path, $transcriptPath),
         tool_calls = tool_calls + $toolCalls`,
    )
    .run({ agent: null, ...activity });
}

/** Also reopens a session that is resumed. */
export function openSession(store: Store, sessionId: string, source: string): void {
  store
    .query(
      `UPDATE sessions SET source = coalesce(source, $source), ended_at = NULL, end_reason = NULL
       WHERE session_id = $sessionId`,
    )
    .run({ sessionId, source });
}

/** A SessionStart was recorded, or the first prompt stood in for it. */
export function hasStarted(store: Store, sessionId: string): boolean {
  return (
    store
      .query("SELECT 1 FROM sessions WHERE session_id = $sessionId AND source IS NOT NULL")
      .get({ sessionId }) !== null
  );
}

/** `config`: the settings that hold, as JSON, to compare later ones with. */
export function saveGuards(store: Store, sessionId: string, fingerprint: string, config: string): void {
  store
    .query(
      "UPDATE sessions SET guard_fingerprint = $fingerprint, guard_config = $config WHERE session_id = $sessionId",
    )
    .run({ sessionId, fingerprint, config });
}

/** How long the hook of the session's first start took. */
export function saveStartDuration(store: Store, sessionId: string, ms: number): void {
  store.query("UPDATE sessions SET start_hook_ms = $ms WHERE session_id = $sessionId").run({ sessionId, ms });
}

export function closeSession(store: Store, sessionId: string, reason: string, at: number): void {
  store
    .query(
      "UPDATE sessions SET ended_at = $at, end_reason = $reason, end_hook_ms = $ms WHERE session_id = $sessionId",
    )
    .run({ sessionId, reason, at, ms: hookTime() });
}

export function saveProjectKey(store: Store, sessionId: string, key: string): void {
  store.query("UPDATE sessions SET project_key = $key WHERE session_id = $sessionId").run({ sessionId, key });
}

/** By session, which agent it ran in; without those of Claude Code. */
export function listAgents(store: Store, sessionIds: readonly string[]): Map<string, string> {
  const rows = store
    .query(
      `SELECT session_id AS id, agent FROM sessions
       WHERE session_id IN (SELECT value FROM json_each($ids)) AND agent IS NOT NULL`,
    )
    .all({ ids: JSON.stringify(sessionIds) }) as { id: string; agent: string }[];
  return new Map(rows.map(({ id, agent }) => [id, agent]));
}

export function findSession(store: Store, sessionId: string): SessionRow | null {
  return store
    .query("SELECT * FROM sessions WHERE session_id = $sessionId")
    .get({ sessionId }) as SessionRow | null;
}

/** The most recently active session of this project, other than `exceptId`. */
export function newestSession(store: Store, projectDir: string, exceptId = ""): SessionRow | null {
  return store
    .query(
      `SELECT * FROM sessions WHERE project_dir = $projectDir AND session_id <> $exceptId
       ORDER BY last_seen_at DESC LIMIT 1`,
    )
    .get({ projectDir, exceptId }) as SessionRow | null;
}

/**
 * The transcript that the session's first event named, as long as it exists: a later event may be forged. null when there is
 * none to read.
 */
export function findTranscript(
  store: Store,
  { sessionId, transcriptPath }: Pick<HookContext["event"], "sessionId" | "transcriptPath">,
): string | null {
  const stored = sessionId === null ? null : (findSession(store, sessionId)?.transcript_path ?? null);
  return [stored, transcriptPath].find((path) => path !== null && transcriptSize(path) !== null) ?? null;
}

/** null when there is nothing to read; a pipe or a device could block for ever. */
export function transcriptSize(path: string): number | null {
  const { size } = Bun.file(path);
  return Number.isFinite(size) && size > 0 ? size : null;
}

const WITHIN = "(project_dir = $dir OR substr(project_dir, 1, length($dir) + 1) = $dir || '/')";

/** Sessions in this folder or below it that have not ended and were active since then: the folder's own first, then the newest. */
export function liveSessionsWithin(store: Store, dir: string, since: number): SessionRow[] {
  return store
    .query(
      `SELECT * FROM sessions WHERE ended_at IS NULL AND last_seen_at >= $since AND ${WITHIN}
       ORDER BY project_dir = $dir DESC, last_seen_at DESC LIMIT 50`,
    )
    .all({ dir, since }) as SessionRow[];
}

/**
 * SQL: sessions that an act in the folder `$dir` concerns: active since `$since`, in the folder, below or above it; null:
 * everywhere. Their end does not matter, because anyone can send it.
 */
export const SEEN_SINCE = `last_seen_at >= $since
  AND ($dir IS NULL OR project_dir IS NULL OR ${WITHIN}
    OR substr($dir, 1, length(project_dir) + 1) = project_dir || '/')`;

/** Any session was active since then. */
export function wasSeenSince(store: Store, since: number): boolean {
  return store.query("SELECT 1 FROM sessions WHERE last_seen_at >= $since LIMIT 1").get({ since }) !== null;
}

/** Those of these sessions that were active since then. */
export function listSeenSince(store: Store, ids: readonly string[], since: number): string[] {
  const rows = store
    .query(
      "SELECT session_id FROM sessions WHERE last_seen_at >= $since AND session_id IN (SELECT value FROM json_each($ids))",
    )
    .all({ since, ids: JSON.stringify(ids) }) as { session_id: string }[];
  return rows.map((row) => row.session_id);
}

/** Of the sessions that an act in this folder concerns, the folder's own first, then the newest. */
export function findSessionSeenSince(store: Store, dir: string, since: number): SessionRow | null {
  return store
    .query(
      `SELECT * FROM sessions WHERE ${SEEN_SINCE} ORDER BY project_dir IS $dir DESC, last_seen_at DESC LIMIT 1`,
    )
    .get({ dir, since }) as SessionRow | null;
}

/** Sessions in this folder or below it, newest first. */
export function sessionsWithin(store: Store, dir: string): SessionRow[] {
  return store
    .query(`SELECT * FROM sessions WHERE ${WITHIN} ORDER BY last_seen_at DESC LIMIT 50`)
    .all({ dir }) as SessionRow[];
}

/** Newest first. A session without a project key belongs to a project by its folder. */
export function listSessions(
  store: Store,
  project: { key: string | null; dir: string | null },
  limit: number,
): SessionRow[] {
  return store
    .query(
      `SELECT * FROM sessions
       WHERE $key IS NULL OR project_key = $key OR (project_key IS NULL AND project_dir = $dir)
       ORDER BY last_seen_at DESC LIMIT $limit`,
    )
    .all({ ...project, limit }) as SessionRow[];
}

/** At most two: enough to see that a prefix is ambiguous. */
export function sessionsStartingWith(store: Store, start: string): SessionRow[] {
  return store
    .query("SELECT * FROM sessions WHERE substr(session_id, 1, length($start)) = $start LIMIT 2")
    .all({ start }) as SessionRow[];
}

/** The folders of a project, the session's first, then the most recently used. */
export function foldersOfProject(store: Store, key: string, session = ""): string[] {
  const rows = store
    .query(
      `SELECT project_dir AS dir FROM sessions
       WHERE (project_key = $key OR project_dir = $key) AND project_dir IS NOT NULL
       GROUP BY project_dir ORDER BY max(session_id = $session) DESC, max(last_seen_at) DESC LIMIT 50`,
    )
    .all({ key, session }) as { dir: string }[];
  return rows.map(({ dir }) => dir);
}

export function knownProjectDirs(store: Store): string[] {
  const rows = store.query("SELECT DISTINCT project_dir FROM sessions WHERE project_dir IS NOT NULL").all();
  return (rows as { project_dir: string }[]).map((row) => row.project_dir);
}

export function noteSession(store: Store, context: HookContext, toolCalls = 0): void {
  const { event, startDir, now } = context;
  if (event.sessionId === null) return;
  touchSession(store, {
    sessionId: event.sessionId,
    projectDir: startDir,
    transcriptPath: event.transcriptPath,
    at: now,
    toolCalls,
  });
}

export interface EventLogEntry {
  sessionId: string;
  event: string;
  agentId: string | null;
  /** Without secrets. Stored as JSON. */
  detail: Record<string, unknown>;
  at: number;
  /** How long the hook had taken. Absent for a Stop, whose decision has it. */
  hookMs?: number;
}

export function logEvent(store: Store, logged: EventLogEntry): void {
  store
    .query(
      `INSERT INTO event_log (session_id, event, agent_id, detail, at, hook_ms)
       VALUES ($sessionId, $event, $agentId, $detail, $at, $hookMs)`,
    )
    .run({ ...logged, detail: JSON.stringify(logged.detail), hookMs: logged.hookMs ?? null });
}

/** `pending`: recorded calls of the session that await a drain. */
export function logStop(store: Store, sessionId: string, at: number, pending: number): void {
  store
    .query(
      "INSERT INTO event_log (session_id, event, pending, at) VALUES ($sessionId, 'Stop', $pending, $at)",
    )
    .run({ sessionId, pending, at });
}

export function stopsWithoutTokens(store: Store, sessionId: string): { id: number; at: number }[] {
  return store
    .query(
      "SELECT id, at FROM event_log WHERE session_id = $sessionId AND event = 'Stop' AND tokens IS NULL ORDER BY id",
    )
    .all({ sessionId }) as { id: number; at: number }[];
}

export function saveTokens(store: Store, id: number, tokens: number): void {
  store.query("UPDATE event_log SET tokens = $tokens WHERE id = $id").run({ id, tokens });
}
