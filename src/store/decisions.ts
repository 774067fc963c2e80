import { isRecord, parseJson } from "../text/unknown-values.ts";
import type { Store } from "./open.ts";

export interface DecisionRow {
  id: number;
  session_id: string | null;
  agent: string;
  budget_id: number | null;
  event: string;
  at: number;
  project_dir: string | null;
  verdict: string;
  rule: string;
  /** JSON: the findings, as the gates gave them. */
  findings: string;
  situation: string | null;
  reason: string | null;
  duration_ms: number;
  wrong_at: number | null;
  wrong_why: string | null;
}

export function findDecision(store: Store, id: number): DecisionRow | null {
  return store.query("SELECT * FROM decisions WHERE id = $id").get({ id }) as DecisionRow | null;
}

export interface DecisionFilter {
  sessionId?: string;
  projectDir?: string;
  verdict?: string;
  isMarkedWrong?: true;
}

/** Newest first. */
export function listDecisions(store: Store, filter: DecisionFilter, limit: number): DecisionRow[] {
  return store
    .query(
      `SELECT * FROM decisions
       WHERE ($sessionId IS NULL OR session_id = $sessionId)
         AND ($projectDir IS NULL OR project_dir = $projectDir)
         AND ($verdict IS NULL OR verdict = $verdict)
         ${filter.isMarkedWrong ? "AND wrong_at IS NOT NULL" : ""}
       ORDER BY id DESC LIMIT $limit`,
    )
    .all({
      sessionId: filter.sessionId ?? null,
      projectDir: filter.projectDir ?? null,
      verdict: filter.verdict ?? null,
      limit,
    }) as DecisionRow[];
}

export function markWrong(store: Store, id: number, why: string | null, at: number): void {
  store.query("UPDATE decisions SET wrong_at = $at, wrong_why = $why WHERE id = $id").run({ id, why, at });
}

export function unmarkWrong(store: Store, id: number): void {
  store.query("UPDATE decisions SET wrong_at = NULL, wrong_why = NULL WHERE id = $id").run({ id });
}

/** The decision on the main agent's last stop in a session. */
export function lastStop(store: Store, sessionId: string): DecisionRow | null {
  return lastOf(store, sessionId, "event = 'Stop'");
}

/** The same, or the later decision of a check after the turn. */
export function lastDecision(store: Store, sessionId: string): DecisionRow | null {
  return lastOf(store, sessionId, "event IN ('Stop', 'background')");
}

/** The last reason given to the main agent of a session. */
export function lastReason(store: Store, sessionId: string): string | null {
  return lastOf(store, sessionId, "reason IS NOT NULL")?.reason ?? null;
}

function lastOf(store: Store, sessionId: string, condition: string): DecisionRow | null {
  return store
    .query(
      `SELECT * FROM decisions WHERE session_id = $sessionId AND agent = 'main' AND ${condition}
       ORDER BY id DESC LIMIT 1`,
    )
    .get({ sessionId }) as DecisionRow | null;
}

export function countBlocksSince(
  store: Store,
  of: { sessionId: string; budgetId: number; since: number },
): number {
  const row = store
    .query(
      `SELECT count(*) AS n FROM decisions WHERE session_id = $sessionId AND budget_id = $budgetId
         AND verdict = 'blocked' AND at >= $since`,
    )
    .get({ ...of }) as { n: number };
  return row.n;
}

/** Lines of older rounds may be repeated. */
const MAX_ROUNDS = 6;

/** The last blocks of a budget since the conversation was last compacted, newest first. */
export function blockedRounds(
  store: Store,
  sessionId: string,
  budgetId: number,
): Pick<DecisionRow, "findings" | "reason">[] {
  return store
    .query(
      `SELECT findings, reason FROM decisions
       WHERE session_id = $sessionId AND budget_id = $budgetId AND verdict = 'blocked'
         AND at > coalesce((SELECT max(at) FROM event_log WHERE session_id = $sessionId AND event = 'PreCompact'), 0)
       ORDER BY id DESC LIMIT ${MAX_ROUNDS}`,
    )
    .all({ sessionId, budgetId }) as Pick<DecisionRow, "findings" | "reason">[];
}

/** The newest `limit` decisions after one, oldest first. */
export function decisionsAfter(store: Store, id: number, limit: number): DecisionRow[] {
  return store
    .query(
      `SELECT * FROM (SELECT * FROM decisions WHERE id > $id AND event <> 'background' ORDER BY id DESC LIMIT $limit)
       ORDER BY id`,
    )
    .all({ id, limit }) as DecisionRow[];
}

export function newestDecisionId(store: Store): number {
  const row = store.query("SELECT coalesce(max(id), 0) AS id FROM decisions").get() as { id: number };
  return row.id;
}

export interface BlockingFinding {
  gate: string;
  code: string;
  reason: string;
  /** What is open, in a sentence; null when the first line of the reason says it. */
  summary: string | null;
  /** The same in up to three words. */
  label: string | null;
  /** The narrowest setting that would have prevented the block. */
  avoidedBy: { key: string; value: unknown } | null;
  /** The command that ends declared work; null for other findings. */
  endedBy: string | null;
}

/** The blocking findings of a decision; empty when another version wrote the row in another form. */
export function blockingFindings(row: { findings: string }): BlockingFinding[] {
  // A damaged row must not fail the whole report.
  const findings = parseJson(row.findings);
  return (Array.isArray(findings) ? findings : []).flatMap((finding: unknown) => {
    if (!isRecord(finding) || finding.severity !== "block" || typeof finding.gate !== "string") return [];
    const { gate, code, reason, summary, label, avoidedBy, endedBy } = finding;
    return [
      {
        gate,
        code: String(code),
        reason: String(reason),
        summary: typeof summary === "string" ? summary : null,
        label: typeof label === "string" ? label : null,
        avoidedBy:
          isRecord(avoidedBy) && typeof avoidedBy.key === "string"
            ? { key: avoidedBy.key, value: avoidedBy.value }
            : null,
        endedBy: typeof endedBy === "string" ? endedBy : null,
      },
    ];
  });
}

/** Decisions since a time: from `first`, inclusive, to `end`, exclusive. */
export function idSpan(store: Store, since: number | null): { first: number; end: number } {
  const { first, last } = store
    .query("SELECT (SELECT min(id) FROM decisions) AS first, (SELECT max(id) FROM decisions) AS last")
    .get() as { first: number | null; last: number | null };
  if (first === null || last === null) return { first: 0, end: 0 };
  return { first: since === null ? first : firstFrom(store, since, first, last), end: last + 1 };
}

/** The first decision at or after a time, by bisection: `at` has no index, which would cost each stop a write. */
function firstFrom(store: Store, at: number, first: number, last: number): number {
  let [low, high] = [first, last + 1];
  const probe = store.query("SELECT at FROM decisions WHERE id >= $id ORDER BY id LIMIT 1");
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = probe.get({ id: middle }) as { at: number } | null;
    if (row && row.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
