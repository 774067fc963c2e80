import type { Store } from "./open.ts";

/** All or nothing, and the right to write from the start. Bun's own helper is prepared for more, and takes longer. */
export function inTransaction<T>(store: Store, work: () => T): T {
  store.run("BEGIN IMMEDIATE");
  try {
    const result = work();
    store.run("COMMIT");
    return result;
  } catch (error) {
    if (store.inTransaction) store.run("ROLLBACK");
    throw error;
  }
}
