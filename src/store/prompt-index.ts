// The full-text index of prompts, which is in the memory database. Hooks and ingests only insert prompts into the ledger.
import { partsIn } from "../text/query-words.ts";
import { inMemoryTransaction, inTransaction, type Store } from "./open.ts";

export interface IndexedPrompt {
  session_id: string;
  at: number;
  /** As typed; null when it is not known. */
  length: number | null;
}

/** An ingest may leave many: other processes get the lock in between. */
const MAX_AT_ONCE = 1000;

/**
 * Adds the oldest new prompts to the index and returns them. The flag `indexed` is in the other file and is set last: after a kill in
 * between, they are indexed again.
 */
export function indexPrompts(store: Store): IndexedPrompt[] {
  const { upTo } = store
    .query(
      `SELECT coalesce(max(id), 0) AS upTo FROM
         (SELECT id FROM prompts WHERE indexed = 0 ORDER BY id LIMIT ${MAX_AT_ONCE})`,
    )
    .get() as { upTo: number };
  inMemoryTransaction(store, () => {
    const prompts = store
      .query("SELECT id, text FROM prompts WHERE indexed = 0 AND id <= $upTo ORDER BY id")
      .all({ upTo }) as { id: number; text: string }[];
    for (const prompt of prompts) indexPrompt(store, prompt);
  });
  return inTransaction(store, () =>
    store
      .query(
        "UPDATE prompts SET indexed = 1 WHERE indexed = 0 AND id <= $upTo RETURNING session_id, at, length",
      )
      .all({ upTo }),
  ) as IndexedPrompt[];
}

/** Removes deleted prompts from the index. */
export function dropDeletedPrompts(store: Store): void {
  store.run("DELETE FROM prompts_fts WHERE rowid NOT IN (SELECT id FROM prompts WHERE indexed = 1)");
}

function indexPrompt(store: Store, { id, text }: { id: number; text: string }): void {
  store
    .query("INSERT OR REPLACE INTO prompts_fts (rowid, text, parts) VALUES ($id, $text, $parts)")
    .run({ id, text, parts: partsIn(text) });
}
