// Gathers what the gates of this event declared they need, and nothing else.
import type { Config } from "../config/config.ts";
import type { FactName, Facts } from "../gates/facts.ts";
import type { Gate } from "../gates/finding.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import { readLock } from "../runtime/lock-file.ts";
import { type HookContext, noteFault } from "./context.ts";
import { countToolCalls, type ToolCount } from "./count-tool-calls.ts";

export interface Gathered {
  facts: Facts;
  /** The count to keep for the next look, when the transcript was read. */
  toolCount: ToolCount | null;
}

export interface Known {
  config: Config;
  round: number;
  toolCount: () => ToolCount | null;
  /** Captured tool events, for when there is no transcript. */
  capturedToolCalls: () => number;
}

export async function gatherFacts(
  context: HookContext<GatedEvent>,
  gates: readonly Gate[],
  known: Known,
): Promise<Gathered> {
  const needs = new Set<FactName>(gates.flatMap((gate) => [...gate.needs]));
  const lock = needs.has("lock") ? await gatherLock(context, known.config) : null;
  // Only a lock measures progress by tool calls: without one the transcript is not touched.
  const counts = needs.has("toolCalls") && lock !== null;
  const { transcriptPath } = context.event;
  const toolCount = counts && transcriptPath ? await countToolCalls(transcriptPath, known.toolCount()) : null;
  return {
    facts: {
      now: context.now,
      config: known.config,
      round: known.round,
      lock,
      // Without a transcript (the client can be told to keep none) captured events have to do.
      toolCalls: toolCount && toolCount.cursor > 0 ? toolCount.count : counts ? known.capturedToolCalls() : 0,
    },
    toolCount,
  };
}

async function gatherLock(context: HookContext<GatedEvent>, config: Config): Promise<Facts["lock"]> {
  if (context.projectDir === null) return null;
  const { lock, problem } = await readLock(context.projectDir, config);
  if (problem) await noteFault(context, "gate:lock", new Error(problem));
  return lock;
}
