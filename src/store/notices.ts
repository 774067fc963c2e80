// What the person is shown: messages that wait for the next answer that can carry them, and advice, which is shown once.
import type { Store } from "./open.ts";

/** A command of ours that ran in a session. Who ran it shows only later, because the client writes what the person typed to the transcript afterwards. */
export interface UnattributedCommand {
  /** Such as "unlock". */
  command: string;
  /** Size of the transcript when the command ran. */
  transcriptFrom: number;
}

export function queueMessage(
  store: Store,
  sessionId: string,
  text: string,
  at: number,
  about: UnattributedCommand | null = null,
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
      command: about?.command ?? null,
      transcriptFrom: about?.transcriptFrom ?? null,
    });
}

/** Removes and returns the waiting messages, except those about unattributed commands. */
export function takeMessages(store: Store, sessionId: string): string[] {
  return (
    store
      .query("DELETE FROM messages WHERE session_id = $sessionId AND command IS NULL RETURNING id, text")
      .all({ sessionId }) as { id: number; text: string }[]
  )
    .toSorted((a, b) => a.id - b.id)
    .map((row) => row.text);
}

export function listUnattributedCommands(
  store: Store,
  sessionId: string,
): (UnattributedCommand & { id: number; at: number })[] {
  return store
    .query(
      `SELECT id, command, transcript_from AS transcriptFrom, at FROM messages
       WHERE session_id = $sessionId AND command IS NOT NULL`,
    )
    .all({ sessionId }) as (UnattributedCommand & { id: number; at: number })[];
}

/** Drops the message about a command that the person typed; otherwise it can be shown. */
export function attributeCommand(store: Store, id: number, isTyped: boolean): void {
  const sql = isTyped
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
