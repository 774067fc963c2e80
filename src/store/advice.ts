import type { Store } from "./open.ts";

/** True the first time a piece of advice is shown in a session. */
export function showAdviceOnce(store: Store, sessionId: string, fingerprint: string): boolean {
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
