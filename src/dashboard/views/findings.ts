// Findings of reflections.
import type { FindingRow } from "../../review/reflection/finding-rows.ts";
import type { Pattern } from "../../review/reflection/reflection.ts";
import type { Store } from "../../store/open.ts";
import { iso, line, lineOrNull, projectRef, type Query } from "./shared.ts";

const MAX_FINDINGS = 200;

export function listReflectionFindings(store: Store, query: Query) {
  const { project = null, status = "new" } = query;
  const rows = store
    .query(
      `SELECT * FROM findings WHERE status = $status AND ($project IS NULL OR project_key = $project)
       ORDER BY last_at DESC, id LIMIT ${MAX_FINDINGS}`,
    )
    .all({ project, status }) as FindingRow[];
  return rows.map((row) => {
    const pattern = JSON.parse(row.pattern) as Partial<Pattern>;
    return {
      ...projectRef(row.project_key, row.project_key),
      id: row.id,
      title: line(row.title),
      /** A sentence or two, with evidence. */
      text: line(pattern.suggestion?.text ?? "", 1000),
      evidence: (pattern.evidence ?? []).map((one) => ({
        /** Such as "line 812" of the transcript. */
        where: line(one.where, 80),
        text: line(one.text),
      })),
      status: row.status,
      outcome: lineOrNull(row.outcome),
      sessions: row.sessions,
      session: row.session_id,
      lastAt: iso(row.last_at),
    };
  });
}
