// The drain lock: one process at a time drains, ingests or forgets.
import { isAlive } from "../../platform/process/start-self.ts";
import { inTransaction, type Store } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";

/** The lock of a hanging drain expires after this time. */
const MAX_LOCK_MS = 60_000;
const MAX_WAIT_MS = 5000;

/** False when another process has the lock. A dead process does not keep it. */
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

/** For a command. Waits for a drain, which ends soon, but not for another ingest. */
export async function waitForDrainLock(store: Store, command: string): Promise<void> {
  for (const until = Date.now() + MAX_WAIT_MS; !takeDrainLock(store, process.pid, Date.now()); ) {
    if (Date.now() > until)
      throw new UserError(
        "busy",
        "another ingest or drain is using this database",
        `Wait until it has finished, then run \`${command}\` again.`,
      );
    await Bun.sleep(100);
  }
}

export function releaseDrainLock(store: Store, pid: number): void {
  store.query("DELETE FROM drain_lock WHERE pid = $pid").run({ pid });
}
