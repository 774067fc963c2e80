// Asks the gates that are due, step by step. While declared work holds, of what changed only quick checks are asked; before
// the stop is released although work is open, all of them. While anything holds, nobody asks for memories.
import "../../platform/process/watchdog.ts"; // Watches over searches of long texts.
import { noteFault } from "../../store/hook-context.ts";
import { type GateEntry, STEPS } from "../registry.ts";
import { isAnythingRunning, willWait } from "./background-tasks.ts";
import { isRelease, ruleOnStop, type Verdict } from "./budget.ts";
import { EMPTY_BUDGET_STATE, readBudgetState } from "./budget-rows.ts";
import { asksInMessage, findQuestions } from "./questions.ts";
import type { AskedGate, GateResults } from "./record-decision.ts";
import type { StopContext } from "./stop-context.ts";

export async function askGates(stop: StopContext, due: readonly GateEntry[]): Promise<GateResults> {
  const results: GateResults = { early: null, asked: [], failed: false };
  for (const step of STEPS) {
    const entries = due.filter((entry) => entry.step === step);
    if (entries.length === 0) continue;
    // Whether open tasks hold depends on what is said of declared work before them.
    if (step === "declared") {
      for (const entry of entries) await ask(stop, [entry], results);
      await lookForQuestions(stop);
    } else if (step === "changes") await askOfChanges(stop, entries, results);
    else if (foresee(stop) === "complete") await ask(stop, entries, results);
  }
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

async function askOfChanges(
  stop: StopContext,
  entries: readonly GateEntry[],
  results: GateResults,
): Promise<void> {
  const verdict = foresee(stop);
  if (verdict === "complete" || isRelease(verdict)) return ask(stop, entries, results);
  if (verdict !== "blocked") return;
  const quick = entries.filter(({ checksBesideWork }) => checksBesideWork?.(stop.config));
  await ask(stop, quick, results, "gatherBesideWork");
}

/** The verdict if nothing else were found. What waits for the person or for the background is as if it were not there. */
function foresee(stop: StopContext): Verdict {
  const { budget, questions, now, config } = stop;
  const findings =
    asksInMessage(stop) || isAnythingRunning(stop)
      ? stop.findings.filter(({ isPatient }) => !isPatient)
      : stop.findings;
  if (findings.length === 0) return "complete";
  const state = (budget && readBudgetState(budget)) ?? EMPTY_BUDGET_STATE;
  return ruleOnStop(state, {
    now,
    findings,
    asksPerson: questions.length > 0,
    backgroundWork: willWait(stop),
    defaults: config.budget,
  }).verdict;
}

/** Facts are gathered side by side, the gates judge in their order. One that fails does not silence the others. */
async function ask(
  stop: StopContext,
  entries: readonly GateEntry[],
  results: GateResults,
  how: "gather" | "gatherBesideWork" = "gather",
): Promise<void> {
  const gathered = await Promise.all(entries.map((entry) => gather(stop, entry, how)));
  for (const asked of gathered) {
    const isJudged = asked !== null && (await judge(stop, asked));
    if (!isJudged) results.failed = true;
    if (asked !== null) results.asked.push(asked);
  }
}

/** null when it failed. */
async function gather(
  stop: StopContext,
  { id, load }: GateEntry,
  how: "gather" | "gatherBesideWork",
): Promise<AskedGate | null> {
  try {
    const gate = await load();
    return { gate, facts: (await gate[how]?.(stop)) ?? null, findings: [] };
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
