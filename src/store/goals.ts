// Goals: work that somebody wants finished (a loop, a flow, a plan), with its conditions, its limits and its life.
import { isRecord, parseJson } from "../text/unknown-values.ts";
import type { Store } from "./open.ts";

/** Only an active goal holds a stop. A suspended one waits for the person's next prompt or `holdfast resume`. */
export type GoalState = "active" | "suspended" | "met" | "cancelled";

/** What has to be so before the goal is met. */
export interface Condition {
  id: string;
  /**
   * - command: holdfast ran it on this tree, and it exited 0
   * - items: no item is open (tasks, plan boxes, chunks)
   * - person: a person did something that was recorded
   * - event: something was recorded, such as a search
   * - judge: a model said yes to `ask`, after the turn; without `ask`, whoever its kind accepts
   */
  by: "command" | "items" | "person" | "event" | "judge";
  /** The command; null while nobody has given one. */
  run?: string | null;
  /** The line in Claude's last message that meets it. */
  line?: string;
  /** The question for the judge. */
  ask?: string;
}

/** holdfast itself asks, after the turn. */
export function isForJudge({ by, ask }: Partial<Condition>): boolean {
  return by === "judge" && ask !== undefined;
}

export interface Goal {
  id: number;
  kind: string;
  sessionId: string;
  /** Where its commands run. */
  projectDir: string;
  text: string;
  state: GoalState;
  /** The budget's rule that suspended it, or the reason that was given when it was cancelled. */
  why: string | null;
  conditions: readonly Condition[];
  /** Over its whole life; null: only the budget of a prompt limits it. */
  maxRounds: number | null;
  maxMinutes: number;
  /** Blocks so far. */
  rounds: number;
  resumes: number;
  /** The conditions that were met when it was last judged. */
  met: readonly string[];
  /** What only its kind needs, who cancelled it, and what was waived. */
  details: Record<string, unknown>;
  /**
   * Identifies what counts more than the row: another tool's file, a lock's folder, or `rule:` and the agent whose stops a rule
   * holds; null for what a command of ours set.
   */
  fileKey: string | null;
  startedBy: "user" | "claude";
  createdAt: number;
  updatedAt: number;
}

export function isOpenGoal({ state }: Pick<Goal, "state">): boolean {
  return state === "active" || state === "suspended";
}

const RULE = "rule:";

export function ruleKey(agent: string): string {
  return `${RULE}${agent}`;
}

/** The subagent or task whose stops the goal holds; null: it holds the session's own. */
export function agentOf({ fileKey }: Pick<Goal, "fileKey">): string | null {
  const agent = isDemanded({ fileKey }) ? fileKey?.slice(RULE.length) : null;
  return agent === "main" ? null : (agent ?? null);
}

/** The config or a task's text demands it. */
export function isDemanded({ fileKey }: Pick<Goal, "fileKey">): boolean {
  return fileKey?.startsWith(RULE) ?? false;
}

/** The conditions that somebody other than the person gave up, when it was last judged. */
export function waivedOf({ details }: Pick<Goal, "details">): string[] {
  return Array.isArray(details.waived) ? details.waived.map(String) : [];
}

/** The word for a goal's state in state files and in JSON. */
export type WorkStatus = "active" | "suspended" | "done" | "cancelled";

export function statusOf({ state }: { state: GoalState }): WorkStatus {
  return state === "met" ? "done" : state;
}

export function isUnfinished({ status }: { status: WorkStatus }): boolean {
  return status === "active" || status === "suspended";
}

/** SQL: the goals that a session still has. */
const OPEN_GOAL = "state IN ('active', 'suspended')";

// Without start_tree, which may be long and is rarely needed.
const COLUMNS = `id, kind, session_id AS sessionId, project_dir AS projectDir, text, state, why, conditions,
  max_rounds AS maxRounds, max_minutes AS maxMinutes, rounds, resumes, met, details, file_key AS fileKey,
  started_by AS startedBy, created_at AS createdAt, updated_at AS updatedAt`;

type StoredGoal = Omit<Goal, "conditions" | "met" | "details"> &
  Record<"conditions" | "met" | "details", string>;

