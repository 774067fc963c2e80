import type { Store } from "./open.ts";

export interface PromptRow {
  id: number;
  session_id: string;
  prompt_id: string | null;
  text: string;
  at: number;
  /** The id of its record in the transcript, once that was ingested. */
  uuid: string | null;
}

export interface NewPrompt {
  sessionId: string;
  promptId: string | null;
  text: string;
  at: number;
  /** Characters as typed; unknown for a prompt from a transcript. */
  length?: number;
  /** How long the hook that recorded it had taken. */
  hookMs?: number;
  /** The id of its record in the transcript, which forked sessions repeat. */
  uuid?: string | null;
}

/** Returns the row's id. The drain makes prompts searchable. */
export function insertPrompt(store: Store, prompt: NewPrompt): number {
  const { sessionId, promptId, text, at, length = null, hookMs = null, uuid = null } = prompt;
  const { id } = store
    .query(
      `INSERT INTO prompts (session_id, prompt_id, text, at, length, hook_ms, uuid)
       VALUES ($sessionId, $promptId, $text, $at, $length, $hookMs, $uuid) RETURNING id`,
    )
    .get({ sessionId, promptId, text, at, length, hookMs, uuid }) as { id: number };
  return id;
}

/** Keeps an earlier request of the session. */
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
      "SELECT id, session_id, prompt_id, text, at, uuid FROM prompts WHERE session_id = $sessionId ORDER BY at, id LIMIT $limit",
    )
    .all({ sessionId, limit }) as PromptRow[];
}

/** The last ones, oldest first. */
export function listLastPrompts(store: Store, sessionId: string, limit: number): PromptRow[] {
  const rows = store
    .query("SELECT * FROM prompts WHERE session_id = $sessionId ORDER BY at DESC, id DESC LIMIT $limit")
    .all({ sessionId, limit }) as PromptRow[];
  return rows.reverse();
}

export function hasPrompts(store: Store, sessionId: string): boolean {
  return (
    store.query("SELECT 1 FROM prompts WHERE session_id = $sessionId LIMIT 1").get({ sessionId }) !== null
  );
}

export function hasUnindexedPrompts(store: Store): boolean {
  return store.query("SELECT 1 FROM prompts WHERE indexed = 0 LIMIT 1").get() !== null;
}
