// One transaction: read the budget, rule, write the count and the decision. A block that could not be counted first
// is not given, because the commit throws before anyone sees an answer.

import { insertDecision } from "../../store/decisions.ts";
import { queueMessage, showAdviceOnce, takeMessages } from "../../store/notices.ts";
import { inTransaction } from "../../store/open.ts";
import { logStop, noteSession } from "../../store/sessions.ts";
import { type EarlyAllow, EMPTY_LEDGER, type Ledger, type Ruling, ruleOnStop } from "./budget.ts";
import { type BudgetRow, currentBudget, openBudget, readLedger, saveLedger } from "./budget-rows.ts";
import type { Finding, Gate, Outcome } from "./gate.ts";
import type { StopContext } from "./stop-context.ts";

export interface GateResults {
  /** Why no gate was asked. */
  early: EarlyAllow | null;
  asked: AskedGate[];
  /** A gate failed: an allow is then recorded as a fault. */
  failed: boolean;
}

export interface AskedGate {
  gate: Gate<unknown>;
  /** null: it had nothing to judge. */
  facts: unknown;
  findings: Finding[];
}

export interface Decision extends Ruling {
  /** What Claude is told; null where the stop was allowed. */
  reason: string | null;
  /** What the person is told with this answer. */
  messages: string[];
}

interface Recording {
  /** In the record, instead of the event's name. */
  label?: string;
  /** A Stop goes into the session's log too. */
  isLogged: boolean;
}

/** What most stops do not need, loaded before the transaction. */
interface Parts {
  compose: typeof import("./compose.ts") | null;
  background: typeof import("./background.ts") | null;
}

export async function recordDecision(
  stop: StopContext,
  results: GateResults,
  recording: Recording,
): Promise<Decision> {
  const { event } = stop;
  const runsTasks = "backgroundTasks" in event && event.backgroundTasks.length > 0;
  const parts = {
    compose: results.asked.length > 0 ? await import("./compose.ts") : null,
    background: runsTasks ? await import("./background.ts") : null,
  };
  return inTransaction(stop.store, () => record(stop, results, recording, parts));
}

function record(
  stop: StopContext,
  results: GateResults,
  { label, isLogged }: Recording,
  { compose, background }: Parts,
): Decision {
  const { event, store, now } = stop;
  const findings = confirmFindings(stop, results);
  noteSession(store, stop);
  const budget = findBudget(stop, findings);
  const ledger = budget ? readLedger(budget) : EMPTY_LEDGER;
  const ruling = ledger
    ? rule(stop, results, findings, { budget, ledger, background })
    : allow("fault", "unreadable-budget", EMPTY_LEDGER);
  if (budget && ledger && ruling.ledger !== ledger) saveLedger(store, budget.id, ruling.ledger);
  for (const write of stop.writes) write();
  for (const asked of results.asked)
    if (isConcerned(asked, ruling)) asked.gate.effect?.inTransaction?.(stop, outcomeOf(asked, ruling));
  if (isLogged && event.name === "Stop" && event.sessionId)
    logStop(store, event.sessionId, now, stop.snapshot.pending);
  const reason = ruling.verdict === "blocked" ? (compose?.composeReason(ruling, event) ?? null) : null;
  insertDecision(store, {
    session_id: event.sessionId,
    agent: stop.agent,
    budget_id: budget?.id ?? null,
    event: label ?? event.name,
    at: now,
    project_dir: stop.projectDir,
    verdict: ruling.verdict,
    rule: ruling.rule,
    findings: JSON.stringify(findings),
    situation: ruling.situation,
    reason,
    duration_ms: Bun.nanoseconds() / 1e6,
  });
  // A gate may have run a command of ours, which had something to say.
  const hasMessages = results.asked.length > 0 || stop.snapshot.hasMessages;
  return { ...ruling, reason, messages: tellPerson(stop, ruling, hasMessages, compose) };
}

