// Records evidence and judges the flow again. The row decides; orchestrator.json is for people.
import type { Environment } from "../../../config/environment.ts";
import {
  type ConditionId,
  changeFlow,
  type Flow,
  type FlowChange,
  findFlow,
  type NewEvidence,
  toFlow,
} from "../../../gates/flow/flow.ts";
import { type FlowStateOnTree, readFlowState } from "../../../gates/flow/flow-state.ts";
import { type FlowCondition, phaseOf, waivedConditions } from "../../../gates/flow/judge-conditions.ts";
import { findGoal, insertEvidence, isUnfinished } from "../../../store/goals.ts";
import { inTransaction, type Store } from "../../../store/open.ts";
import { valueWithoutSecrets } from "../../../text/redaction/without-secrets.ts";
import { UserError } from "../../../text/user-error.ts";
import type { Caller, Context } from "../../command.ts";
import { changeStore, type FoundSession, type Target, withStore } from "../../target.ts";
import { chooseGoal, publish } from "../goals/choose.ts";

/** Returns the condition's new state. */
export async function recordEvidence(
  context: Context,
  flow: Flow,
  session: FoundSession,
  { id, change, evidence }: { id: ConditionId; change: FlowChange; evidence: NewEvidence[] },
): Promise<FlowCondition> {
  const { env } = context;
  await changeStore(env, (store) => {
    requireSame(store, flow);
    changeFlow(store, flow, change, Date.now());
    for (const row of evidence) insertEvidence(store, flow.id, row);
  });
  const seen = await judgeAgain(env, flow, session);
  await publishFlow(context, seen.flow, seen.states);
  const state = seen.states.find((one) => one.id === id);
  if (!state) throw new Error(`${id} was not judged`);
  return state;
}

/** The flow's current state; also records what the user did meanwhile. */
export async function judgeAgain(
  env: Environment,
  flow: Flow,
  session: FoundSession,
): Promise<FlowStateOnTree> {
  return withStore(env, async (store) => {
    const now = requireSame(store, flow);
    const sources = { env, transcriptPath: session.transcriptPath, now: Date.now() };
    const seen = await readFlowState(store, now, sources);
    inTransaction(store, () => {
      for (const row of seen.recognised) insertEvidence(store, flow.id, row);
    });
    const last = seen.recognised.length === 0 ? seen : await readFlowState(store, now, sources);
    return { ...last, states: await valueWithoutSecrets(last.states) };
  });
}

/** It may have been cancelled or taken over while a command ran. */
export function requireSame(store: Store, flow: Flow): Flow {
  const now = findFlow(store, flow.sessionId);
  if (now?.id === flow.id && isUnfinished(now)) return now;
  throw new UserError(
    "flow-over",
    "the flow has ended in the meantime",
    "`holdfast flow status` shows the current one.",
  );
}

/** Brings the row's phase, what was waived and orchestrator.json in line with the conditions. */
export async function publishFlow(
  context: Context,
  flow: Flow,
  states: readonly FlowCondition[],
): Promise<void> {
  const goal = await withStore(context.env, (store) => {
    const seen = { phase: phaseOf(states), waived: waivedConditions(states) };
    const isSame = seen.phase === flow.phase && seen.waived.join() === flow.waived.join();
    if (!isSame && isUnfinished(flow)) changeFlow(store, flow, seen, Date.now());
    return findGoal(store, "flow", flow.sessionId);
  });
  if (goal?.id === flow.id) await publish(context, goal, states);
}

/** An active or suspended flow of ours. */
export async function requireFlow(
  caller: Caller,
  target: Target,
): Promise<{ flow: Flow; session: FoundSession }> {
  const { goal, session } = (await chooseGoal(caller, target, "flow")) ?? {};
  const flow = goal ? toFlow(goal) : null;
  if (session && flow && isUnfinished(flow) && flow.fileKey === null) return { flow, session };
  const last = flow ? ` (the last one is ${flow.status})` : "";
  throw new UserError(
    "no-flow",
    `there is no flow in ${session ? `session ${session.id}` : "this project"}${last}`,
    '`holdfast flow start "task" --complexity N --kind K` starts one.',
  );
}
