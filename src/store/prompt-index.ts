// The full-text index of prompts, which is in the memory database. Hooks only insert prompts into the ledger.
import { unspacedPairs } from "../text/query-words.ts";
import { inBothTransaction, inMemoryTransaction, type Store } from "./open.ts";

/** Prompts that are not indexed yet, if their length is known. */
export function uncountedPrompts(
  store: Store,
  upTo: number,
): { session_id: string; at: number; length: number }[] {
  return store
    .query(
      "SELECT session_id, at, length FROM prompts WHERE indexed = 0 AND id <= $upTo AND length IS NOT NULL",
    )
    .all({ upTo }) as { session_id: string; at: number; length: number }[];
}

/**
 * Adds new prompts to the index and returns their sessions. The flag `indexed` is in the other file and is set last: after a
 * kill in between, they are indexed again. `count` runs in the transaction that sets the flag, for prompts up to an id.
 */
export function indexPrompts(store: Store, count: (upTo: number) => void = () => {}): string[] {
  const { upTo } = store.query("SELECT coalesce(max(id), 0) AS upTo FROM prompts").get() as { upTo: number };
  inMemoryTransaction(store, () => {
    const prompts = store
      .query("SELECT id, text FROM prompts WHERE indexed = 0 AND id <= $upTo ORDER BY id")
      .all({ upTo }) as { id: number; text: string }[];
    for (const prompt of prompts) indexPrompt(store, prompt);
  });
  const rows = inBothTransaction(store, () => {
    count(upTo);
    return store
      .query("UPDATE prompts SET indexed = 1 WHERE indexed = 0 AND id <= $upTo RETURNING session_id")
      .all({ upTo }) as { session_id: string }[];
  });
  return [...new Set(rows.map((row) => row.session_id))];
}

/** Removes deleted prompts from the index. */
export function dropDeletedPrompts(store: Store): void {
  store.run("DELETE FROM prompts_fts WHERE rowid NOT IN (SELECT id FROM prompts WHERE indexed = 1)");
}

export function indexPrompt(store: Store, { id, text }: { id: number; text: string }): void {
  store
    .query("INSERT OR REPLACE INTO prompts_fts (rowid, text, pairs) VALUES ($id, $text, $pairs)")
    .run({ id, text, pairs: unspacedPairs(text) });
}