function confirmFindings(stop: StopContext, { asked }: GateResults): Finding[] {
  return asked.flatMap(({ gate, facts, findings }) =>
    findings.length > 0 ? (gate.effect?.confirm?.(stop, facts, findings) ?? findings) : [],
  );
}

/** Read again in the transaction that counts, except where nothing is counted. */
function findBudget(
  { event, store, agent, budget, now }: StopContext,
  findings: Finding[],
): BudgetRow | null {
  if (event.sessionId === null) return null;
  if (findings.length === 0 && budget) return budget;
  return currentBudget(store, event.sessionId, agent) ?? openBudget(store, event.sessionId, agent, now);
}

interface Counted extends Pick<Parts, "background"> {
  budget: BudgetRow | null;
  ledger: Ledger;
}

function rule(
  stop: StopContext,
  { early, failed }: GateResults,
  findings: Finding[],
  { budget, ledger, background }: Counted,
): Ruling {
  if (early) return allow(early.verdict, early.rule, ledger);
  const ruling = ruleOnStop(ledger, {
    now: stop.now,
    findings,
    backgroundWork: background !== null && noteTasks(stop, budget, background),
    defaults: stop.config.budget,
  });
  return failed && ruling.verdict === "complete"
    ? { ...ruling, verdict: "fault", rule: "gate-failed" }
    : ruling;
}

function allow(verdict: Ruling["verdict"], ruleName: string, ledger: Ledger): Ruling {
  return { verdict, rule: ruleName, ledger, situation: null, met: 0, open: [], advice: [] };
}

/** Remembers which tasks run in the background; true while the stop has to wait for one. */
function noteTasks(
  { event, store, now }: StopContext,
  budget: BudgetRow | null,
  background: NonNullable<Parts["background"]>,
): boolean {
  const { sessionId } = event;
  if (!("backgroundTasks" in event) || sessionId === null) return false;
  const known = background.knownBackgroundTasks(store, sessionId);
  const budgetId = budget?.id ?? null;
  for (const { id: taskId } of event.backgroundTasks)
    if (!known.has(taskId)) background.noteBackgroundTask(store, { sessionId, taskId, budgetId, at: now });
  return background.hasBackgroundWork(background.tasksToWaitFor(event), known, budgetId, now);
}

/** Only a Stop can carry a message to the person; what others have to say waits for the next one. */
function tellPerson(
  { event, store, now }: StopContext,
  ruling: Ruling,
  hasMessages: boolean,
  compose: Parts["compose"],
): string[] {
  const { sessionId } = event;
  if (sessionId === null) return [];
  const isReleased = ruling.verdict === "stalled" || ruling.verdict === "capped";
  for (const { fingerprint } of isReleased ? ruling.open : []) showAdviceOnce(store, sessionId, fingerprint);
  const fresh = ruling.advice.filter(({ fingerprint }) => showAdviceOnce(store, sessionId, fingerprint));
  const said = [
    ...(compose && isReleased ? [compose.composeRelease(ruling)] : []),
    ...(compose && fresh.length > 0 ? [compose.composeAdvice(fresh)] : []),
  ];
  if (event.name === "Stop") return hasMessages ? [...takeMessages(store, sessionId), ...said] : said;
  for (const text of said) queueMessage(store, sessionId, text, now);
  return [];
}

/** Something of it holds, was released or is advice. */
export function isConcerned({ gate }: AskedGate, { open, advice }: Ruling): boolean {
  return [...open, ...advice].some((finding) => finding.gate === gate.id);
}

/** One gate's share of a decision. */
export function outcomeOf({ gate, facts }: AskedGate, ruling: Ruling): Outcome<unknown> {
  const isOwn = (finding: Finding) => finding.gate === gate.id;
  const open = ruling.open.filter(isOwn);
  const { verdict } = ruling;
  return {
    facts,
    ruling,
    held: verdict === "blocked" ? open : [],
    released: verdict === "stalled" || verdict === "capped" ? open : [],
    advised: ruling.advice.filter(isOwn),
  };
}
