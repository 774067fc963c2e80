// What reflections found: in a project, and in one session.
import { type FindingRow, listFindings } from "../review/reflection/finding-rows.ts";
import type { Pattern } from "../review/reflection/reflection.ts";
import type { Store } from "../store/open.ts";
import { readSkippedReflection } from "../store/pending-reflections.ts";
import { line, lineOrNull } from "./shared.ts";

/** What a person decides about. */
export interface OpenFinding {
  row: FindingRow;
  pattern: Pattern;
}

const MAX_FINDINGS = 50;

/** Nobody has decided about them yet; newest first. */
export function listOpenFindings(store: Store, projectKey: string): OpenFinding[] {
  return listFindings(store, projectKey, "new").map((row) => ({ row, pattern: JSON.parse(row.pattern) }));
}

/** Why nothing was looked for in the project's last session, which is not the same as no findings; null if it was. */
export function findSkippedReview(store: Store, projectDir: string) {
  const skipped = readSkippedReflection(store, projectDir);
  return skipped && { why: line(skipped.why), at: skipped.at };
}

/** Open ones first. */
export function listSessionFindings(store: Store, session: string) {
  const rows = store
    .query(
      `SELECT * FROM findings WHERE session_id = $session ORDER BY status <> 'new', last_at DESC, id
       LIMIT ${MAX_FINDINGS}`,
    )
    .all({ session }) as FindingRow[];
  return rows.map(({ id, title, pattern, status, outcome, sessions }) => {
    const { suggestion, evidence = [] } = JSON.parse(pattern) as Partial<Pattern>;
    return {
      id,
      title: line(title),
      /** A sentence or two. */
      text: line(suggestion?.text ?? "", 1000),
      evidence: evidence.map((one) => ({
        /** Such as "line 812" of the transcript. */
        where: line(one.where, 80),
        text: line(one.text),
      })),
      status,
      outcome: lineOrNull(outcome),
      /** In how many sessions it was found; this is the last one. */
      sessions,
    };
  });
}
