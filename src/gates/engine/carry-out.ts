// Gives each gate with effects its share of a decision.

import { noteFault } from "../../store/event-context.ts";
import type { Store } from "../../store/open.ts";
import type { Ruling } from "./budget.ts";
import type { Effect, Effects, Judged, Outcome } from "./effect.ts";
import { EFFECTS } from "./effects-registry.ts";
import type { Finding } from "./finding.ts";

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
  const asked: string[] = [];
  const confirmed: Finding[] = [];
  for (const { gate } of findings) {
    if (asked.includes(gate)) continue;
    asked.push(gate);
    const own = ofGate(gate, findings);
    confirmed.push(...(effects.get(gate)?.confirm?.(store, judged, own) ?? own));
  }
  return confirmed;
}

// A loop: each array helper costs the engine a start of its own.
function ofGate(gate: string, findings: readonly Finding[]): Finding[] {
  const own: Finding[] = [];
  for (const finding of findings) if (finding.gate === gate) own.push(finding);
  return own;
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
  return ofGate(gate, open).length + ofGate(gate, advice).length > 0;
}

function shareOf(gate: string, judged: Judged, ruling: Ruling): Outcome {
  const { verdict } = ruling;
  const open = ofGate(gate, ruling.open);
  return {
    ...judged,
    ruling,
    held: verdict === "blocked" ? open : [],
    released: verdict === "stalled" || verdict === "capped" ? open : [],
    advised: ofGate(gate, ruling.advice),
  };
}
