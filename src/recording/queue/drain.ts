// Starts drains, one at a time.
import { isAlive } from "../../platform/process/start-self.ts";
import { type HookContext, noteFault } from "../../store/hook-context.ts";
import type { Store } from "../../store/open.ts";
import { inTransaction } from "../../store/open.ts";

/** The lock of a hanging drain expires after this time. */
const MAX_LOCK_MS = 60_000;

/** Starts a detached process that processes the captured calls. */
export async function startDrain(context: HookContext): Promise<void> {
  try {
    const { startDetached } = await import("../../platform/process/start-self.ts");
    startDetached(["drain", "--quiet"]);
  } catch (error) {
    await noteFault(context, "capture", error);
  }
}

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
