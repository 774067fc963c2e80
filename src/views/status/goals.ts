// The goals of a session: what holds it, what is suspended, the project's plan, and the conditions of each.
import type { Flow } from "../../gates/flow/flow.ts";
import { readFlowState } from "../../gates/flow/flow-state.ts";
import type { ConditionState } from "../../gates/goals/goal.ts";
import type { Loop } from "../../gates/loop/loop.ts";
import { listReports, type PipelineRow } from "../../gates/pipeline/rows.ts";
import { listStages, type StageState, stageStates } from "../../gates/pipeline/stages.ts";
import type { Store } from "../../store/open.ts";
import { valueWithoutSecrets } from "../../text/redaction/without-secrets.ts";
import { line } from "../shared.ts";
import { isOpen } from "./active-items.ts";
import { describeGoals, type Goal, nameCondition, withoutLabels } from "./describe-goals.ts";
import { readPlan, withPlan } from "./plan.ts";
import type { SessionFacts } from "./session-facts.ts";

export interface GoalWithConditions extends Goal {
  /** What must be true before it is met; empty if only the person ends it. */
  conditions: Condition[];
}

export interface Condition {
  text: string;
  state: ConditionState["state"];
  /** The evidence, or what is missing. */
  note: string;
}

export async function readGoals(facts: SessionFacts, store: Store): Promise<GoalWithConditions[]> {
  const plan = await readPlan(facts);
  const { loop } = facts.recorded;
  const goals = withPlan(describeGoals(facts).map(withoutLabels), plan).map(async (goal) => ({
    ...goal,
    // The condition says what is missing.
    why: goal.kind === "loop" && loop?.status === "active" ? "" : goal.why,
    conditions: goal.kind === "plan" ? (plan?.conditions ?? []) : await readConditions(facts, store, goal),
  }));
  return Promise.all(goals);
}

async function readConditions(
  facts: SessionFacts,
  store: Store,
  { kind, state }: Goal,
): Promise<Condition[]> {
  if (state === "open") return [];
  const { foreignFlow, recorded } = facts;
  const { loop, flow, pipeline } = recorded;
  if (kind === "loop" && loop && isOpen(loop)) return loopConditions(loop);
  if (kind === "flow" && foreignFlow) return describeConditions(foreignFlow.conditions);
  if (kind === "flow" && flow?.fileKey === null) return flowConditions(facts, store, flow);
  return kind === "pipeline" && pipeline ? pipelineConditions(facts, store, pipeline) : [];
}

function loopConditions({ verify, promise, validation_result, last_error }: Loop): Condition[] {
  const isPassed = validation_result === "passed";
  return [
    ...(verify === null
      ? []
      : [condition(`${verify} passes`, isPassed, isPassed ? "" : (last_error ?? "not run yet"))]),
    ...(promise === null ? [] : [condition(`Claude says: ${promise}`, false, "")]),
  ];
}

async function flowConditions(
  { env, recorded }: SessionFacts,
  store: Store,
  flow: Flow,
): Promise<Condition[]> {
  const transcriptPath = recorded.session?.transcript_path ?? null;
  const { states } = await readFlowState(store, flow, { env, transcriptPath });
  return describeConditions(await valueWithoutSecrets(states));
}

function describeConditions(states: readonly ConditionState[]): Condition[] {
  return states.map(({ id, state, because }) => ({
    text: nameCondition(id),
    state,
    note: line(because),
  }));
}

function pipelineConditions({ loaded }: SessionFacts, store: Store, { id }: PipelineRow): Condition[] {
  const { stages } = listStages(loaded.config.pipeline);
  return stageStates(stages, listReports(store, id)).map((stage) =>
    condition(stage.stage, stage.state === "finished", describeStage(stage)),
  );
}

function describeStage({ state, done, chunks, unmet }: StageState): string {
  return [
    state === "finished" || (state === "open" && unmet.length > 0) ? "" : state,
    chunks === null ? "" : `${done} of ${chunks} chunks`,
    unmet.length > 0 ? `waits for ${unmet.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

function condition(text: string, isMet: boolean, note: string): Condition {
  return { text: line(text), state: isMet ? "met" : "open", note: line(note) };
}
