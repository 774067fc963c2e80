import type { Store } from "../../store/open.ts";
import type { Evidence, NewEvidence } from "./flow.ts";

const COLUMNS = "id, condition, kind, source, text, tree_mark AS treeMark, answers, at";

/** A hostile or endless flow must not make every stop read more. */
const MAX_ROWS = 1000;

/** Oldest first. */
export function listEvidence(store: Store, flowId: number): Evidence[] {
  const rows = store
    .query(`SELECT ${COLUMNS} FROM flow_evidence WHERE flow_id = $flowId ORDER BY id DESC LIMIT ${MAX_ROWS}`)
    .all({ flowId }) as Evidence[];
  return rows.reverse();
}

export function insertEvidence(store: Store, flowId: number, evidence: NewEvidence): void {
  store
    .query(
      `INSERT INTO flow_evidence (flow_id, condition, kind, source, text, tree_mark, answers, at)
       VALUES ($flowId, $condition, $kind, $source, $text, $treeMark, $answers, $at)`,
    )
    .run({ flowId, treeMark: null, answers: null, ...evidence });
}