function readGoal(row: StoredGoal): Goal {
  const [conditions, met, details] = [row.conditions, row.met, row.details].map(parseJson);
  return {
    ...row,
    conditions: Array.isArray(conditions) ? conditions.filter(isCondition) : [],
    met: Array.isArray(met) ? met.map(String) : [],
    details: isRecord(details) ? details : {},
  };
}

function isCondition(value: unknown): value is Condition {
  return isRecord(value) && typeof value.id === "string" && typeof value.by === "string";
}

function select(store: Store, where: string, bound: Record<string, string | number | null>): Goal[] {
  const rows = store.query(`SELECT ${COLUMNS} FROM goals WHERE ${where}`).all(bound) as StoredGoal[];
  return rows.map(readGoal);
}

const FIRST_OPEN = `ORDER BY ${OPEN_GOAL} DESC, id DESC`;

/** The session's open goal of this kind, otherwise its newest one. `key`: only of this file or rule. */
export function findGoal(
  store: Store,
  kind: string,
  sessionId: string,
  key: string | null = null,
): Goal | null {
  const where = `session_id = $sessionId AND kind = $kind AND ($key IS NULL OR file_key = $key) ${FIRST_OPEN} LIMIT 1`;
  return select(store, where, { kind, sessionId, key })[0] ?? null;
}

/** Of each kind the open goals of the session, otherwise the newest one. In the order in which they were set. */
export function listGoals(store: Store, sessionId: string): Goal[] {
  const openOrNewest = `id IN (SELECT id FROM (SELECT id, rank() OVER
    (PARTITION BY kind ORDER BY ${OPEN_GOAL} DESC, iif(${OPEN_GOAL}, 0, -id)) AS place
    FROM goals WHERE session_id = $sessionId) WHERE place = 1)`;
  return select(store, `${openOrNewest} ORDER BY id`, { sessionId });
}

const MAX_UNMET = 10;

/**
 * The session's goals that were not met: open ones, those with a condition that was given up, and those that somebody other than the
 * person cancelled. In the order in which they were set.
 */
export function listUnmetGoals(store: Store, sessionId: string): Goal[] {
  const where = `session_id = $sessionId AND (${OPEN_GOAL} OR (state = 'met' AND why IS NOT NULL)
    OR (state = 'cancelled' AND json_extract(details, '$.cancelledBy') <> 'user')) ORDER BY id DESC LIMIT ${MAX_UNMET}`;
  return select(store, where, { sessionId }).reverse();
}

/** Goals with waived conditions, of a project or a session, that changed since then. Newest first. */
export function listWaivedGoals(
  store: Store,
  {
    projectDir = null,
    sessionId = null,
    since,
  }: { projectDir?: string | null; sessionId?: string | null; since: number },
): Goal[] {
  const where = `json_array_length(details, '$.waived') > 0 AND state <> 'cancelled' AND updated_at >= $since
    AND ($projectDir IS NULL OR project_dir = $projectDir) AND ($sessionId IS NULL OR session_id = $sessionId)
    ORDER BY id DESC LIMIT ${MAX_UNMET}`;
  return select(store, where, { projectDir, sessionId, since });
}

/** Open goals of other sessions of this project, newest first. Another tool's cannot be taken over. */
export function openGoalsOfOthers(
  store: Store,
  { kind, projectDir, sessionId }: { kind: string; projectDir: string; sessionId: string },
): Goal[] {
  const where = `project_dir = $projectDir AND session_id <> $sessionId AND kind = $kind AND ${OPEN_GOAL}
    AND file_key IS NULL ORDER BY updated_at DESC LIMIT 5`;
  return select(store, where, { kind, projectDir, sessionId });
}

/** Goals of the project that are suspended, or whose session has ended. */
export function abandonedGoals(store: Store, kind: string, projectDir: string): Goal[] {
  const where = `project_dir = $projectDir AND kind = $kind AND file_key IS NULL AND (state = 'suspended'
      OR (state = 'active' AND session_id IN (SELECT session_id FROM sessions WHERE ended_at IS NOT NULL)))
    ORDER BY updated_at DESC LIMIT 5`;
  return select(store, where, { kind, projectDir });
}

