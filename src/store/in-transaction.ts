// All or nothing, and the right to write from the start. `BEGIN IMMEDIATE` asks for that right in every attached file: a
// stop would wait for what is remembered, and who waits for one file would keep all others from the other. So each asks
// for its own, by a statement that writes nothing. Bun's own helper is prepared for more, and takes longer.
import type { Store } from "./open.ts";

/** For the ledger. What is remembered can be written in it too; it fails when somebody else does so just then. */
export function inTransaction<T>(store: Store, work: () => T): T {
  return within(store, "DELETE FROM main.meta WHERE 0", work);
}

/** For what is remembered alone: hooks that hold or record do not wait for it. */
export function inMemoryTransaction<T>(store: Store, work: () => T): T {
  return within(store, "DELETE FROM memory.common_terms WHERE 0", work);
}

/** For both, which do not commit as one: the ledger does first. Asked for in the order of `BEGIN IMMEDIATE`, as others use it. */
export function inBothTransaction<T>(store: Store, work: () => T): T {
  return within(store, "DELETE FROM main.meta WHERE 0; DELETE FROM memory.common_terms WHERE 0", work);
}

function within<T>(store: Store, right: string, work: () => T): T {
  // A part of somebody's, who has seen to it.
  if (store.inTransaction) return work();
  try {
    store.run(`BEGIN; ${right}`);
    const result = work();
    store.run("COMMIT");
    return result;
  } catch (error) {
    if (store.inTransaction) store.run("ROLLBACK");
    throw error;
  }
}
