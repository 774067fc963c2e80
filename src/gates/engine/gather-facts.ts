// Gathers what the gates of this event declared they need, and nothing else.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import { type HookContext, noteFault } from "../../store/event-context.ts";
import { findSession } from "../../store/sessions.ts";
import { readLock } from "../lock/lock-file.ts";
import { countToolCalls, type ToolCount } from "./count-tool-calls.ts";
import type { FactName, Facts } from "./facts.ts";
import type { Gate } from "./finding.ts";
import type { ChangeFact } from "./gather-from-changes.ts";
import type { Known } from "./known.ts";
import { noFacts } from "./no-facts.ts";
import { toolCount } from "./tool-counts.ts";

export interface Gathered {
  facts: Facts;
  /** Those that were looked for, whatever was found. */
  looked: ReadonlySet<FactName>;
  /** The count to keep for the next look, when the transcript was read. */
  toolCount: ToolCount | null;
}

type Gated = HookContext<GatedEvent>;

const OF_CHANGES: readonly ChangeFact[] = ["quality", "plan", "leftovers"];

/**
 * `due`: the facts that may be there; the others are empty. Who gathers one is loaded when it is due. `before`: what was
 * gathered already for this event.
 */
export async function gatherFacts(
  context: Gated,
  gates: readonly Gate[],
  known: Known,
  due: ReadonlySet<FactName>,
  before: Gathered | null = null,
): Promise<Gathered> {
  // Loops, because each array helper costs the engine a start of its own.
  const needed = new Set<FactName>();
  for (const gate of gates) for (const fact of gate.needs) needed.add(fact);
  const looked = new Set<FactName>(before?.looked);
  const wants = (fact: FactName) => {
    const isWanted = needed.has(fact) && due.has(fact) && !looked.has(fact);
    if (isWanted) looked.add(fact);
    return isWanted;
  };
  const facts: Facts = before
    ? { ...before.facts }
    : noFacts(known.loaded.config, context.now, (known.budget?.blocks ?? 0) + 1);
  if (wants("lock")) facts.lock = await gatherLock(context, known);
  if (wants("loop")) {
    const { gatherLoop } = await import("../loop/gather.ts");
    Object.assign(facts, await gatherLoop(context, known));
  }
  if (wants("flow")) {
    const { gatherFlow } = await import("../flow/gather.ts");
    facts.flow = await gatherFlow(context, known);
  }
  if (wants("tasks")) {
    const { gatherTasks } = await import("../tasks/gather.ts");
    facts.tasks = await gatherTasks(context, known, facts.loop !== null || facts.flow !== null);
  }
  const ofChanges: ChangeFact[] = [];
  for (const fact of OF_CHANGES) if (wants(fact)) ofChanges.push(fact);
  if (ofChanges.length > 0) {
    const { gatherFromChanges } = await import("./gather-from-changes.ts");
    Object.assign(facts, await gatherFromChanges(context, known, ofChanges));
  }
  if (wants("checklist")) {
    const { gatherChecklist } = await import("../checklist/gather.ts");
    facts.checklist = await gatherChecklist(context.event);
  }
  if (wants("subagent")) {
    const { gatherSubagent } = await import("../subagents/gather.ts");
    facts.subagent = await gatherSubagent(context, known);
  }
  if (wants("stageWork") || wants("pipeline")) {
    const { gatherPipeline, gatherStageWork } = await import("../pipeline/gather.ts");
    facts.stageWork = await gatherStageWork(context, known);
    facts.pipeline = await gatherPipeline(context, known);
  }
  if (wants("proof")) {
    const { gatherProof } = await import("../proof/gather.ts");
    facts.proof = await gatherProof(context, known);
  }
  if (wants("custom")) {
    const { gatherCustom } = await import("../custom/gather.ts");
    facts.custom = await gatherCustom(context, known);
  }
  if (wants("triage")) {
    const { gatherTriage } = await import("../triage/gather.ts");
    facts.triage = await gatherTriage(context, known);
  }
  if (before?.toolCount || !needed.has("toolCalls") || !countsTools(facts))
    return { facts, looked, toolCount: before?.toolCount ?? null };
  const { calls, count } = await gatherToolCalls(context, known);
  return { facts: { ...facts, toolCalls: calls }, looked, toolCount: count };
}

/** Without something that measures progress by tool calls the transcript is not touched. */
function countsTools({ lock, loop, flow, plan, pipeline, custom, quality, tasks, config }: Facts): boolean {
  return (
    lock !== null ||
    loop !== null ||
    flow !== null ||
    plan !== null ||
    pipeline !== null ||
    (custom?.verdicts.length ?? 0) > 0 ||
    config.checklist.block ||
    quality?.file?.lastResult === "failed" ||
    (tasks.length > 0 && config.tasks.block === "always")
  );
}

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
