// The lock of drains: one runs at a time.
import { isAlive } from "../../platform/process/start-self.ts";
import { inTransaction, type Store } from "../../store/open.ts";

/** The lock of a hanging drain expires after this time. */
const MAX_LOCK_MS = 60_000;

/** False when another drain has the lock. A dead process does not keep it. */
export function takeDrainLock(store: Store, pid: number, now: number): boolean {
  return inTransaction(store, () => {
    const held = store.query("SELECT pid, expires_at FROM drain_lock").get() as {
      pid: number;
      expires_at: number;
    } | null;
    if (held && held.pid !== pid && held.expires_at > now && isAlive(held.pid)) return false;
    store
      .query("INSERT OR REPLACE INTO drain_lock (id, pid, expires_at) VALUES (1, $pid, $until)")
      .run({ pid, until: now + MAX_LOCK_MS });
    return true;
  });
}

export function releaseDrainLock(store: Store, pid: number): void {
  store.query("DELETE FROM drain_lock WHERE pid = $pid").run({ pid });
}
