// How often each gate held, and what became of it.
import type { HeldRow } from "./insight-rows.ts";
import type { GateRecord } from "./insights.ts";

interface Tally {
  blocks: number;
  wrong: number;
  /** Prompts, by what became of them. */
  held: Set<string>;
  unchanged: Set<string>;
  capped: Set<string>;
}

/** Most blocks first. */
export function countByGate(rows: readonly HeldRow[]): GateRecord[] {
  const tallies = new Map<string, Tally>();
  for (const row of rows) {
    for (const gate of holdingGates(row.findings)) {
      const tally = tallies.get(gate) ?? makeTally();
      tallies.set(gate, tally);
      add(tally, row);
    }
  }
  const records = [...tallies].map(([gate, { blocks, wrong, held, unchanged, capped }]) => ({
    gate,
    blocks,
    wrong,
    holds: held.size,
    unchanged: unchanged.size,
    capped: capped.size,
  }));
  return records.sort((a, b) => b.blocks - a.blocks || (a.gate < b.gate ? -1 : 1));
}

function makeTally(): Tally {
  return { blocks: 0, wrong: 0, held: new Set(), unchanged: new Set(), capped: new Set() };
}

function add(tally: Tally, { verdict, session_id, budget_id, wrong_at }: HeldRow): void {
  const prompt = `${session_id} ${budget_id}`;
  tally.held.add(prompt);
  if (verdict === "stalled") tally.unchanged.add(prompt);
  if (verdict === "capped") tally.capped.add(prompt);
  if (verdict !== "blocked") return;
  tally.blocks++;
  if (wrong_at !== null) tally.wrong++;
}

/** A row that another version wrote may look otherwise: then it counts for nobody. */
function holdingGates(findings: string): Set<string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(findings);
  } catch {
    return new Set(); // A damaged row must not cost the whole report.
  }
  const gates = (Array.isArray(parsed) ? parsed : []).flatMap((finding: unknown) => {
    if (typeof finding !== "object" || finding === null) return [];
    const { gate, severity } = finding as { gate?: unknown; severity?: unknown };
    return severity === "block" && typeof gate === "string" ? [gate] : [];
  });
  return new Set(gates);
}
