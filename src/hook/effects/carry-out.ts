// Gives each gate with effects its share of a decision.
import type { Finding } from "../../gates/finding.ts";
import type { Store } from "../../store/open.ts";
import type { Ruling } from "../budget.ts";
import { noteFault } from "../context.ts";
import type { Effect, Effects, Judged, Outcome } from "./effect.ts";
import { EFFECTS } from "./registry.ts";

/** The effects of the gates that found something. They are loaded here, for a transaction cannot wait. */
export async function loadEffects(findings: readonly Finding[]): Promise<Effects> {
  const effects = new Map<string, Effect>();
  for (const { gate } of findings) {
    const load = EFFECTS[gate];
    if (load && !effects.has(gate)) effects.set(gate, await load());
  }
  return {
    confirmFindings: (store, judged, found) => confirmFindings(effects, store, judged, found),
    applyEffects(store, judged, ruling) {
      for (const [gate, effect] of effects)
        if (isConcerned(gate, ruling)) effect.inTransaction?.(store, shareOf(gate, judged, ruling));
    },
    async carryOut(store, judged, ruling) {
      for (const [gate, effect] of effects)
        if (isConcerned(gate, ruling)) await carryOne(gate, effect, store, judged, ruling);
    },
  };
}

function confirmFindings(
  effects: ReadonlyMap<string, Effect>,
  store: Store,
  judged: Judged,
  findings: readonly Finding[],
): Finding[] {
  const gates = [...new Set(findings.map((finding) => finding.gate))];
  return gates.flatMap((gate) => {
    const own = findings.filter((finding) => finding.gate === gate);
    return effects.get(gate)?.confirm?.(store, judged, own) ?? own;
  });
}

async function carryOne(
  gate: string,
  effect: Effect,
  store: Store,
  judged: Judged,
  ruling: Ruling,
): Promise<void> {
  try {
    await effect.afterCommit?.(shareOf(gate, judged, ruling), store);
  } catch (error) {
    await noteFault(judged.context, `gate:${gate}`, error);
  }
}

function isConcerned(gate: string, { open, advice }: Ruling): boolean {
  const isOf = (finding: Finding) => finding.gate === gate;
  return open.some(isOf) || advice.some(isOf);
}

function shareOf(gate: string, judged: Judged, ruling: Ruling): Outcome {
  const { verdict } = ruling;
  const open = ruling.open.filter((finding) => finding.gate === gate);
  return {
    ...judged,
    ruling,
    held: verdict === "blocked" ? open : [],
    released: verdict === "stalled" || verdict === "capped" ? open : [],
    advised: ruling.advice.filter((finding) => finding.gate === gate),
  };
}
