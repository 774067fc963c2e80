// Which lock holds which session: when its file is gone and the row is not, nothing of ours released it.
import type { Store } from "../../store/open.ts";

export interface HeldLock {
  folder: string;
  at: number;
}

export function noteHeldLock(store: Store, sessionId: string, folder: string, at: number): void {
  store
    .query(
      `INSERT INTO held_locks (session_id, folder, at) VALUES ($sessionId, $folder, $at)
       ON CONFLICT (session_id) DO UPDATE SET folder = $folder, at = $at WHERE folder <> $folder`,
    )
    .run({ sessionId, folder, at });
}

export function findHeldLock(store: Store, sessionId: string): HeldLock | null {
  return store
    .query("SELECT folder, at FROM held_locks WHERE session_id = $sessionId")
    .get({ sessionId }) as HeldLock | null;
}

/** The lock was released, for every session that it held. */
export function dropHeldLock(store: Store, folder: string): void {
  store.query("DELETE FROM held_locks WHERE folder = $folder").run({ folder });
}
