// Budgets as rows, and their conversion to the state that budget.ts works on. An invalid row is not used.
import type { Store } from "../../store/open.ts";
import { isRecord } from "../../text/unknown-values.ts";

export interface BudgetRow {
  id: number;
  session_id: string;
  agent: string;
  opened_at: number;
  blocks: number;
  waits: number;
  /** Stops that were allowed because Claude asked the person something. */
  asks: number;
  first_block_at: number | null;
  /** Size of the transcript when the budget was opened; null when unknown. */
  transcript_from: number | null;
  /** The prompt that opened the budget; null when the client gives prompts no ids. */
  prompt_id: string | null;
  /** JSON: situation → how often it occurred. */
  situations: string;
  /** JSON: fingerprint of a released finding → its progress mark at the release. */
  released: string;
  /** Releases that were due, but not given. */
  withheld: number;
  /** Of the prompt's hook, as in environment-mark.ts; null when unknown. */
  environment: string | null;
}

/** The part of a row that rulings change, decoded. */
export interface BudgetState extends Pick<BudgetRow, "blocks" | "waits" | "asks" | "withheld"> {
  firstBlockAt: number | null;
  situations: Record<string, number>;
  released: Record<string, string>;
}

export const EMPTY_BUDGET_STATE: BudgetState = {
  blocks: 0,
  waits: 0,
  asks: 0,
  withheld: 0,
  firstBlockAt: null,
  situations: {},
  released: {},
};

export function currentBudget(store: Store, sessionId: string, agent: string): BudgetRow | null {
  return store
    .query("SELECT * FROM budgets WHERE session_id = $sessionId AND agent = $agent ORDER BY id DESC LIMIT 1")
    .get({ sessionId, agent }) as BudgetRow | null;
}

/** Of the main agent. */
export function hasEarlierBudget(store: Store, { session_id, id }: BudgetRow): boolean {
  const row = store
    .query("SELECT 1 FROM budgets WHERE session_id = $session_id AND agent = 'main' AND id < $id LIMIT 1")
    .get({ session_id, id });
  return row !== null;
}

/** The newest first. */
export function earlierBudgets(store: Store, { session_id, id }: BudgetRow): BudgetRow[] {
  return store
    .query(
      "SELECT * FROM budgets WHERE session_id = $session_id AND agent = 'main' AND id < $id ORDER BY id DESC",
    )
    .all({ session_id, id }) as BudgetRow[];
}

/** When the first prompt came after the last judged stop. Turns that a person interrupts end without a stop. */
export function firstPromptSinceStop(store: Store, { session_id, agent, opened_at }: BudgetRow): number {
  const row = store
    .query(
      `SELECT min(opened_at) AS at FROM budgets WHERE session_id = $session_id AND agent = $agent
         AND opened_at > coalesce((SELECT max(at) FROM decisions WHERE session_id = $session_id AND agent = $agent
           AND verdict IN ('complete', 'blocked', 'stalled', 'capped')), 0)`,
    )
    .get({ session_id, agent }) as { at: number | null };
  return row.at ?? opened_at;
}

const NOT_BY_PROMPT = { transcriptFrom: null, promptId: null, environment: null };

interface Opening {
  transcriptFrom: number | null;
  promptId: string | null;
  environment: string | null;
}

/** Released findings stay released in the new budget, until their progress mark moves. */
export function openBudget(
  store: Store,
  sessionId: string,
  agent: string,
  at: number,
  opened: Opening = NOT_BY_PROMPT,
): BudgetRow {
  return store
    .query(
      `INSERT INTO budgets (session_id, agent, opened_at, transcript_from, prompt_id, environment, released)
       VALUES ($sessionId, $agent, $at, $transcriptFrom, $promptId, $environment, coalesce(
         (SELECT released FROM budgets WHERE session_id = $sessionId AND agent = $agent ORDER BY id DESC LIMIT 1),
         '{}'))
       RETURNING *`,
    )
    .get({ sessionId, agent, at, ...opened }) as BudgetRow;
}

/** Some hosts send a prompt twice, and anybody may send an old one again. */
export function isPromptOfBudget(store: Store, sessionId: string, promptId: string | null): boolean {
  if (promptId === null) return false;
  const found = store.query(
    "SELECT 1 FROM budgets WHERE session_id = $sessionId AND agent = 'main' AND prompt_id = $promptId",
  );
  return found.get({ sessionId, promptId }) !== null;
}

export function saveBudgetState(store: Store, budgetId: number, state: BudgetState): void {
  store
    .query(
      `UPDATE budgets SET blocks = $blocks, waits = $waits, asks = $asks, withheld = $withheld, first_block_at = $first_block_at,
         situations = $situations, released = $released WHERE id = $budgetId`,
    )
    .run({ budgetId, ...budgetStateColumns(state) });
}

/** null when the row is invalid. */
export function readBudgetState(row: BudgetRow): BudgetState | null {
  const situations = readRecord(row.situations, isCount);
  const released = readRecord(row.released, (value): value is string => typeof value === "string");
  const { blocks, waits, asks, withheld } = row;
  if (!situations || !released || ![blocks, waits, asks, withheld].every(isCount)) return null;
  if (row.first_block_at !== null && !Number.isFinite(row.first_block_at)) return null;
  return { blocks, waits, asks, withheld, firstBlockAt: row.first_block_at, situations, released };
}

export function budgetStateColumns(state: BudgetState) {
  return {
    blocks: state.blocks,
    waits: state.waits,
    asks: state.asks,
    withheld: state.withheld,
    first_block_at: state.firstBlockAt,
    situations: JSON.stringify(state.situations),
    released: JSON.stringify(state.released),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function readRecord<T>(json: unknown, accepts: (value: unknown) => value is T): Record<string, T> | null {
  // Most rows are empty: saves the parsing.
  if (json === "{}") return {};
  try {
    const value: unknown = JSON.parse(String(json));
    if (!isRecord(value)) return null;
    return Object.values(value).every(accepts) ? (value as Record<string, T>) : null;
  } catch {
    return null; // Not an empty record: the caller must see the fault.
  }
}
