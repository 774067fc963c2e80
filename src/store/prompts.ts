import type { Store } from "./open.ts";

export interface PromptRow {
  id: number;
  session_id: string;
  prompt_id: string | null;
  text: string;
  at: number;
}

export interface NewPrompt {
  sessionId: string;
  promptId: string | null;
  text: string;
  at: number;
}

export function insertPrompt(store: Store, prompt: NewPrompt): void {
  store
    .query("INSERT INTO prompts (session_id, prompt_id, text, at) VALUES ($sessionId, $promptId, $text, $at)")
    .run({ ...prompt });
}

/** The first that is asked of a session stays its request. */
export function keepRequest(store: Store, sessionId: string, text: string): void {
  store
    .query(
      "UPDATE sessions SET original_request = $text WHERE session_id = $sessionId AND original_request IS NULL",
    )
    .run({ sessionId, text });
}

/** Oldest first. */
export function listPrompts(store: Store, sessionId: string, most: number): PromptRow[] {
  return store
    .query(
      "SELECT id, session_id, prompt_id, text, at FROM prompts WHERE session_id = $sessionId ORDER BY id LIMIT $most",
    )
    .all({ sessionId, most }) as PromptRow[];
}

/** Makes new prompts findable; the sessions they belong to. */
export function indexPrompts(store: Store): string[] {
  const rows = store.query("UPDATE prompts SET indexed = 1 WHERE indexed = 0 RETURNING session_id").all() as {
    session_id: string;
  }[];
  return [...new Set(rows.map((row) => row.session_id))];
}

export function hasUnindexedPrompts(store: Store): boolean {
  return store.query("SELECT 1 FROM prompts WHERE indexed = 0 LIMIT 1").get() !== null;
}
