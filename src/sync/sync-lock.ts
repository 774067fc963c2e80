// One sync at a time on a machine.
import { isAlive } from "../platform/process/start-self.ts";
import { inMemoryTransaction, type Store } from "../store/open.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import { readState, writeState } from "./sync-rows.ts";

/** Of a sync that hangs. Longer than git may take for one step. */
const MAX_LOCK_MS = 5 * 60_000;

/** Also renews it. False when another process has it; a dead process does not keep it. */
export function takeSyncLock(store: Store, pid: number, now: number): boolean {
  return inMemoryTransaction(store, () => {
    const held = parseJson(readState(store, "lock") ?? "");
    if (isRecord(held) && held.pid !== pid && Number(held.until) > now && isAlive(Number(held.pid)))
      return false;
    writeState(store, "lock", JSON.stringify({ pid, until: now + MAX_LOCK_MS }));
    return true;
  });
}

export function releaseSyncLock(store: Store, pid: number): void {
  inMemoryTransaction(store, () => {
    const held = parseJson(readState(store, "lock") ?? "");
    if (isRecord(held) && held.pid === pid) writeState(store, "lock", null);
  });
}
