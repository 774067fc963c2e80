// Gathers what the gates of this event declared they need, and nothing else.
import type { LoadedConfig } from "../config/load-config.ts";
import type { FactName, Facts } from "../gates/facts.ts";
import type { Gate } from "../gates/finding.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import { readLock } from "../runtime/lock-file.ts";
import type { BudgetRow } from "../store/budgets.ts";
import type { Store } from "../store/open.ts";
import { findSession } from "../store/sessions.ts";
import { toolCount } from "../store/tool-counts.ts";
import { type HookContext, noteFault } from "./context.ts";
import { countToolCalls, type ToolCount } from "./count-tool-calls.ts";
import { type GatheredChanges, gatherChanges } from "./gather-changes.ts";
import { gatherChecklist } from "./gather-checklist.ts";
import { gatherCustom } from "./gather-custom.ts";
import { gatherFlow } from "./gather-flow.ts";
import { gatherLeftovers, looksForLeftovers } from "./gather-leftovers.ts";
import { gatherLoop } from "./gather-loop.ts";
import { gatherPipeline, gatherStageWork } from "./gather-pipeline.ts";
import { gatherPlan } from "./gather-plan.ts";
import { gatherProof } from "./gather-proof.ts";
import { gatherQuality } from "./gather-quality.ts";
import { gatherSubagent } from "./gather-subagent.ts";
import { gatherTasks } from "./gather-tasks.ts";
import { isQuietTurn } from "./quiet-turn.ts";

export interface Gathered {
  facts: Facts;
  /** The count to keep for the next look, when the transcript was read. */
  toolCount: ToolCount | null;
}

export interface Known {
  store: Store;
  loaded: LoadedConfig;
  agent: string;
  budget: BudgetRow | null;
}

type Gated = HookContext<GatedEvent>;

export async function gatherFacts(context: Gated, gates: readonly Gate[], known: Known): Promise<Gathered> {
  const needs = new Set<FactName>(gates.flatMap((gate) => [...gate.needs]));
  const lock = needs.has("lock") ? await gatherLock(context, known) : null;
  const { loop, treeMark } = needs.has("loop") ? await gatherLoop(context, known) : NO_LOOP;
  const flow = needs.has("flow") ? await gatherFlow(context, known) : null;
  const tasks = needs.has("tasks") ? await gatherTasks(context, known, loop !== null || flow !== null) : [];
  // Several gates judge what changed; it is looked at once, and not before one of them has something to judge.
  let looked: Promise<GatheredChanges | null> | null = null;
  const quiet =
    JUDGE_CHANGES.some((need) => needs.has(need)) && (await isQuietTurn(context.event, known.budget));
  const lookAtChanges = () => {
    looked ??= quiet ? Promise.resolve(null) : gatherChanges(context, known);
    return looked;
  };
  const quality = needs.has("quality") ? await gatherQuality(context, known, lookAtChanges) : null;
  const changes = needs.has("changes") ? await lookAtChanges() : null;
  const plan = needs.has("plan") && !quiet ? await gatherPlan(context, known, lookAtChanges) : null;
  const checklist = needs.has("checklist") ? await gatherChecklist(context.event) : [];
  const leftovers =
    needs.has("leftovers") && looksForLeftovers(context.event, known.loaded.config)
      ? await gatherLeftovers(context.event, known, await lookAtChanges())
      : [];
  const subagent = needs.has("subagent") ? await gatherSubagent(context, known) : null;
  const stageWork = needs.has("stageWork") ? await gatherStageWork(context, known) : null;
  const pipeline = needs.has("pipeline") ? await gatherPipeline(context, known) : null;
  const proof = needs.has("proof") ? await gatherProof(context, known) : null;
  const custom = needs.has("custom") ? await gatherCustom(context, known) : null;
  // Without something that measures progress by tool calls the transcript is not touched.
  const counts =
    lock !== null ||
    loop !== null ||
    flow !== null ||
    plan !== null ||
    pipeline !== null ||
    (custom?.verdicts.length ?? 0) > 0 ||
    known.loaded.config.checklist.block ||
    quality?.file?.lastResult === "failed" ||
    (tasks.length > 0 && holdsAlone(known));
  const tools = needs.has("toolCalls") && counts ? await gatherToolCalls(context, known) : NO_TOOLS;
  return {
    facts: {
      now: context.now,
      config: known.loaded.config,
      round: (known.budget?.blocks ?? 0) + 1,
      lock,
      loop,
      flow,
      tasks,
      changes,
      plan,
      checklist,
      leftovers,
      quality,
      subagent,
      stageWork,
      pipeline,
      proof,
      custom,
      toolCalls: tools.calls,
      treeMark,
    },
    toolCount: tools.count,
  };
}

const JUDGE_CHANGES: readonly FactName[] = ["changes", "leftovers", "plan", "quality"];
const NO_LOOP = { loop: null, treeMark: "" };
const NO_TOOLS = { calls: 0, count: null };

async function gatherLock(context: Gated, { loaded }: Known): Promise<Facts["lock"]> {
  if (context.projectDir === null) return null;
  const { lock, problem } = await readLock(context.projectDir, loaded.config);
  if (problem) await noteFault(context, "gate:lock", new Error(problem));
  return lock;
}

async function gatherToolCalls(
  { event }: Gated,
  { store, agent }: Known,
): Promise<{ calls: number; count: ToolCount | null }> {
  const sessionId = event.sessionId ?? "";
  const count = event.transcriptPath
    ? await countToolCalls(event.transcriptPath, toolCount(store, sessionId, agent))
    : null;
  if (count && count.cursor > 0) return { calls: count.count, count };
  // Without a transcript (the client can be told to keep none) captured events have to do.
  return { calls: findSession(store, sessionId)?.tool_calls ?? 0, count };
}

function holdsAlone({ loaded }: Known): boolean {
  return loaded.config.tasks.block === "always";
}
