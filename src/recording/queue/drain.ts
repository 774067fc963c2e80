// Starting a drain, and letting only one run at a time.
import { isAlive } from "../../platform/process/start-self.ts";
import { type HookContext, noteFault } from "../../store/hook-context.ts";
import type { Store } from "../../store/open.ts";
import { inTransaction } from "../../store/open.ts";

/** After this the lock of a drain that hangs is free. */
const MAX_LOCK_MS = 60_000;

/** Starts a detached process that works through what was captured. */
export async function startDrain(context: HookContext): Promise<void> {
  try {
    const { startDetached } = await import("../../platform/process/start-self.ts");
    startDetached(["drain", "--quiet"]);
  } catch (error) {
    await noteFault(context, "capture", error);
  }
}

/** False when another drain has it. The lock of a process that died is free at once. */
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
