// Gathers the facts of the gates that have something to judge, and asks them.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import { type HookContext, noteFault } from "../../store/event-context.ts";
import type { GateEntry } from "../registry.ts";
import type { Asked } from "./ask-gates.ts";
import type { FactName } from "./facts.ts";
import type { Gate } from "./finding.ts";
import { type Gathered, gatherFacts } from "./gather-facts.ts";
import type { Known } from "./known.ts";
import { runGates } from "./run-gates.ts";

/** A fact that cannot be gathered silences the gates of its step, and no others. */
export async function askDueGates(
  context: HookContext<GatedEvent>,
  known: Known,
  entries: readonly GateEntry[],
  due: ReadonlySet<FactName>,
  before: Gathered | null,
): Promise<Asked> {
  try {
    const gates: Gate[] = [];
    for (const entry of entries) gates.push(await entry.load());
    const gathered = await gatherFacts(context, gates, known, due, before);
    const { findings, failures } = runGates(gates, context.event, gathered.facts);
    for (const failure of failures) await noteFault(context, `gate:${failure.gate}`, failure.error);
    return { excuse: null, findings, failed: failures.length > 0, gathered };
  } catch (error) {
    await noteFault(context, "facts", error);
    return { excuse: null, findings: [], failed: true, gathered: null };
  }
}
