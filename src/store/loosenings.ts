// Tells the person that something holds less than before: in every session that it concerns and that was seen in the last 24
// hours, whoever did it and wherever.

import { queueMessage, type UnattributedCommand } from "./notices.ts";
import type { Store } from "./open.ts";
import { MAX_SILENCE_MS, sessionsSeenSince } from "./sessions.ts";

export interface Loosening {
  /** The whole message. */
  text: string;
  /** The folder it concerns; null: everything. */
  dir: string | null;
  at: number;
  /** The session it was done in, or the only one it concerns. */
  sessionId: string | null;
  /** Set when that session's transcript will show whether the person typed it. */
  unattributed?: UnattributedCommand | null;
  /** Only that session is concerned. */
  isForSessionOnly?: boolean;
}

/** Must run in a transaction of the caller. */
export function tellLoosening(store: Store, loosening: Loosening): void {
  const { text, dir, at, sessionId, unattributed = null, isForSessionOnly = false } = loosening;
  const seen = isForSessionOnly ? [] : sessionsSeenSince(store, dir, at - MAX_SILENCE_MS);
  const sessions = new Set([
    ...(sessionId === null ? [] : [sessionId]),
    ...seen.map((row) => row.session_id),
  ]);
  for (const each of sessions) queueMessage(store, each, text, at, each === sessionId ? unattributed : null);
}
