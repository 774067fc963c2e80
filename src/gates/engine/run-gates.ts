import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { Facts } from "./facts.ts";
import type { Finding, Gate } from "./finding.ts";

export interface GateFailure {
  gate: string;
  error: unknown;
}

/** Asks each gate; one that throws does not silence the others. */
export function runGates(
  gates: readonly Gate[],
  event: GatedEvent,
  facts: Facts,
): { findings: Finding[]; failures: GateFailure[] } {
  const findings: Finding[] = [];
  const failures: GateFailure[] = [];
  for (const gate of gates) {
    try {
      findings.push(...gate.judge(event, facts));
    } catch (error) {
      failures.push({ gate: gate.id, error });
    }
  }
  return { findings, failures };
}
