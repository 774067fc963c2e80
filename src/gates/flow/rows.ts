import type { Store } from "../../store/open.ts";
import type { WorkStatus } from "../../store/tasks.ts";
import type { Evidence, Flow, NewEvidence } from "./flow.ts";

// Without start_tree, which may be long and is rarely needed.
const COLUMNS = `id, session_id AS sessionId, project_dir AS projectDir, task, phase, kind, complexity, correctness,
  quality, adversarial, status, file_key AS fileKey, rounds, resumes, why, started_by AS startedBy,
  created_at AS createdAt, updated_at AS updatedAt`;

export type NewFlow = Pick<Flow, "sessionId" | "projectDir" | "task" | "phase" | "startedBy" | "createdAt"> &
  Pick<Flow, "status" | "fileKey"> &
  FlowChange & { startTree: string | null };

/** The session's open flow, otherwise its newest one. */
export function findFlow(store: Store, sessionId: string): Flow | null {
  return store
    .query(
      `SELECT ${COLUMNS} FROM flows WHERE id = coalesce(
         (SELECT max(id) FROM flows WHERE session_id = $sessionId AND status IN ('active', 'suspended')),
         (SELECT max(id) FROM flows WHERE session_id = $sessionId))`,
    )
    .get({ sessionId }) as Flow | null;
}

export function insertFlow(store: Store, flow: NewFlow): Flow {
  return store
    .query(
      `INSERT INTO flows (session_id, project_dir, task, phase, kind, complexity, correctness, quality, adversarial,
         status, file_key, started_by, created_at, updated_at, start_tree)
       VALUES ($sessionId, $projectDir, $task, $phase, $kind, $complexity, $correctness, $quality, $adversarial,
         $status, $fileKey, $startedBy, $createdAt, $createdAt, $startTree)
       RETURNING ${COLUMNS}`,
    )
    .get({ ...NO_CHANGE, ...flow }) as Flow;
}

/** The work tree at the flow's start, as an encoded `TreeState`. */
export function startTreeOf(store: Store, flowId: number): string | null {
  const row = store.query("SELECT start_tree FROM flows WHERE id = $flowId").get({ flowId });
  return (row as { start_tree: string | null } | null)?.start_tree ?? null;
}

export type FlowChange = Partial<
  Pick<Flow, "phase" | "kind" | "complexity" | "correctness" | "quality" | "adversarial">
>;

const NO_CHANGE: Record<keyof FlowChange, null> = {
  phase: null,
  kind: null,
  complexity: null,
  correctness: null,
  quality: null,
  adversarial: null,
};

/** Leaves absent fields unchanged. */
export function changeFlow(store: Store, flowId: number, change: FlowChange, at: number): void {
  store
    .query(
      `UPDATE flows SET phase = coalesce($phase, phase), kind = coalesce($kind, kind),
         complexity = coalesce($complexity, complexity), correctness = coalesce($correctness, correctness),
         quality = coalesce($quality, quality), adversarial = coalesce($adversarial, adversarial), updated_at = $at
       WHERE id = $flowId`,
    )
    .run({ flowId, ...NO_CHANGE, ...change, at });
}

export function setFlowStatus(
  store: Store,
  flowId: number,
  change: { status: WorkStatus; why: string | null; at: number },
): void {
  store
    .query("UPDATE flows SET status = $status, why = $why, updated_at = $at WHERE id = $flowId")
    .run({ flowId, ...change });
}

export function countRound(store: Store, flowId: number, at: number): void {
  store
    .query("UPDATE flows SET rounds = rounds + 1, updated_at = $at WHERE id = $flowId")
    .run({ flowId, at });
}

/** Situations from before the resume no longer count. */
export function resumeFlow(store: Store, flowId: number, at: number): void {
  store
    .query(
      "UPDATE flows SET status = 'active', why = NULL, resumes = resumes + 1, updated_at = $at WHERE id = $flowId",
    )
    .run({ flowId, at });
}

/** Moves a flow to another session, with all its evidence. */
export function moveFlow(store: Store, flowId: number, to: string, at: number): void {
  store
    .query("UPDATE flows SET session_id = $to, updated_at = $at WHERE id = $flowId")
    .run({ flowId, to, at });
}

/** Unfinished flows of other sessions of this project, newest first. */
export function openFlowsOfOthers(store: Store, projectDir: string, sessionId: string): Flow[] {
  return store
    .query(
      `SELECT ${COLUMNS} FROM flows WHERE project_dir = $projectDir AND session_id <> $sessionId
         AND status IN ('active', 'suspended') AND file_key IS NULL ORDER BY updated_at DESC LIMIT 5`,
    )
    .all({ projectDir, sessionId }) as Flow[];
}

/** Flows of the project that are suspended, or whose session has ended. */
export function abandonedFlows(store: Store, projectDir: string): Flow[] {
  return store
    .query(
      `SELECT ${COLUMNS} FROM flows WHERE project_dir = $projectDir AND file_key IS NULL
         AND (status = 'suspended' OR (status = 'active'
           AND session_id IN (SELECT session_id FROM sessions WHERE ended_at IS NOT NULL)))
       ORDER BY updated_at DESC LIMIT 5`,
    )
    .all({ projectDir }) as Flow[];
}

const EVIDENCE_COLUMNS = "id, condition, kind, source, text, tree_mark AS treeMark, answers, at";

/** Bounds what every stop reads of a hostile or endless flow. */
const MAX_EVIDENCE = 1000;

/** Oldest first. */
export function listEvidence(store: Store, flowId: number): Evidence[] {
  const rows = store
    .query(
      `SELECT ${EVIDENCE_COLUMNS} FROM flow_evidence WHERE flow_id = $flowId ORDER BY id DESC LIMIT ${MAX_EVIDENCE}`,
    )
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