export type NewGoal = Pick<
  Goal,
  "kind" | "sessionId" | "projectDir" | "text" | "conditions" | "maxRounds" | "maxMinutes" | "startedBy"
> &
  Partial<Pick<Goal, "state" | "why" | "rounds" | "details" | "fileKey">> & {
    createdAt: number;
    /** The work tree at its start, as an encoded `TreeState`. */
    startTree?: string | null;
  };

const MAX_AGE_MS = 30 * 24 * 3_600_000;

/** Also deletes goals that ended long ago. `created_at` identifies a goal in its state file, so it is always later than the last one's. */
export function insertGoal(store: Store, goal: NewGoal): Goal {
  dropEndedGoals(store, goal.createdAt - MAX_AGE_MS);
  const { conditions, details, ...rest } = { ...FRESH, ...goal };
  const row = store
    .query(
      `INSERT INTO goals (kind, session_id, project_dir, text, state, why, conditions, max_rounds, max_minutes, rounds,
         details, file_key, started_by, created_at, updated_at, start_tree)
       VALUES ($kind, $sessionId, $projectDir, $text, $state, $why, $conditions, $maxRounds, $maxMinutes, $rounds,
         $details, $fileKey, $startedBy, max($createdAt, coalesce((SELECT max(created_at) + 1 FROM goals
           WHERE session_id = $sessionId AND kind = $kind), 0)), $createdAt, $startTree)
       RETURNING ${COLUMNS}`,
    )
    .get({
      ...rest,
      conditions: JSON.stringify(conditions),
      details: JSON.stringify(details),
    }) as StoredGoal;
  return readGoal(row);
}

/** Of what a file or a rule holds somebody for: the open row about it, otherwise a new one in its place. */
export function noteHeld(store: Store, goal: Goal): Goal {
  const before = findGoal(store, goal.kind, goal.sessionId, isDemanded(goal) ? goal.fileKey : null);
  const at = goal.createdAt;
  if (before === null || !isOpenGoal(before)) return insertGoal(store, goal);
  if (isSameGoal(before, goal))
    return before.state === "suspended" ? resumeGoal(store, before.id, { at }) : before;
  setGoalState(store, before.id, { state: "cancelled", why: null, at });
  return insertGoal(store, goal);
}

export function isSameGoal({ fileKey, text, conditions }: Goal, other: Goal): boolean {
  return fileKey === other.fileKey && text === other.text && Bun.deepEquals(conditions, other.conditions);
}

const FRESH: Required<Pick<NewGoal, "state" | "why" | "rounds" | "details" | "fileKey" | "startTree">> = {
  state: "active",
  why: null,
  rounds: 0,
  details: {},
  fileKey: null,
  startTree: null,
};

function dropEndedGoals(store: Store, before: number): void {
  const old = `SELECT id FROM goals WHERE NOT ${OPEN_GOAL} AND updated_at < $before`;
  for (const table of ["goal_evidence", "subagent_reports"])
    store.query(`DELETE FROM ${table} WHERE goal_id IN (${old})`).run({ before });
  store.query(`DELETE FROM goals WHERE id IN (${old})`).run({ before });
}

export function startTreeOf(store: Store, goalId: number): string | null {
  const row = store.query("SELECT start_tree FROM goals WHERE id = $goalId").get({ goalId });
  return (row as { start_tree: string | null } | null)?.start_tree ?? null;
}

/** Leaves absent fields unchanged; `details` are merged. */
export function changeGoal(
  store: Store,
  goalId: number,
  { conditions, details, met }: Partial<Pick<Goal, "conditions" | "details" | "met">>,
  at: number,
): void {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  store
    .query(
      `UPDATE goals SET conditions = coalesce($conditions, conditions), met = coalesce($met, met),
         details = json_patch(details, coalesce($details, '{}')), updated_at = $at WHERE id = $goalId`,
    )
    .run({ goalId, conditions: json(conditions), details: json(details), met: json(met), at });
}

export function setGoalState(
  store: Store,
  goalId: number,
  change: { state: GoalState; why: string | null; at: number },
): void {
  store
    .query("UPDATE goals SET state = $state, why = $why, updated_at = $at WHERE id = $goalId")
    .run({ goalId, ...change });
}

