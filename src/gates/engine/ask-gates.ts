// Asks the gates that are due, step by step. While declared work blocks the stop, only quick checks of the changes run;
// before the stop is released, all of them do. The last step is skipped while anything blocks.
import "../../platform/process/watchdog.ts"; // Guards searches of long texts.
import { attempt } from "../../store/hook-context.ts";
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
    // One after the other: the tasks gate depends on the findings about declared work before it.
    if (step === "declared") {
      for (const entry of entries) await ask(stop, [entry], results);
      const questions = await attempt(stop, "questions", () => findQuestions(stop));
      stop.questions.push(...(questions ?? []));
    } else if (step === "changes") await askAboutChanges(stop, entries, results);
    else if (predictVerdict(stop) === "complete") await ask(stop, entries, results);
  }
  return results;
}

async function askAboutChanges(
  stop: StopContext,
  entries: readonly GateEntry[],
  results: GateResults,
): Promise<void> {
  const verdict = predictVerdict(stop);
  if (verdict === "complete" || isRelease(verdict)) return ask(stop, entries, results);
  if (verdict !== "blocked") return;
  const quick = entries.filter(({ checksBesideWork }) => checksBesideWork?.(stop.config));
  await ask(stop, quick, results, "gatherBesideWork");
}

/** The verdict if nothing else is found. Patient findings are ignored while they wait for an answer or background work. */
function predictVerdict(stop: StopContext): Verdict {
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

/** Gathers facts in parallel, then judges in the order of the registry. A gate that fails does not stop the others. */
async function ask(
  stop: StopContext,
  entries: readonly GateEntry[],
  results: GateResults,
  how: "gather" | "gatherBesideWork" = "gather",
): Promise<void> {
  const gathered = await Promise.all(entries.map((entry) => gather(stop, entry, how)));
  for (const asked of gathered) {
    const isJudged = asked && (await attempt(stop, `gate:${asked.gate.id}`, () => judge(stop, asked)));
    if (!isJudged) results.failed = true;
    if (asked !== null) results.asked.push(asked);
  }
}

/** null when gathering failed. */
function gather(
  stop: StopContext,
  { id, load }: GateEntry,
  how: "gather" | "gatherBesideWork",
): Promise<AskedGate | null> {
  return attempt(stop, `gate:${id}`, async () => {
    const gate = await load();
    return { gate, facts: (await gate[how]?.(stop)) ?? null, findings: [] };
  });
}

/** Returns true, because null is what `attempt` returns for a failure. */
function judge(stop: StopContext, asked: AskedGate): true {
  if (asked.facts !== null) asked.findings = asked.gate.judge(stop, asked.facts);
  stop.findings.push(...asked.findings);
  return true;
}
