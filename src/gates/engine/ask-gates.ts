// Asks the gates that are due, step by step: while declared work holds, what changed is not looked at, and while anything
// holds, nobody asks for memories.
import { noteFault } from "../../store/hook-context.ts";
import { type GateEntry, STEPS } from "../registry.ts";
import { isStillBlocking } from "./budget.ts";
import { readBudgetState } from "./budget-rows.ts";
import { findQuestions } from "./questions.ts";
import type { AskedGate, GateResults } from "./record-decision.ts";
import type { StopContext } from "./stop-context.ts";

export async function askGates(stop: StopContext, due: readonly GateEntry[]): Promise<GateResults> {
  const results: GateResults = { early: null, asked: [], failed: false };
  for (const step of STEPS) {
    const entries = due.filter((entry) => entry.step === step);
    if (entries.length === 0) continue;
    if (isHeld(stop)) break;
    // Whether open tasks hold depends on what is said of declared work before them.
    if (step === "declared") for (const entry of entries) await ask(stop, [entry], results);
    else await ask(stop, entries, results);
  }
  await lookForQuestions(stop);
  return results;
}

/** Without them the stop is judged as if nothing had been asked. */
async function lookForQuestions(stop: StopContext): Promise<void> {
  try {
    stop.questions.push(...(await findQuestions(stop)));
  } catch (error) {
    await noteFault(stop, "questions", error);
  }
}

function isHeld({ budget, findings }: StopContext): boolean {
  const ledger = budget && readBudgetState(budget);
  return findings.some((finding) =>
    ledger ? isStillBlocking(finding, ledger) : finding.severity === "block",
  );
}

/** Facts are gathered side by side, the gates judge in their order. One that fails does not silence the others. */
async function ask(stop: StopContext, entries: readonly GateEntry[], results: GateResults): Promise<void> {
  const gathered = await Promise.all(entries.map((entry) => gather(stop, entry)));
  for (const asked of gathered) {
    const isJudged = asked !== null && (await judge(stop, asked));
    if (!isJudged) results.failed = true;
    if (asked !== null) results.asked.push(asked);
  }
}

/** null when it failed. */
async function gather(stop: StopContext, { id, load }: GateEntry): Promise<AskedGate | null> {
  try {
    const gate = await load();
    return { gate, facts: await gate.gather(stop), findings: [] };
  } catch (error) {
    await noteFault(stop, `gate:${id}`, error);
    return null;
  }
}

async function judge(stop: StopContext, asked: AskedGate): Promise<boolean> {
  if (asked.facts === null) return true;
  try {
    asked.findings = asked.gate.judge(stop, asked.facts);
    stop.findings.push(...asked.findings);
    return true;
  } catch (error) {
    await noteFault(stop, `gate:${asked.gate.id}`, error);
    return false;
  }
}
