// Lets the gates that are due judge the stop, step by step. While declared work holds the stop, only quick checks of the changes run;
// before the stop is released, all of them do. The last step is skipped while anything blocks.
import "../../platform/process/watchdog.ts"; // Guards searches of long texts.
import { attempt } from "../../store/hook-context.ts";
import { type GateEntry, STEPS } from "../registry.ts";
import { isAnythingRunning, willWait } from "./background-tasks.ts";
import { isRelease, ruleOnStop, type Verdict } from "./budget.ts";
import { EMPTY_BUDGET_STATE, readBudgetState } from "./budget-rows.ts";
import { asksInMessage, findQuestions } from "./questions.ts";
import type { GateResults, JudgedGate } from "./record-decision.ts";
import type { StopContext } from "./stop-context.ts";

export async function judgeGates(stop: StopContext, due: readonly GateEntry[]): Promise<GateResults> {
  const results: GateResults = { early: null, judged: [], failed: false };
  for (const step of STEPS) {
    const entries = due.filter((entry) => entry.step === step);
    if (entries.length === 0) continue;
    // One after the other: the tasks gate depends on the findings about declared work before it.
    if (step === "declared") {
      for (const entry of entries) await judgeAll(stop, [entry], results);
      const questions = await attempt(stop, "questions", () => findQuestions(stop));
      stop.questions.push(...(questions ?? []));
    } else if (step === "changes") await judgeChanges(stop, entries, results);
    else if (predictVerdict(stop) === "complete") await judgeAll(stop, entries, results);
  }
  return results;
}

async function judgeChanges(
  stop: StopContext,
  entries: readonly GateEntry[],
  results: GateResults,
): Promise<void> {
  const verdict = predictVerdict(stop);
  if (verdict === "complete" || isRelease(verdict)) return judgeAll(stop, entries, results);
  if (verdict !== "blocked") return;
  const quick = entries.filter(({ checksBesideWork }) => checksBesideWork?.(stop.config));
  await judgeAll(stop, quick, results, "gatherBesideWork");
}

/** The verdict if nothing else is found. Without findings that wait: for a judge, for an answer, or for background tasks. */
function predictVerdict(stop: StopContext): Verdict {
  const { budget, questions, now, config, env } = stop;
  const canWait = asksInMessage(stop) || isAnythingRunning(stop);
  const findings = stop.findings.filter(({ mayWait, awaitsJudge }) => !awaitsJudge && !(mayWait && canWait));
  if (findings.length === 0) return "complete";
  const state = (budget && readBudgetState(budget)) ?? EMPTY_BUDGET_STATE;
  return ruleOnStop(state, {
    now,
    findings,
    asksPerson: questions.length > 0,
    backgroundWork: willWait(stop),
    defaults: config.budget,
    maxHolds: env.maxHolds,
  }).verdict;
}

/** Gathers facts in parallel, then judges in the order of the registry. A gate that fails does not stop the others. */
async function judgeAll(
  stop: StopContext,
  entries: readonly GateEntry[],
  results: GateResults,
  how: "gather" | "gatherBesideWork" = "gather",
): Promise<void> {
  const gathered = await Promise.all(entries.map((entry) => gather(stop, entry, how)));
  for (const judged of gathered) {
    const isJudged = judged && (await attempt(stop, `gate:${judged.gate.id}`, () => judge(stop, judged)));
    if (!isJudged) results.failed = true;
    if (judged !== null) results.judged.push(judged);
  }
}

/** null when gathering failed. */
function gather(
  stop: StopContext,
  { id, load }: GateEntry,
  how: "gather" | "gatherBesideWork",
): Promise<JudgedGate | null> {
  return attempt(stop, `gate:${id}`, async () => {
    const gate = await load();
    return { gate, facts: (await gate[how]?.(stop)) ?? null, findings: [] };
  });
}

/** Returns true, because null is what `attempt` returns for a failure. */
function judge(stop: StopContext, judged: JudgedGate): true {
  if (judged.facts !== null) judged.findings = judged.gate.judge(stop, judged.facts);
  stop.findings.push(...judged.findings);
  return true;
}
