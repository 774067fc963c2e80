// Gives each gate with effects its share of a decision.
import type { Finding } from "../../gates/finding.ts";
import type { Store } from "../../store/open.ts";
import type { Ruling } from "../budget.ts";
import { noteFault } from "../context.ts";
import type { Judged, Outcome } from "./effect.ts";
import { EFFECTS } from "./registry.ts";

export function confirmFindings(store: Store, judged: Judged, findings: readonly Finding[]): Finding[] {
  const gates = [...new Set(findings.map((finding) => finding.gate))];
  return gates.flatMap((gate) => {
    const own = findings.filter((finding) => finding.gate === gate);
    return EFFECTS[gate]?.confirm?.(store, judged, own) ?? own;
  });
}

export function applyEffects(store: Store, judged: Judged, ruling: Ruling): void {
  for (const [gate, effect] of concerned(ruling))
    effect.inTransaction?.(store, shareOf(gate, judged, ruling));
}

export async function carryOut(store: Store, judged: Judged, ruling: Ruling): Promise<void> {
  for (const [gate, effect] of concerned(ruling)) {
    try {
      await effect.afterCommit?.(shareOf(gate, judged, ruling), store);
    } catch (error) {
      await noteFault(judged.context, `gate:${gate}`, error);
    }
  }
}

function concerned(ruling: Ruling) {
  const gates = new Set([...ruling.open, ...ruling.advice].map((finding) => finding.gate));
  return Object.entries(EFFECTS).filter(([gate]) => gates.has(gate));
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
