// A hook that wants to write waits two seconds for its turn, then its row is lost: the drain holds the lock for a moment
// only, and leaves it free for another.

import type { Store } from "../store/open.ts";
import { inBothTransaction, inMemoryTransaction } from "../store/transaction.ts";

const SLICE_MS = 25;
const PAUSE_MS = 15;

/**
 * As many rows in a transaction as fit into a moment; at least one. `finish` has one of its own, after it: rows are marked in
 * another file than the one their results go to, and a drain that is killed in between must come back to them.
 */
export async function yieldLockBetween<T>(
  store: Store,
  rows: readonly T[],
  work: (slice: Iterable<T>) => void,
  finish: () => void = () => {},
): Promise<void> {
  for (let done = 0; done < rows.length; ) {
    if (done > 0) await Bun.sleep(PAUSE_MS);
    inMemoryTransaction(store, () => work(slice()));
    inBothTransaction(store, finish);

    function* slice(): Generator<T, void> {
      const until = performance.now() + SLICE_MS;
      do {
        const row = rows[done++];
        if (row !== undefined) yield row;
      } while (done < rows.length && performance.now() < until);
    }
  }
}
