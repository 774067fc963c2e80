import { inBothTransaction, inMemoryTransaction, type Store } from "./open.ts";

export interface PromptRow {
  id: number;
  session_id: string;
  prompt_id: string | null;
  text: string;
  at: number;
  /** The id of its record in the transcript, once that was read. */
  uuid: string | null;
}

export interface NewPrompt {
  sessionId: string;
  promptId: string | null;
  text: string;
  at: number;
  /** Characters, as the person gave it; unknown of a prompt that was read from a transcript. */
  length?: number;
}

export function insertPrompt(store: Store, prompt: NewPrompt): void {
  store
    .query(
      `INSERT INTO prompts (session_id, prompt_id, text, at, length)
       VALUES ($sessionId, $promptId, $text, $at, $length)`,
    )
    .run({ ...prompt, length: prompt.length ?? null });
}

/** The first prompt of a session stays its request. */
export function saveFirstRequest(store: Store, sessionId: string, text: string): void {
  store
    .query(
      "UPDATE sessions SET original_request = $text WHERE session_id = $sessionId AND original_request IS NULL",
    )
    .run({ sessionId, text });
}

/** Oldest first. */
export function listPrompts(store: Store, sessionId: string, limit: number): PromptRow[] {
  return store
    .query(
      "SELECT id, session_id, prompt_id, text, at, uuid FROM prompts WHERE session_id = $sessionId ORDER BY id LIMIT $limit",
    )
    .all({ sessionId, limit }) as PromptRow[];
}

/** Prompts not indexed yet whose length is known. */
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
 * Adds new prompts to the search index; returns their sessions. First the words, then the flag, which is in the other file:
 * killed in between, it is done again. `count` runs in the transaction that sets the flag, for prompts up to an id.
 */
export function indexPrompts(store: Store, count: (upTo: number) => void = () => {}): string[] {
  const { upTo } = store.query("SELECT coalesce(max(id), 0) AS upTo FROM prompts").get() as { upTo: number };
  inMemoryTransaction(store, () => {
    store
      .query(
        `INSERT OR REPLACE INTO prompts_fts (rowid, text)
         SELECT id, text FROM prompts WHERE indexed = 0 AND id <= $upTo ORDER BY id`,
      )
      .run({ upTo });
  });
  const rows = inBothTransaction(store, () => {
    count(upTo);
    return store
      .query("UPDATE prompts SET indexed = 1 WHERE indexed = 0 AND id <= $upTo RETURNING session_id")
      .all({ upTo }) as { session_id: string }[];
  });
  return [...new Set(rows.map((row) => row.session_id))];
}

export function hasUnindexedPrompts(store: Store): boolean {
  return store.query("SELECT 1 FROM prompts WHERE indexed = 0 LIMIT 1").get() !== null;
}

/** Removes prompts from the search index that are deleted. */
export function dropDeletedPrompts(store: Store): void {
  store.run("DELETE FROM prompts_fts WHERE rowid NOT IN (SELECT id FROM prompts WHERE indexed = 1)");
}
