// One transaction: read the budget, rule, write the count and the decision. A block that could not be counted first
// is not given, because the commit throws before anyone sees an answer.
import type { LoadedConfig } from "../../config/load-config.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import { showAdviceOnce } from "../../store/advice.ts";
import { insertDecision } from "../../store/decisions.ts";
import type { HookContext } from "../../store/event-context.ts";
import { logStop } from "../../store/event-log.ts";
import { queueMessage, takeMessages } from "../../store/messages.ts";
import type { Store } from "../../store/open.ts";
import { noteSession } from "../../store/session-row.ts";
import { inTransaction } from "../../store/transaction.ts";
import type { Asked } from "./ask-gates.ts";
import { knownBackgroundTasks, noteBackgroundTask } from "./background-tasks.ts";
import { hasBackgroundWork, tasksToWaitFor } from "./background-work.ts";
import { EMPTY_LEDGER, type Ledger, type Ruling, ruleOnStop } from "./budget.ts";
import { type BudgetRow, currentBudget, openBudget, saveBudget } from "./budgets.ts";
import { composeAdvice, composeReason, composeRelease } from "./compose.ts";
import type { Effects } from "./effect.ts";
import type { Finding } from "./finding.ts";
import { ledgerColumns, readLedger } from "./ledger-row.ts";
import { ENOUGH_TO_DRAIN, type Standing } from "./standing.ts";
import { saveToolCount } from "./tool-counts.ts";

interface Case {
  agent: string;
  /** As it was when the gates were asked. */
  budget: BudgetRow | null;
  /** From the same look; null: nothing of it is known. */
  standing: Standing | null;
  loaded: LoadedConfig;
  asked: Asked;
  /** null when nothing was found. */
  effects: Effects | null;
  /** The stop goes into the session's log too. */
  isLogged: boolean;
  /** In the record, instead of the event's name. */
  label?: string;
}

export interface Settled {
  ruling: Ruling;
  /** What the person is told with this answer. */
  messages: string[];
  /** Enough was recorded that somebody should work on it. */
  drains: boolean;
}

export function settle(context: HookContext<GatedEvent>, store: Store, given: Case): Settled {
  return inTransaction(store, () => settleNow(context, store, given));
}

function settleNow(context: HookContext<GatedEvent>, store: Store, given: Case): Settled {
  const { event, now } = context;
  const { agent, asked, effects, loaded } = given;
  const judged = asked.gathered && { context, loaded, facts: asked.gathered.facts };
  const findings =
    judged && effects ? effects.confirmFindings(store, judged, asked.findings) : asked.findings;
  noteSession(store, context);
  const budget = budgetOf(store, context, given, findings.length === 0);
  const ledger = budget ? readLedger(budget) : EMPTY_LEDGER;
  const ruling = rule(context, store, { ...given, findings }, budget, ledger);
  if (budget && ledger && ruling.ledger !== ledger)
    saveBudget(store, { id: budget.id, ...ledgerColumns(ruling.ledger) });
  if (event.sessionId && asked.gathered?.toolCount) {
    saveToolCount(store, event.sessionId, agent, asked.gathered.toolCount);
  }
  if (judged) effects?.applyEffects(store, judged, ruling);
  const isLogged = given.isLogged && event.name === "Stop";
  if (isLogged && event.sessionId) logStop(store, event.sessionId, now, given.standing?.pending ?? 0);
  insertDecision(store, {
    session_id: event.sessionId,
    agent,
    budget_id: budget?.id ?? null,
    event: given.label ?? event.name,
    at: now,
    project_dir: context.projectDir,
    verdict: ruling.verdict,
    rule: ruling.rule,
    findings: JSON.stringify(findings),
    situation: ruling.situation,
    reason: ruling.verdict === "blocked" ? composeReason(ruling, event) : null,
    duration_ms: Bun.nanoseconds() / 1e6,
  });
  // A gate may have run a command of ours, which had something to say.
  const hasMessages = asked.gathered !== null || given.standing?.messages !== false;
  return {
    ruling,
    messages: tellPerson(store, context, ruling, hasMessages),
    drains: isLogged && (given.standing?.waiting ?? 0) >= ENOUGH_TO_DRAIN,
  };
}

/** Read again in the transaction that counts, except where nothing is counted. */
function budgetOf(
  store: Store,
  { event, now }: HookContext<GatedEvent>,
  { agent, budget }: Case,
  isIdle: boolean,
): BudgetRow | null {
  if (event.sessionId === null) return null;
  if (isIdle && budget) return budget;
  return currentBudget(store, event.sessionId, agent) ?? openBudget(store, event.sessionId, agent, now);
}

function rule(
  context: HookContext<GatedEvent>,
  store: Store,
  { asked, findings, loaded }: Case & { findings: Finding[] },
  budget: BudgetRow | null,
  ledger: Ledger | null,
): Ruling {
  if (!ledger) return without("fault", "unreadable-budget", null);
  if (asked.excuse) return without(asked.excuse.verdict, asked.excuse.rule, ledger);
  const ruling = ruleOnStop(ledger, {
    now: context.now,
    findings,
    backgroundWork: noteBackground(context, store, budget),
    defaults: loaded.config.budget,
  });
  return asked.failed && ruling.verdict === "complete"
    ? { ...ruling, verdict: "fault", rule: "gate-failed" }
    : ruling;
}

function without(verdict: Ruling["verdict"], ruleName: string, ledger: Ledger | null): Ruling {
  return {
    verdict,
    rule: ruleName,
    ledger: ledger ?? EMPTY_LEDGER,
    situation: null,
    met: 0,
    open: [],
    advice: [],
  };
}

function noteBackground(context: HookContext<GatedEvent>, store: Store, budget: BudgetRow | null): boolean {
  const { event, now } = context;
  if (!("backgroundTasks" in event) || event.sessionId === null || event.backgroundTasks.length === 0)
    return false;
  const known = knownBackgroundTasks(store, event.sessionId);
  for (const task of event.backgroundTasks) {
    if (known.has(task.id)) continue;
    noteBackgroundTask(store, {
      sessionId: event.sessionId,
      taskId: task.id,
      budgetId: budget?.id ?? null,
      at: now,
    });
  }
  return hasBackgroundWork(tasksToWaitFor(event), known, budget?.id ?? null, now);
}

/** Only a Stop can carry a message to the person; what others have to say waits for the next one. */
function tellPerson(
  store: Store,
  { event, now }: HookContext<GatedEvent>,
  ruling: Ruling,
  hasMessages: boolean,
): string[] {
  const { sessionId } = event;
  if (sessionId === null) return [];
  const released = ruling.verdict === "stalled" || ruling.verdict === "capped";
  for (const finding of released ? ruling.open : []) showAdviceOnce(store, sessionId, finding.fingerprint);
  const fresh: Finding[] = [];
  for (const finding of ruling.advice)
    if (showAdviceOnce(store, sessionId, finding.fingerprint)) fresh.push(finding);
  const said = [
    ...(released ? [composeRelease(ruling)] : []),
    ...(fresh.length > 0 ? [composeAdvice(fresh)] : []),
  ];
  if (event.name === "Stop") return hasMessages ? [...takeMessages(store, sessionId), ...said] : said;
  for (const text of said) queueMessage(store, sessionId, text, now);
  return [];
}
