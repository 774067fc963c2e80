// A budget's row into the ledger the rules work on, and back. A row that makes no sense is not trusted.

import type { Ledger } from "./budget.ts";
import type { BudgetRow } from "./budgets.ts";

/** null when the row is not one we would have written. */
export function readLedger(row: BudgetRow): Ledger | null {
  const situations = readRecord(row.situations, isCount);
  const released = readRecord(row.released, (value): value is string => typeof value === "string");
  if (!situations || !released || !isCount(row.blocks) || !isCount(row.waits)) return null;
  if (row.first_block_at !== null && !Number.isFinite(row.first_block_at)) return null;
  return { blocks: row.blocks, waits: row.waits, firstBlockAt: row.first_block_at, situations, released };
}

export function ledgerColumns(ledger: Ledger) {
  return {
    blocks: ledger.blocks,
    waits: ledger.waits,
    first_block_at: ledger.firstBlockAt,
    situations: JSON.stringify(ledger.situations),
    released: JSON.stringify(ledger.released),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function readRecord<T>(json: unknown, accepts: (value: unknown) => value is T): Record<string, T> | null {
  // The usual one, without what it takes to look through it.
  if (json === "{}") return {};
  try {
    const value: unknown = JSON.parse(String(json));
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return Object.values(value).every(accepts) ? (value as Record<string, T>) : null;
  } catch {
    return null; // Told apart from an empty record: the caller records a fault.
  }
}
