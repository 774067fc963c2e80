// The goals of a session: what holds it, what is suspended, the project's plan, and the conditions of each.
import { sessionStateDir, stateDir } from "../../config/environment.ts";
import type { Flow } from "../../gates/flow/flow.ts";
import { readFlowState } from "../../gates/flow/flow-state.ts";
import type { ConditionState, FileGoal } from "../../gates/goals/goal.ts";
import type { Loop } from "../../gates/loop/loop.ts";
import { itemsOf } from "../../gates/markdown/parse-plan.ts";
import { listReports, type PipelineRow } from "../../gates/pipeline/rows.ts";
import { listStages, type StageState, stageStates } from "../../gates/pipeline/stages.ts";
import { findActivePlan, findPlanFolder } from "../../gates/plan/active-plan.ts";
import { planState } from "../../gates/plan/plan-state.ts";
import { isEnabled } from "../../gates/registry.ts";
import type { Store } from "../../store/open.ts";
import { valueWithoutSecrets } from "../../text/redaction/without-secrets.ts";
import { line } from "../shared.ts";
import { isOpen } from "./active-items.ts";
import { describeHolding, type Holding } from "./details.ts";
import { readForeignGoal } from "./foreign-work.ts";
import type { SessionFacts } from "./session-facts.ts";

/** Declared work, or the findings of a gate. */
export interface Goal extends Omit<Holding, "rounds"> {
  /** "holds": it holds the next stop. "suspended": the person can continue it. "open": only shown. */
  state: "holds" | "suspended" | "open";
  /** null if it does not hold. */
  rounds: number | null;
  /** What must be true before it is met; empty if only the person ends it. */
  conditions: Condition[];
}

export interface Condition {
  text: string;
  state: ConditionState["state"];
  /** The evidence, or what is missing. */
  note: string;
}

const MAX_ITEMS = 20;

export async function readGoals(facts: SessionFacts, store: Store): Promise<Goal[]> {
  const { loop, flow, pipeline } = facts.recorded;
  const goals: Goal[] = describeHolding(facts).map((one) => ({ ...one, state: "holds", conditions: [] }));
  const add = (kind: string, state: Goal["state"], what: string, why = "") =>
    goals.push({
      ...{ kind, state, what: line(what), why: line(why) },
      ...{ rounds: null, maxRounds: null, endsAt: null, conditions: [] },
    });
  const foreign = await findForeignFlow(facts);
  if (foreign && !goals.some(({ kind }) => kind === "flow"))
    add("flow", "holds", foreign.text, `phase ${String(foreign.goal.details?.phase ?? "")}`);
  if (loop?.status === "suspended") add("loop", "suspended", loop.task);
  if (flow?.status === "suspended") add("flow", "suspended", flow.task, `phase ${flow.phase}`);
  if (pipeline?.status === "suspended") add("pipeline", "suspended", "a pipeline of subagents");
  const plan = await readPlan(facts);
  if (plan && !goals.some(({ kind }) => kind === "plan")) add("plan", "open", plan.what, plan.why);
  return Promise.all(
    goals.map(async (goal) => {
      if (goal.kind === "loop" && loop && isOpen(loop))
        return { ...goal, why: "", conditions: loopConditions(loop) };
      if (goal.kind === "flow" && foreign)
        return { ...goal, conditions: describeConditions(foreign.conditions) };
      if (goal.kind === "flow" && flow?.fileKey === null)
        return { ...goal, conditions: await flowConditions(facts, store, flow) };
      if (goal.kind === "pipeline" && pipeline)
        return { ...goal, conditions: pipelineConditions(facts, store, pipeline) };
      return goal.kind === "plan" && plan ? { ...goal, conditions: plan.conditions } : goal;
    }),
  );
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

/** An open flow of another tool, which also holds the session. */
export async function findForeignFlow({ env, loaded, recorded }: SessionFacts): Promise<FileGoal | null> {
  const { sessionId, goals } = recorded;
  const flow = goals.find(({ kind }) => kind === "flow") ?? null;
  const folder = sessionStateDir(stateDir(env, loaded), sessionId);
  const file = await readForeignGoal("flow", folder, sessionId, flow);
  return file && valueWithoutSecrets(file);
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
    text: id.replaceAll("_", " "),
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

/** The active plan, with the items of its current phase; null without one, or when all is done. */
async function readPlan({ loaded: { config }, project }: SessionFacts) {
  if (!isEnabled(config, "plan")) return null;
  const files = await findActivePlan(findPlanFolder(project.dir, config), config);
  if (files === null) return null;
  const { plan, path } = files;
  const { phase, open, total, waitsAt } = planState(plan, []);
  if (open.length === 0) return null;
  const current = plan.phases.find(
    ({ title, steps }) => title === phase && itemsOf(steps).some(({ done }) => !done),
  );
  const items = current ? itemsOf(current.steps) : plan.ship;
  return {
    what: `${path}${phase ? `, ${phase}` : ""}: ${total - open.length} of ${total} items done`,
    why: waitsAt ? `waiting for you at line ${waitsAt.line}: ${waitsAt.text}` : "",
    conditions: items.slice(0, MAX_ITEMS).map(({ text, done }) => condition(text, done, "")),
  };
}

function condition(text: string, isMet: boolean, note: string): Condition {
  return { text: line(text), state: isMet ? "met" : "open", note: line(note) };
}
