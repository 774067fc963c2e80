import type { Store } from "../../store/open.ts";

export interface BudgetRow {
  id: number;
  session_id: string;
  agent: string;
  opened_at: number;
  blocks: number;
  waits: number;
  first_block_at: number | null;
  /** Where the transcript ended when it was opened; null when that was not seen. */
  transcript_from: number | null;
  /** JSON: situation → how often it was met. */
  situations: string;
  /** JSON: fingerprint of a released finding → the progress mark it was released at. */
  released: string;
}

export function currentBudget(store: Store, sessionId: string, agent: string): BudgetRow | null {
  return store
    .query("SELECT * FROM budgets WHERE session_id = $sessionId AND agent = $agent ORDER BY id DESC LIMIT 1")
    .get({ sessionId, agent }) as BudgetRow | null;
}

/** Opens a budget; what was released stays released until its situation changes. */
export function openBudget(
  store: Store,
  sessionId: string,
  agent: string,
  at: number,
  transcriptFrom: number | null = null,
): BudgetRow {
  return store
    .query(
      `INSERT INTO budgets (session_id, agent, opened_at, transcript_from, released)
       VALUES ($sessionId, $agent, $at, $transcriptFrom, coalesce(
         (SELECT released FROM budgets WHERE session_id = $sessionId AND agent = $agent ORDER BY id DESC LIMIT 1),
         '{}'))
       RETURNING *`,
    )
    .get({ sessionId, agent, at, transcriptFrom }) as BudgetRow;
}

export function saveBudget(
  store: Store,
  row: Omit<BudgetRow, "session_id" | "agent" | "opened_at" | "transcript_from">,
): void {
  store
    .query(
      `UPDATE budgets SET blocks = $blocks, waits = $waits, first_block_at = $first_block_at,
         situations = $situations, released = $released WHERE id = $id`,
    )
    .run({
      id: row.id,
      blocks: row.blocks,
      waits: row.waits,
      first_block_at: row.first_block_at,
      situations: row.situations,
      released: row.released,
    });
}
