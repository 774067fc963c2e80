// How a session ended: what became of its last stop, and what was open then.
import type { Environment } from "../config/environment.ts";
import { AWAITS_JUDGE, JUDGE_FAILED, RELEASE_REASONS } from "../gates/engine/budget.ts";
import { currentBudget } from "../gates/engine/budget-rows.ts";
import { nameKind } from "../gates/goals/kinds.ts";
import { followsFile } from "../gates/goals/state-file.ts";
import { type DecisionRow, lastDecision } from "../store/decisions.ts";
import { type Fault, readFaults } from "../store/fault-log.ts";
import { type Goal, isOpenGoal, listGoals, listUnmetGoals, waivedOf } from "../store/goals.ts";
import type { Store } from "../store/open.ts";
import { findSession } from "../store/sessions.ts";
import { clip } from "../text/clip.ts";
import { describeEnd, describeGoals, describeWaived, nameCondition } from "./status/describe-goals.ts";
import { readFactsOf } from "./status/session-facts.ts";
import { listFindings, type StopFinding, type StopRow, toStopRow } from "./stop-row.ts";

export type Result = "complete" | "blocked" | "released" | "fault" | "none" | "waiting";

export interface SessionVerdict {
  result: Result;
  why: string;
  sessionId: string | null;
  stop: StopRow | null;
  open: Pick<StopFinding, "gate" | "code" | "reason">[];
  /** If they were asked now. */
  judges: JudgeVerdict[];
}

export interface JudgeVerdict {
  judge: string;
  /** null: it could not answer, or was not asked. */
  ok: boolean | null;
  reason: string;
}

const MAX_WHY = 400;

export async function readVerdict(
  env: Environment,
  store: Store,
  sessionId: string,
  isNamed: boolean,
): Promise<SessionVerdict> {
  const row = lastDecision(store, sessionId);
  const verdict = row ? await judgeStop(env, store, sessionId, row) : noStop(sessionId, "has no stop");
  const faults = await readFaults(env, row?.at ?? 0);
  const fault = faults.findLast((one) => isOfStop(one) && isOurs(one));
  return fault ? { ...verdict, result: "fault", why: fault.message } : verdict;

  /** A stop that failed has no row; its session may have none either. */
  function isOurs({ session_id: id }: Fault): boolean {
    return id === sessionId || (!isNamed && id !== null && findSession(store, id) === null);
  }
}

function isOfStop({ event, part }: Fault): boolean {
  return event === "Stop" && (part === "hook" || part === "store");
}

function noStop(sessionId: string, what: string): SessionVerdict {
  return { result: "none", why: `session ${sessionId} ${what}`, sessionId, stop: null, open: [], judges: [] };
}

async function judgeStop(
  env: Environment,
  store: Store,
  sessionId: string,
  row: DecisionRow,
): Promise<SessionVerdict> {
  const stop = toStopRow({ ...row, project_key: null });
  const openedAt = currentBudget(store, sessionId, "main")?.opened_at ?? 0;
  if (openedAt > row.at) return { ...noStop(sessionId, "has no stop after its last prompt"), stop };
  // The stop was allowed because a judge was missing, who then could not answer.
  const failed = listGoals(store, sessionId).filter(({ why }) => why === JUDGE_FAILED);
  const open = listFindings(row).filter(
    ({ severity, gate }) => severity === "block" && !failed.some(({ kind }) => kind === gate),
  );
  const goals = (await listUnmet(env, store, sessionId)).filter((goal) => !isIn(open, goal));
  const lines = [
    ...open.map(({ gate, summary }) => `${gate}: ${summary}`),
    ...goals.map(({ reason }) => reason),
  ];
  return {
    result:
      failed.length > 0 && row.rule === AWAITS_JUDGE
        ? "released"
        : resultOf(row, open.length + goals.length > 0),
    why: clip(
      [stop.outcome === "held" ? `held ${stop.because}` : stop.because, ...lines].join("; "),
      MAX_WHY,
    ),
    sessionId,
    stop,
    open: [...open.map(({ gate, code, reason }) => ({ gate, code, reason })), ...goals],
    judges: [],
  };
}

/** A finding that held the last stop is about the open goal of its kind. */
function isIn(open: readonly StopFinding[], { gate, code }: OpenGoal): boolean {
  return code !== "met" && code !== "cancelled" && open.some((finding) => finding.gate === gate);
}

type OpenGoal = SessionVerdict["open"][number];

/** What the session's rows say, and what holds it without one: a lock, or the file of another tool. */
async function listUnmet(env: Environment, store: Store, sessionId: string): Promise<OpenGoal[]> {
  const session = findSession(store, sessionId) ?? { session_id: sessionId, project_dir: null };
  const rows = listUnmetGoals(store, sessionId).filter((goal) => !followsFile(goal));
  const held = describeGoals(await readFactsOf(env, store, session)).filter(
    (goal) =>
      goal.endedBy !== null &&
      goal.state === "holds" &&
      !rows.some((row) => row.kind === goal.kind && isOpenGoal(row)),
  );
  return [
    ...rows.map((goal) => ({ gate: goal.kind, code: goal.state, reason: describeUnmet(goal) })),
    ...held.map(({ kind, what }) => ({
      gate: kind,
      code: "active",
      reason: `the ${nameKind(kind)} is active: ${what}`,
    })),
  ];
}

function describeUnmet(goal: Goal): string {
  const { kind, state, why, text } = goal;
  if (!isOpenGoal(goal)) {
    const waived = describeWaived({ waived: waivedOf(goal).map(nameCondition) });
    return `the ${nameKind(kind)} ${state === "cancelled" ? "was " : ""}${describeEnd(goal)}${waived && ` (${waived})`}: ${text}`;
  }
  return `the ${nameKind(kind)} is ${state}${why === null ? "" : ` (${RELEASE_REASONS[why] ?? why})`}: ${text}`;
}

function resultOf({ verdict, rule }: DecisionRow, hasOpen: boolean): Result {
  switch (verdict) {
    case "complete":
      // Something was released at an earlier stop, or no gate judged.
      return hasOpen || rule === "once" || rule === "no-budget-row" ? "released" : "complete";
    case "blocked":
    case "fault":
      return verdict;
    case "asking":
    case "waiting":
      return "waiting";
    default:
      return "released";
  }
}
