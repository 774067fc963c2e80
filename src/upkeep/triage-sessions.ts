// Triages what was added to the transcripts of recent sessions.

import type { Environment } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { loadTriageSettings } from "../config/older-config.ts";
import { isExcludedProject } from "../config/place.ts";
import {
  findTriageCursor,
  readNewItems,
  saveTriageCursor,
  triageOptions,
  triageTranscript,
} from "../memory/inbox/triage-transcript.ts";
import type { TriageOptions } from "../memory/triage/triage-items.ts";
import { fileKey } from "../recording/ingest/ingest-rows.ts";
import { recordFault } from "../store/fault-log.ts";
import type { Store } from "../store/open.ts";
import { findSession } from "../store/sessions.ts";
import { placeCursor } from "../transcript/read-since.ts";
import { fillProjectKey } from "../worktree/project-key.ts";

const MAX_AGE_MS = 14 * 24 * 3_600_000;
const MAX_SESSIONS = 50;
/** Each piece is one transaction, so that a killed drain continues there. */
const MAX_PIECE_BYTES = 2 * 1024 * 1024;

/** Returns the number of new candidates. Never throws: the rest of the drain must not wait for it. */
export async function triageSessions(env: Environment, store: Store): Promise<number> {
  let found = 0;
  for (const session of sessionsToTriage(store, Date.now() - MAX_AGE_MS, MAX_SESSIONS)) {
    try {
      if (hasGrown(store, session)) found += await triageSession(env, store, session);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await recordFault(env, { part: "triage", message, event: null, sessionId: session.session_id });
    }
  }
  return found;
}

interface TriageSession {
  session_id: string;
  project_dir: string | null;
  project_key: string | null;
  transcript_path: string;
}

/** The last ones first: one that was killed is found here too. History that was read in later is not news. */
function sessionsToTriage(store: Store, since: number, limit: number): TriageSession[] {
  return store
    .query(
      `SELECT session_id, project_dir, project_key, transcript_path FROM sessions
       WHERE transcript_path IS NOT NULL AND source IS NOT 'ingest' AND last_seen_at >= $since
       ORDER BY last_seen_at DESC LIMIT $limit`,
    )
    .all({ since, limit }) as TriageSession[];
}

function hasGrown(store: Store, { transcript_path }: TriageSession): boolean {
  const cursor = findTriageCursor(store, fileKey(transcript_path));
  return Bun.file(transcript_path).size !== (cursor?.offset ?? 0);
}

async function triageSession(env: Environment, store: Store, session: TriageSession): Promise<number> {
  const loaded = await loadConfig(env, session.project_dir);
  const { capture } = loaded.config;
  const settings = await loadTriageSettings(loaded, session.project_dir);
  const isOff = !settings.enabled || settings.mode === "off" || !capture.enabled;
  if (isOff || isExcludedProject(session.project_dir, capture.exclude, env.home)) {
    await skip(store, session);
    return 0;
  }
  await fillProjectKey(store, session.session_id);
  const options = triageOptions(store, settings);
  let found = 0;
  for (let more = true; more; ) {
    const piece = await triagePiece(store, session, options);
    found += piece.found;
    more = piece.more;
  }
  return found;
}

/** What is said while triage is off is not read later either. */
async function skip(store: Store, { transcript_path: path }: TriageSession): Promise<void> {
  saveTriageCursor(store, fileKey(path), await placeCursor(path, Bun.file(path).size, []));
}

async function triagePiece(
  store: Store,
  { session_id: sessionId, transcript_path: path }: TriageSession,
  options: TriageOptions,
): Promise<{ found: number; more: boolean }> {
  const read = await readNewItems(store, path, MAX_PIECE_BYTES);
  if (read.problem) return { found: 0, more: false };
  const projectKey = findSession(store, sessionId)?.project_key ?? "";
  const found = await triageTranscript(store, { sessionId, projectKey, path }, read, options);
  return { found, more: read.more };
}
