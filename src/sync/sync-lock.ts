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

const MAX_WAIT_MS = 10_000;
const POLL_MS = 100;

/** For a person, who waits for what a session's end has started. */
export async function waitForSyncLock(store: Store, pid: number): Promise<boolean> {
  for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until; await Bun.sleep(POLL_MS))
    if (takeSyncLock(store, pid, Date.now())) return true;
  return false;
}

export function releaseSyncLock(store: Store, pid: number): void {
  inMemoryTransaction(store, () => {
    const held = parseJson(readState(store, "lock") ?? "");
    if (isRecord(held) && held.pid === pid) writeState(store, "lock", null);
  });
}
