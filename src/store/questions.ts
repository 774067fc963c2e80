// What Claude asks the person while declared work holds it, until a stop has passed it on.
import type { Store } from "./open.ts";

export function addQuestion(store: Store, sessionId: string, text: string, at: number): void {
  store
    .query("INSERT INTO questions (session_id, text, at) VALUES ($sessionId, $text, $at)")
    .run({ sessionId, text, at });
}

/** Oldest first. What was asked before the person's last prompt needs no answer any more. */
export function listQuestions(store: Store, sessionId: string, since: number): string[] {
  const rows = store
    .query("SELECT text FROM questions WHERE session_id = $sessionId AND at >= $since ORDER BY id LIMIT 10")
    .all({ sessionId, since }) as { text: string }[];
  return rows.map(({ text }) => text);
}

export function deleteQuestions(store: Store, sessionId: string): void {
  store.query("DELETE FROM questions WHERE session_id = $sessionId").run({ sessionId });
}
