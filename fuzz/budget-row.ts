// Fuzzes the row of a budget, as a damaged or hostile database might return it.

import { ruleOnStop } from "../src/gates/engine/budget.ts";
import { type BudgetRow, budgetStateColumns, readBudgetState } from "../src/gates/engine/budget-rows.ts";
import type { Finding } from "../src/gates/engine/gate.ts";
import { type Fields, objectText } from "./json-text.ts";
import { sometimesDamaged } from "./mutate.ts";
import { isRecord, parseJson, promise, type Target } from "./target.ts";

const FINDING: Finding = {
  gate: "lock",
  code: "locked",
  severity: "block",
  reason: "Keep working.",
  fingerprint: "fp",
  progress: "tools:0",
  releasedBy: "`holdfast unlock`",
};
const LIMITS = { blocks: 6, minutes: 30 };
const SITUATION = situationOf(FINDING);

const ROW: Fields = {
  blocks: ["0", "3", "6"],
  waits: ["0", "1"],
  asks: ["0", "1"],
  first_block_at: ["null", "1700000000000"],
  situations: [{}, { [SITUATION]: 2 }, { a: 1, constructor: 1 }, { a: -1 }, []].map(columnText),
  released: [{}, { fp: "tools:0" }, { fp: 1 }, { valueOf: "x" }].map(columnText),
};

export const budgetRowTarget: Target = {
  name: "budget row",
  weight: 6,
  make: (random) => sometimesDamaged(random, objectText(random, ROW)),
  check: checkRow,
};

function checkRow(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  const raw = parseJson(text);
  const columns = isRecord(raw) ? raw : { situations: text, released: raw };
  const base = {
    id: 1,
    session_id: "s1",
    agent: "main",
    opened_at: 0,
    blocks: 0,
    waits: 0,
    asks: 0,
    withheld: 0,
    first_block_at: null,
  };
  const row = { ...base, situations: "{}", released: "{}", ...columns } as BudgetRow;
  const state = readBudgetState(row);
  if (!state) return "refused";
  const counts = [state.blocks, state.waits, state.asks, ...Object.values(state.situations)];
  promise(
    counts.every((count) => Number.isInteger(count) && count >= 0),
    "a count that counts down",
  );
  const attempt = { now: Date.now(), findings: [FINDING], backgroundWork: false, defaults: LIMITS };
  const ruling = ruleOnStop(state, attempt);
  if (ruling.verdict === "blocked") {
    promise(state.blocks < LIMITS.blocks, "a block over the total");
    promise(ruling.state.blocks > state.blocks, "a block that is not counted");
  }
  const again = readBudgetState({ ...row, ...budgetStateColumns(ruling.state) });
  promise(Bun.deepEquals(again, ruling.state), "a state changes when written and read");
  return ruling.verdict;
}

function columnText(value: object): string {
  return JSON.stringify(JSON.stringify(value));
}

/** The budget's own fingerprint of the situation. */
function situationOf(finding: Finding): string {
  const empty = {
    blocks: 0,
    waits: 0,
    asks: 0,
    withheld: 0,
    firstBlockAt: null,
    situations: {},
    released: {},
  };
  const ruling = ruleOnStop(empty, { now: 0, findings: [finding], backgroundWork: false, defaults: LIMITS });
  return ruling.situation ?? "";
}
