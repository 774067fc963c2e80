// How often each gate held a stop, and how that ended.
import { blockingFindings } from "../blocking-findings.ts";
import type { HeldRow } from "./insight-rows.ts";
import type { GateRecord } from "./insights.ts";

interface Tally {
  blocks: number;
  wrong: number;
  /** Prompts, by outcome. */
  held: Set<string>;
  unchanged: Set<string>;
  capped: Set<string>;
}

/** Most blocks first. */
export function countByGate(rows: readonly HeldRow[]): GateRecord[] {
  const tallies = new Map<string, Tally>();
  for (const row of rows) {
    for (const gate of new Set(blockingFindings(row).map((finding) => finding.gate))) {
      const tally = tallies.get(gate) ?? emptyTally();
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

function emptyTally(): Tally {
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
