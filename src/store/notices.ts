// What a person is shown: messages that wait for an answer that can carry them, and advice, which is shown once.
import type { Store } from "./open.ts";

/** An act of which it is open whether the person typed it: the client writes that down after the command has run. */
export interface UnsettledAct {
  /** Such as "unlock". */
  command: string;
  /** Where the transcript ended when it ran. */
  transcriptFrom: number;
}

export function queueMessage(
  store: Store,
  sessionId: string,
  text: string,
  at: number,
  act: UnsettledAct | null = null,
): void {
  store
    .query(
      `INSERT INTO messages (session_id, text, at, command, transcript_from)
       VALUES ($sessionId, $text, $at, $command, $transcriptFrom)`,
    )
    .run({
      sessionId,
      text,
      at,
      command: act?.command ?? null,
      transcriptFrom: act?.transcriptFrom ?? null,
    });
}

/** Takes what waits for this session; each message is given once. Those of unsettled acts go on waiting. */
export function takeMessages(store: Store, sessionId: string): string[] {
  return (
    store
      .query("DELETE FROM messages WHERE session_id = $sessionId AND command IS NULL RETURNING id, text")
      .all({ sessionId }) as { id: number; text: string }[]
  )
    .toSorted((a, b) => a.id - b.id)
    .map((row) => row.text);
}

export function unsettledActs(store: Store, sessionId: string): (UnsettledAct & { id: number })[] {
  return store
    .query(
      `SELECT id, command, transcript_from AS transcriptFrom FROM messages
       WHERE session_id = $sessionId AND command IS NOT NULL`,
    )
    .all({ sessionId }) as (UnsettledAct & { id: number })[];
}

/** The person's own act is not told to the person. */
export function settleAct(store: Store, id: number, isPersons: boolean): void {
  const sql = isPersons
    ? "DELETE FROM messages WHERE id = $id"
    : "UPDATE messages SET command = NULL WHERE id = $id";
  store.query(sql).run({ id });
}

/** True the first time a piece of advice is shown in a session. */
export function markShown(store: Store, sessionId: string, fingerprint: string): boolean {
  return (
    store
      .query("INSERT OR IGNORE INTO advice_shown (session_id, fingerprint) VALUES ($sessionId, $fingerprint)")
      .run({ sessionId, fingerprint }).changes > 0
  );
}

export function wasShown(store: Store, sessionId: string, fingerprint: string): boolean {
  return (
    store
      .query("SELECT 1 FROM advice_shown WHERE session_id = $sessionId AND fingerprint = $fingerprint")
      .get({ sessionId, fingerprint }) !== null
  );
}
