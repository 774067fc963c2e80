// Transactions that take the write lock at their start, on the file they write to. `BEGIN IMMEDIATE`, and so Bun's own
// `transaction().immediate()`, locks every attached file: a stop would wait for somebody who only writes memories. Here a
// statement that changes nothing takes the lock of each file that is meant. Inside another transaction they join it.
import type { Store } from "./open.ts";

const LOCK_LEDGER = "DELETE FROM main.meta WHERE 0";
const LOCK_MEMORY = "DELETE FROM memory.common_terms WHERE 0";

/** For the ledger. It may write to the memory database too, and fails when another process does so at that moment. */
export function inTransaction<T>(store: Store, work: () => T): T {
  return run(store, LOCK_LEDGER, work);
}

/** For the memory database alone: no hook that records or judges waits for it. */
export function inMemoryTransaction<T>(store: Store, work: () => T): T {
  return run(store, LOCK_MEMORY, work);
}

/** For both files, which do not commit as one: the ledger does first. Locked in the order in which SQLite locks them. */
export function inBothTransaction<T>(store: Store, work: () => T): T {
  return run(store, `${LOCK_LEDGER}; ${LOCK_MEMORY}`, work);
}

function run<T>(store: Store, lock: string, work: () => T): T {
  if (store.inTransaction) return work();
  try {
    store.run(`BEGIN; ${lock}`);
    const result = work();
    store.run("COMMIT");
    return result;
  } catch (error) {
    if (store.inTransaction) store.run("ROLLBACK");
    throw error;
  }
}
