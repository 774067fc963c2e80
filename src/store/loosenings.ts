// Tells the person that something holds less than before: in every session that it concerns and that was seen in the last 24
// hours, whoever did it and wherever.

import type { UnattributedCommand } from "./notices.ts";
import type { Store } from "./open.ts";
import { MAX_SILENCE_MS, SEEN_SINCE } from "./sessions.ts";

export interface Loosening {
  /** The whole message. */
  text: string;
  /** The folder it concerns; null: everything. */
  dir: string | null;
  at: number;
  /** The session it was done in, or the only one it concerns. */
  sessionId: string | null;
  /** More sessions that it concerns, such as those whose rows are gone now. */
  also?: readonly string[];
  /** Set when that session's transcript will show whether the person typed it. */
  unattributed?: UnattributedCommand | null;
  /** Only that session is concerned. */
  isForSessionOnly?: boolean;
}

/**
 * Must run in a transaction of the caller. However many sessions there are: events can name invented ones, and a limit would let
 * them crowd out the real one. The same message waits only once.
 */
export function tellLoosening(store: Store, loosening: Loosening): void {
  const { text, dir, at, sessionId, also = [], unattributed = null, isForSessionOnly = false } = loosening;
  store
    .query(
      `WITH told AS (
         SELECT session_id AS id FROM sessions WHERE NOT $isForSessionOnly AND ${SEEN_SINCE}
         UNION SELECT value FROM json_each($named)),
       new AS (SELECT id, iif(id IS $sessionId, $command, NULL) AS command FROM told)
       INSERT INTO messages (session_id, text, at, command, transcript_from)
       SELECT id, $text, $at, command, iif(command IS NULL, NULL, $transcriptFrom) FROM new
       WHERE NOT EXISTS (SELECT 1 FROM messages
         WHERE session_id = id AND text = $text AND messages.command IS new.command AND given_at IS NULL)`,
    )
    .run({
      text,
      dir,
      at,
      since: at - MAX_SILENCE_MS,
      sessionId,
      named: JSON.stringify([...also, ...(sessionId === null ? [] : [sessionId])]),
      isForSessionOnly,
      command: unattributed?.command ?? null,
      transcriptFrom: unattributed?.transcriptFrom ?? null,
    });
}
