// The goals of a session: what holds it, what is suspended, the project's plan, and the conditions of each.
import type { ConditionState, ShownCondition } from "../../gates/goals/goal.ts";
import { findKind } from "../../gates/goals/kinds.ts";
import { followsFile } from "../../gates/goals/state-file.ts";
import { GATES } from "../../gates/registry.ts";
import { agentOf, isForJudge, isOpenGoal } from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";
import { listOpenTasks } from "../../store/tasks.ts";
import { valueWithoutSecrets } from "../../text/redaction/without-secrets.ts";
import { line } from "../shared.ts";
import {
  describeGoals,
  describeRecorded,
  type Goal,
  nameCondition,
  withoutLabels,
} from "./describe-goals.ts";
import { readPlan, withPlan } from "./plan.ts";
import type { SessionFacts } from "./session-facts.ts";

export interface GoalWithConditions extends Goal {
  /** What must be true before it is met; empty if only the person ends it. */
  conditions: Condition[];
}

export type Condition = ShownCondition;

export async function readGoals(facts: SessionFacts, store: Store): Promise<GoalWithConditions[]> {
  const plan = await readPlan(facts);
  const goals = withPlan(describeGoals(facts).map(withoutLabels), plan).map(async (goal) => {
    const conditions =
      goal.kind === "plan" ? (plan?.conditions ?? []) : await readConditions(facts, store, goal);
    const isSaid = conditions.some(({ text, note }) => text.includes(goal.why) || note === goal.why);
    return { ...goal, why: isSaid ? "" : goal.why, conditions };
  });
  return Promise.all(goals);
}

async function readConditions(
  { env, foreign, loaded, recorded }: SessionFacts,
  store: Store,
  { kind, agent, state }: Goal,
): Promise<Condition[]> {
  if (state === "open") return [];
  const file = foreign[kind];
  if (file) return file.conditions.map(describeState);
  const goal = recorded.goals.find(
    (one) => one.kind === kind && !followsFile(one) && isOpenGoal(one) && agentOf(one) === agent,
  );
  if (!goal) return [];
  const transcriptPath = recorded.session?.transcript_path ?? null;
  const place = { env, config: loaded.config, store, transcriptPath };
  const judged = await findKind(kind)?.readConditions?.(goal, place);
  const rest = judged ? goal.conditions.filter(isForJudge) : goal.conditions;
  return shownConditions([...(judged ?? []), ...rest.map((one) => describeRecorded(goal, one))]);
}

export async function shownConditions(conditions: readonly Condition[]): Promise<Condition[]> {
  return (await valueWithoutSecrets([...conditions])).map(({ text, state, note }) => ({
    text: line(text),
    state,
    note: line(note),
  }));
}

function describeState({ id, state, because }: ConditionState): Condition {
  return { text: nameCondition(id), state, note: line(because) };
}

/** What somebody asked to have finished and what holds this session for it, before its changes are judged. */
export async function nameDeclaredWork(facts: SessionFacts, sessionId: string): Promise<string[]> {
  const { readStore, loaded } = facts;
  const tasks = await readStore((store) => listOpenTasks(store, sessionId));
  return [
    ...describeGoals(facts).flatMap((goal) =>
      goal.state === "holds" && goal.endedBy !== null && goal.agent === null && !isAboutChanges(goal.kind)
        ? [goal.kind]
        : [],
    ),
    ...(loaded.config.tasks.block === "always" && tasks.length > 0 ? ["task list"] : []),
  ];
}

function isAboutChanges(kind: string): boolean {
  return GATES.some(({ id, step }) => id === kind && step === "changes");
}
