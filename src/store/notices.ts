// What a person is shown: messages that wait for an answer that can carry them, and advice, which is shown once.
import type { Store } from "./open.ts";

export function queueMessage(store: Store, sessionId: string, text: string, at: number): void {
  store.query("INSERT INTO messages (session_id, text, at) VALUES ($sessionId, $text, $at)").run({
    sessionId,
    text,
    at,
  });
}

/** Takes what waits for this session; each message is given once. */
export function takeMessages(store: Store, sessionId: string): string[] {
  const rows = store
    .query("SELECT id, text FROM messages WHERE session_id = $sessionId ORDER BY id")
    .all({ sessionId }) as { id: number; text: string }[];
  if (rows.length === 0) return [];
  // Only those: another may have been queued since.
  const last = rows.at(-1)?.id ?? 0;
  store.query("DELETE FROM messages WHERE session_id = $sessionId AND id <= $last").run({ sessionId, last });
  return rows.map((row) => row.text);
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
