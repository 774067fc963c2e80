import type { Store } from "../../store/open.ts";

export interface SummaryRow {
  id: number;
  session_id: string;
  project_key: string | null;
  request: string;
  /** The whole, readable. */
  text: string;
  /** JSON: its parts. */
  detail: string;
  at: number;
}

export type NewSummary = Omit<SummaryRow, "id">;

/** A session has one; a later one takes its place. */
export function saveSummary(store: Store, summary: NewSummary): void {
  store
    .query(
      `INSERT INTO session_summaries (session_id, project_key, request, text, detail, at)
       VALUES ($session_id, $project_key, $request, $text, $detail, $at)
       ON CONFLICT (session_id) DO UPDATE SET project_key = $project_key, request = $request, text = $text,
         detail = $detail, at = $at`,
    )
    .run({ ...summary });
}

export function findSummary(store: Store, sessionId: string): SummaryRow | null {
  return store
    .query("SELECT * FROM session_summaries WHERE session_id = $sessionId")
    .get({ sessionId }) as SummaryRow | null;
}