/** `by`: whose act it is; `listUnmetGoals` needs it. */
export function cancelGoal(
  store: Store,
  goalId: number,
  { by, why, at }: { by: string; why: string | null; at: number },
): void {
  setGoalState(store, goalId, { state: "cancelled", why, at });
  changeGoal(store, goalId, { details: { cancelledBy: by } }, at);
}

/** Ends it, and every goal of the project that was suspended or that a rule demands, if it waits for the same commands and nothing else. */
export function endGoal(store: Store, { id, kind, projectDir, conditions }: Goal, at: number): void {
  setGoalState(store, id, { state: "met", why: null, at });
  if (conditions.length === 0 || conditions.some(({ by }) => by !== "command")) return;
  store
    .query(
      `UPDATE goals SET state = 'met', why = NULL, updated_at = $at WHERE kind = $kind AND project_dir = $projectDir
         AND (state = 'suspended' OR (state = 'active' AND file_key LIKE '${RULE}%')) AND conditions = $conditions`,
    )
    .run({ kind, projectDir, conditions: JSON.stringify(conditions), at });
}

export function countRound(store: Store, goalId: number, at: number): void {
  store
    .query(
      `UPDATE goals SET rounds = min(coalesce(max_rounds, rounds + 1), rounds + 1), updated_at = $at WHERE id = $goalId`,
    )
    .run({ goalId, at });
}

/** Situations from before no longer count. `maxRounds`: the new total. */
export function resumeGoal(
  store: Store,
  goalId: number,
  { maxRounds = null, at }: { maxRounds?: number | null; at: number },
): Goal {
  const row = store
    .query(
      `UPDATE goals SET state = 'active', why = NULL, resumes = resumes + 1, updated_at = $at,
         max_rounds = coalesce($maxRounds, max_rounds) WHERE id = $goalId RETURNING ${COLUMNS}`,
    )
    .get({ goalId, maxRounds, at }) as StoredGoal;
  return readGoal(row);
}

/** Moves it to another session, with all its evidence. */
export function moveGoal(store: Store, goalId: number, to: string, at: number): void {
  store
    .query("UPDATE goals SET session_id = $to, updated_at = $at WHERE id = $goalId")
    .run({ goalId, to, at });
}

/** What was recorded for a condition. */
export interface Evidence {
  id: number;
  condition: string;
  /** Such as "passed", "failed", "approval", "waived". */
  kind: string;
  /** Its origin, such as "command", "prompt", "review by code-reviewer". */
  source: string;
  text: string;
  /** The fingerprint of the work tree at that time. */
  treeMark: string | null;
  /** The id of the question that this answers. */
  answers: number | null;
  at: number;
}

export type NewEvidence = Pick<Evidence, "condition" | "kind" | "source" | "text" | "at"> &
  Partial<Pick<Evidence, "treeMark" | "answers">>;

const EVIDENCE_COLUMNS = "id, condition, kind, source, text, tree_mark AS treeMark, answers, at";
/** Bounds what every stop reads of a hostile or endless goal. */
const MAX_EVIDENCE = 1000;

/** Oldest first. */
export function listEvidence(store: Store, goalId: number): Evidence[] {
  const rows = store
    .query(
      `SELECT ${EVIDENCE_COLUMNS} FROM goal_evidence WHERE goal_id = $goalId ORDER BY id DESC LIMIT ${MAX_EVIDENCE}`,
    )
    .all({ goalId }) as Evidence[];
  return rows.reverse();
}

/** Of a check only the last result is kept. */
export function insertEvidence(store: Store, goalId: number, evidence: NewEvidence): void {
  if (evidence.kind === "passed" || evidence.kind === "failed")
    store
      .query(
        `DELETE FROM goal_evidence WHERE goal_id = $goalId AND condition = $condition AND kind IN ('passed', 'failed')`,
      )
      .run({ goalId, condition: evidence.condition });
  store
    .query(
      `INSERT INTO goal_evidence (goal_id, condition, kind, source, text, tree_mark, answers, at)
       VALUES ($goalId, $condition, $kind, $source, $text, $treeMark, $answers, $at)`,
    )
    .run({ goalId, treeMark: null, answers: null, ...evidence });
}
