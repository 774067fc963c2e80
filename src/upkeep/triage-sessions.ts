// Looks through what the transcripts of sessions gained, and puts what is worth remembering into the inbox.

import type { Environment } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { loadTriageSettings } from "../config/triage-settings.ts";
import { lookThrough } from "../memory/inbox/look-through.ts";
import { readGain } from "../memory/inbox/read-gain.ts";
import {
  findTriageCursor,
  saveTriageCursor,
  sessionsToTriage,
  type TriageSession,
} from "../memory/inbox/triage-cursors.ts";
import { triageOptions } from "../memory/inbox/triage-options.ts";
import type { TriageOptions } from "../memory/triage/options.ts";
import { isExcludedProject } from "../recording/capture/may-capture.ts";
import { fileKey } from "../recording/ingest/ingest-rows.ts";
import { recordFault } from "../store/fault-log.ts";
import type { Store } from "../store/open.ts";
import { findSession } from "../store/sessions.ts";
import { placeCursor } from "../transcript/place-cursor.ts";
import { fillProjectKey } from "../worktree/session-project-key.ts";

const LOOK_BACK = 14 * 24 * 3_600_000;
const MAX_SESSIONS = 50;
/** In pieces: each is one transaction, so that a killed drain goes on where it was. */
const PIECE = 2 * 1024 * 1024;

/** How many new candidates there are. Never throws: the rest of a drain must not wait for it. */
export async function triageSessions(env: Environment, store: Store): Promise<number> {
  let found = 0;
  for (const session of sessionsToTriage(store, Date.now() - LOOK_BACK, MAX_SESSIONS)) {
    try {
      if (hasGrown(store, session)) found += await triageSession(env, store, session);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await recordFault(env, { part: "triage", message, event: null, sessionId: session.session_id });
    }
  }
  return found;
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
    await passOver(store, session);
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

/** What is said while it is off stays unread when it is on again. */
async function passOver(store: Store, { transcript_path: path }: TriageSession): Promise<void> {
  const { offset, guard } = await placeCursor(path, Bun.file(path).size, []);
  saveTriageCursor(store, { file: fileKey(path), offset, guard, open_calls: "[]", read_at: Date.now() });
}

async function triagePiece(
  store: Store,
  { session_id: sessionId, transcript_path: path }: TriageSession,
  options: TriageOptions,
): Promise<{ found: number; more: boolean }> {
  const read = await readGain(store, path, PIECE);
  if (read.problem) return { found: 0, more: false };
  const projectKey = findSession(store, sessionId)?.project_key ?? "";
  const found = await lookThrough(store, { sessionId, projectKey, path }, read, options);
  return { found, more: read.more };
}
