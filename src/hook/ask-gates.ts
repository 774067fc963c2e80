// Asks the gates of an event in two steps: while declared work holds, what changed is not looked at.
import type { FactName, Facts } from "../gates/facts.ts";
import type { Finding, Gate } from "../gates/finding.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import { holdsStill } from "./budget.ts";
import { type HookContext, noteFault } from "./context.ts";
import type { Excuse } from "./excuse.ts";
import { type Gathered, gatherFacts, type Known } from "./gather-facts.ts";
import { readLedger } from "./ledger-row.ts";
import { gatesFor, runGates } from "./run-gates.ts";

/** What the gates said, or why they were not asked. */
export interface Asked {
  excuse: Excuse | null;
  findings: Finding[];
  /** A gate failed: an allow is then recorded as a fault. */
  failed: boolean;
  gathered: Gathered | null;
}

export function nothingAsked(excuse: Excuse | null): Asked {
  return { excuse, findings: [], failed: false, gathered: null };
}

type Gated = HookContext<GatedEvent>;

/** Facts that take reading the transcript, git or a command. */
const COSTLY = new Set<FactName>(["changes", "checklist", "custom", "leftovers", "plan", "quality"]);

export async function askGates(context: Gated, known: Known): Promise<Asked> {
  const gates = gatesFor(context.event, known.loaded.config);
  const isCostly = (gate: Gate) => gate.needs.some((need) => COSTLY.has(need));
  const first = await ask(
    context,
    known,
    gates.filter((gate) => !isCostly(gate)),
  );
  const ledger = known.budget && readLedger(known.budget);
  const isHeld = first.findings.some((finding) =>
    ledger ? holdsStill(finding, ledger) : finding.severity === "block",
  );
  if (isHeld) return first;
  return join(first, await ask(context, known, gates.filter(isCostly)));
}

/** A fact that cannot be gathered silences the gates of its step, and no others. */
async function ask(context: Gated, known: Known, gates: readonly Gate[]): Promise<Asked> {
  if (gates.length === 0) return nothingAsked(null);
  try {
    const gathered = await gatherFacts(context, gates, known);
    const { findings, failures } = runGates(gates, context.event, gathered.facts);
    for (const failure of failures) await noteFault(context, `gate:${failure.gate}`, failure.error);
    return { excuse: null, findings, failed: failures.length > 0, gathered };
  } catch (error) {
    await noteFault(context, "facts", error);
    return { ...nothingAsked(null), failed: true };
  }
}

function join(first: Asked, second: Asked): Asked {
  const findings = [...first.findings, ...second.findings];
  const failed = first.failed || second.failed;
  if (!first.gathered || !second.gathered) {
    return { excuse: null, findings, failed, gathered: first.gathered ?? second.gathered };
  }
  return {
    excuse: null,
    findings,
    failed,
    gathered: {
      facts: joinFacts(first.gathered.facts, second.gathered.facts),
      toolCount: second.gathered.toolCount ?? first.gathered.toolCount,
    },
  };
}

/** Each step leaves empty what its gates did not ask for. */
function joinFacts(first: Facts, second: Facts): Facts {
  const gathered = Object.entries(first).filter(([, value]) => !isEmpty(value));
  return { ...second, ...Object.fromEntries(gathered) };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || value === 0 || (Array.isArray(value) && value.length === 0);
}
