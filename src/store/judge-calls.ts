// What judges were asked and said: the cache of their answers, the meter of a day, and what `explain` shows.
import { inTransaction, type Store } from "./open.ts";

export interface JudgeCall {
  id: number;
  session_id: string | null;
  project_dir: string | null;
  /** The judge's id, or the kind of goal that asks. */
  judge: string;
  at: number;
  /** Identifies the question and what it was asked about. */
  key: string;
  ask: string;
  /** JSON: the parts of the digest, without secrets. */
  digest: string;
  /** "asking" until there is an answer, and for ever if the process was ended before; "superseded": nobody waited for it any more. */
  outcome: "asking" | "yes" | "no" | "failed" | "superseded";
  /** The judge's reason, or why there is no answer. */
  reason: string;
  /** JSON: the quotes. */
  evidence: string;
  /** Who was asked, such as "claude haiku". */
  by: string;
  /** Requests, a repeated one included. */
  calls: number;
  /** null when unknown, as is the cost. */
  tokens: number | null;
  cost_usd: number | null;
  duration_ms: number | null;
}

export type NewJudgeCall = Pick<
  JudgeCall,
  "session_id" | "project_dir" | "judge" | "at" | "key" | "ask" | "digest" | "by"
>;

export interface CallLimit {
  since: number;
  calls: number;
}

/** The id of the new row; null if as many calls were made since `since` as are allowed. */
export function beginJudgeCall(store: Store, call: NewJudgeCall, limit: CallLimit): number | null {
  return inTransaction(store, () => {
    if (isUsedUp(store, limit)) return null;
    const { lastInsertRowid } = store
      .query(
        `INSERT INTO judge_calls (session_id, project_dir, judge, at, key, ask, digest, by)
         VALUES ($session_id, $project_dir, $judge, $at, $key, $ask, $digest, $by)`,
      )
      .run({ ...call });
    return Number(lastInsertRowid);
  });
}

/** Counts a second attempt. False if it is one too many. */
export function countRetry(store: Store, id: number, limit: CallLimit): boolean {
  return inTransaction(store, () => {
    if (isUsedUp(store, limit)) return false;
    store.query("UPDATE judge_calls SET calls = calls + 1 WHERE id = $id").run({ id });
    return true;
  });
}

function isUsedUp(store: Store, { since, calls }: CallLimit): boolean {
  return readMeter(store, since).calls >= calls;
}

export type JudgeEnd = Pick<
  JudgeCall,
  "id" | "outcome" | "reason" | "evidence" | "calls" | "tokens" | "cost_usd" | "duration_ms"
>;

export function endJudgeCall(store: Store, end: JudgeEnd): void {
  store
    .query(
      `UPDATE judge_calls SET outcome = $outcome, reason = $reason, evidence = $evidence, calls = $calls,
         tokens = $tokens, cost_usd = $cost_usd, duration_ms = $duration_ms WHERE id = $id`,
    )
    .run({ ...end });
}

/** The newest answer to the same question about the same evidence. */
export function findAnswer(store: Store, key: string): JudgeCall | null {
  return store
    .query("SELECT * FROM judge_calls WHERE key = $key AND outcome IN ('yes', 'no') ORDER BY id DESC LIMIT 1")
    .get({ key }) as JudgeCall | null;
}

/** Of a session in a span of time, oldest first. */
export function listJudgeCalls(store: Store, sessionId: string, from: number, until: number): JudgeCall[] {
  return store
    .query(
      "SELECT * FROM judge_calls WHERE session_id = $sessionId AND at >= $from AND at < $until ORDER BY id",
    )
    .all({ sessionId, from, until }) as JudgeCall[];
}

export function lastFailure(store: Store, since: number): JudgeCall | null {
  return store
    .query("SELECT * FROM judge_calls WHERE outcome = 'failed' AND at >= $since ORDER BY id DESC LIMIT 1")
    .get({ since }) as JudgeCall | null;
}

/** Sessions about which `judge` could not answer, newest first. */
export function listFailedSessions(
  store: Store,
  judge: string,
  since: number,
): { sessionId: string; reason: string }[] {
  return store
    .query(
      `SELECT session_id AS sessionId, reason FROM judge_calls
       WHERE judge = $judge AND outcome = 'failed' AND at >= $since AND session_id IS NOT NULL ORDER BY id DESC`,
    )
    .all({ judge, since }) as { sessionId: string; reason: string }[];
}

type Objection = Pick<JudgeCall, "id" | "judge" | "reason">;

const AFTER_LAST_STOP =
  "j.outcome = 'no' AND j.at >= (SELECT max(at) FROM decisions WHERE session_id = j.session_id AND event = 'Stop')";

/** Of a session, after its last stop. */
export function lastObjection(store: Store, sessionId: string): Objection | null {
  return store
    .query(
      `SELECT j.id, j.judge, j.reason FROM judge_calls j WHERE j.session_id = $sessionId AND ${AFTER_LAST_STOP}
       ORDER BY j.id DESC LIMIT 1`,
    )
    .get({ sessionId }) as Objection | null;
}

/** After the last stop of sessions that have ended, newest first: nobody could be told. */
export function listUnheardObjections(store: Store, projectDir: string, since: number): Objection[] {
  return store
    .query(
      `SELECT j.id, j.judge, j.reason FROM judge_calls j JOIN sessions s ON s.session_id = j.session_id
       WHERE j.project_dir = $projectDir AND j.at >= $since AND s.ended_at IS NOT NULL AND ${AFTER_LAST_STOP}
       ORDER BY j.id DESC`,
    )
    .all({ projectDir, since }) as Objection[];
}

export interface JudgeMeter {
  calls: number;
  failed: number;
  tokens: number;
  costUsd: number;
  ms: number;
}

export function readMeter(store: Store, since: number): JudgeMeter {
  return store
    .query(
      `SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(outcome = 'failed'), 0) AS failed,
         coalesce(sum(tokens), 0) AS tokens, coalesce(sum(cost_usd), 0) AS costUsd,
         coalesce(sum(duration_ms), 0) AS ms
       FROM judge_calls WHERE at >= $since`,
    )
    .get({ since }) as JudgeMeter;
}

/** Midnight of this machine's day. */
export function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}
