// Has the user's model write about sessions that ended, each once.
import type { Environment } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { mayCapture } from "../config/place.ts";
import { findForgottenAt } from "../memory/inbox/triage-cursors.ts";
import { noteSession } from "../memory/notes/note-session.ts";
import { recordFault } from "../store/fault-log.ts";
import { markShown } from "../store/notices.ts";
import type { Store } from "../store/open.ts";
import { findSession, MAX_SILENCE_MS, type SessionRow } from "../store/sessions.ts";
import { errorMessage } from "../text/unknown-values.ts";
import { readTail } from "../transcript/read-tail.ts";
import { fillProjectKey } from "../worktree/project-key.ts";

type EndedSession = Pick<SessionRow, "session_id" | "project_dir" | "transcript_path"> & {
  ended: number;
};

/** Older sessions are not sent, such as those from before it was switched on. */
const MAX_AGE_MS = 24 * 3_600_000;
const MAX_SESSIONS = 10;
const MAX_TRANSCRIPT_BYTES = 8 * 1024 * 1024;

/** Returns how many are new in the inbox. Never throws. */
export async function noteEndedSessions(env: Environment, store: Store): Promise<number> {
  const { memory, judge } = (await loadConfig(env, null)).config;
  if (!memory.model || judge.by === "off") return 0;
  let found = 0;
  for (const session of listEndedSessions(store, Date.now())) {
    try {
      found += await noteEndedSession(env, store, session);
    } catch (error) {
      const message = errorMessage(error);
      await recordFault(env, { part: "notes", message, event: null, sessionId: session.session_id });
    }
  }
  return found;
}

/** Newest first. A resumed session ends again. */
function listEndedSessions(store: Store, now: number): EndedSession[] {
  return store
    .query(
      `SELECT session_id, project_dir, transcript_path, ended FROM (
         SELECT *, coalesce(ended_at, last_seen_at + ${MAX_SILENCE_MS}) AS ended FROM sessions) s
       WHERE transcript_path IS NOT NULL AND project_dir IS NOT NULL AND source IS NOT 'ingest'
         AND ended <= $now AND ended >= $now - ${MAX_AGE_MS}
         AND NOT EXISTS (SELECT 1 FROM advice_shown a WHERE a.session_id = s.session_id
           AND a.fingerprint = 'noted:' || s.ended)
       ORDER BY ended DESC LIMIT ${MAX_SESSIONS}`,
    )
    .all({ now }) as EndedSession[];
}

async function noteEndedSession(env: Environment, store: Store, session: EndedSession): Promise<number> {
  const { session_id: sessionId, project_dir: projectDir, transcript_path: path, ended } = session;
  if (projectDir === null || path === null) return 0;
  const { config } = await loadConfig(env, projectDir);
  const isOff = !config.triage.enabled || config.triage.mode === "off";
  if (isOff || !mayCapture({ env, projectDir }, config)) return 0;
  // Of two drains at once, one asks.
  if (!markShown(store, sessionId, `noted:${ended}`)) return 0;
  await fillProjectKey(store, sessionId);
  const projectKey = findSession(store, sessionId)?.project_key ?? "";
  const read = await readTail(path, { maxBytes: MAX_TRANSCRIPT_BYTES });
  if (read.problem !== null || read.foreign) return 0;
  const forgottenAt = findForgottenAt(store, path);
  const items = read.items.filter(({ timestamp }) => (timestamp ?? 0) >= forgottenAt);
  const context = { env, store, settings: config.judge };
  const about = { sessionId, projectDir, projectKey, path };
  return noteSession(context, about, items, config.triage);
}
