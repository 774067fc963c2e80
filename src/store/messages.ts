// Messages to the person that wait for an answer that can carry them.
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
