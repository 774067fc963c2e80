// Rules on the findings, and words the result. Loaded before the transaction that records it, and only if there is something
// to rule on or to say.

import { callAgent } from "../../protocol/hosts.ts";
import { blockedRounds } from "../../store/decisions.ts";
import { markShown, queueMessage, takeMessages } from "../../store/notices.ts";
import type { Store } from "../../store/open.ts";
import { isRecord } from "../../text/unknown-values.ts";
import {
  hasBackgroundWork,
  isAnythingRunning,
  noteBackgroundTask,
  readBackground,
  tasksToWaitFor,
} from "./background-tasks.ts";
import { FINISHED, HOLDS_NOT_SHOWN, isRelease, type Ruling, ruleOnStop } from "./budget.ts";
import type { BudgetRow, BudgetState } from "./budget-rows.ts";
import {
  composeAdvice,
  composeLastWarning,
  composeQuestion,
  composeReason,
  composeRelease,
  composeWithheld,
  type EarlierRounds,
  explainAsking,
} from "./compose.ts";
import type { Finding } from "./gate.ts";
import type { HoldEvidence } from "./hold-evidence.ts";
import { asksInMessage, isDeclared } from "./questions.ts";
import type { StopContext } from "./stop-context.ts";

export function ruleOnFindings(
  stop: StopContext,
  findings: Finding[],
  budget: BudgetRow | null,
  state: BudgetState,
  { areHoldsShown, isPromptShown }: HoldEvidence,
): Ruling {
  return ruleOnStop(state, {
    now: stop.now,
    findings,
    areHoldsShown,
    asksPerson: stop.questions.length > 0 && isPromptShown,
    asksInMessage: asksInMessage(stop),
    anythingRuns: isAnythingRunning(stop),
    backgroundWork: noteBackground(stop, budget),
    defaults: stop.config.budget,
    maxHolds: stop.env.maxHolds,
  });
}

function noteBackground({ event, sessionId, store, now }: StopContext, budget: BudgetRow | null): boolean {
  if (!("backgroundTasks" in event) || event.backgroundTasks.length === 0) return false;
  const background = readBackground(store, sessionId);
  const budgetId = budget?.id ?? null;
  for (const { id: taskId } of event.backgroundTasks)
    if (!background.known.has(taskId)) noteBackgroundTask(store, { sessionId, taskId, budgetId, at: now });
  return hasBackgroundWork(tasksToWaitFor(event), background, budgetId, now);
}

/** For Claude; null when the stop is allowed. */
export function explainToClaude(
  { event, env, store, questions }: StopContext,
  ruling: Ruling,
  budget: BudgetRow | null,
): string | null {
  if (ruling.verdict !== "blocked") return null;
  const isFirst = ruling.state.blocks <= 1 || budget === null;
  const mayAsk = event.name === "Stop" && ruling.open.some(isDeclared);
  return composeReason(ruling, event, {
    notes: mayAsk ? explainAsking(ruling, event, questions) : [],
    unattended: env.unattended,
    earlier: isFirst ? null : readEarlierRounds(store, budget),
  });
}

/** null when the last round cannot be read: everything is then said again. */
function readEarlierRounds(store: Store, { session_id, id }: BudgetRow): EarlierRounds | null {
  const rounds = blockedRounds(store, session_id, id);
  try {
    const last: unknown = JSON.parse(rounds[0]?.findings ?? "");
    if (!Array.isArray(last)) return null;
    return {
      last: last.filter((finding) => isRecord(finding) && typeof finding.reason === "string"),
      lines: new Set(
        rounds
          .map(({ reason }) => reason)
          .join("\n")
          .split("\n"),
      ),
    };
  } catch {
    return null; // A damaged row of an earlier stop does not affect this one.
  }
}

/** For the person. Only a Stop can carry messages; those of other events, and of checks after a turn, wait for the next Stop. */
export function tellPerson(stop: StopContext, ruling: Ruling, isAnswered: boolean): string[] {
  const { event, env, sessionId, store, now, messages } = stop;
  const texts = explainToPerson(stop, ruling);
  const done = ruling.advice.filter(({ code }) => code === FINISHED);
  const endings = [
    ...(isRelease(ruling.verdict) ? [composeRelease(ruling, event)] : []),
    ...(ruling.rule === HOLDS_NOT_SHOWN ? [composeWithheld(ruling, callAgent(env.host?.id ?? null))] : []),
    ...(done.length > 0 ? [composeAdvice(done)] : []),
  ];
  // A queued message is repeated until the transcript shows it: an answer to a forged event reaches nobody.
  const canTell = event.name === "Stop" && isAnswered && env.showsMessages;
  for (const text of canTell ? endings : [...endings, ...texts]) queueMessage(store, sessionId, text, now);
  // Taken last: a gate may have run a command of ours that queued one.
  return canTell ? [...takeMessages(store, event, now), ...messages, ...texts] : [];
}

/** The agent's questions, what the person has to do, a release to come, and advice that is new in the session. */
function explainToPerson({ env, sessionId, store, questions }: StopContext, ruling: Ruling): string[] {
  const isReleased = isRelease(ruling.verdict);
  for (const { fingerprint } of isReleased ? ruling.open : []) markShown(store, sessionId, fingerprint);
  // Advice beside a block is part of its reason; the person is told when the stop is allowed, if it still holds then. Work that
  // is suspended now is told at once: the next stop has no finding about it.
  const advice =
    ruling.verdict === "blocked"
      ? ruling.advice.filter(({ severity }) => severity === "block")
      : ruling.advice;
  const [first] = ruling.open;
  const request =
    ruling.rule === "needs-user" && first?.summary ? [`holdfast ${first.gate}: ${first.summary}`] : [];
  const fresh = advice.filter(
    ({ code, fingerprint }) => code !== FINISHED && markShown(store, sessionId, fingerprint),
  );
  return [
    ...(questions.length > 0 ? [composeQuestion(ruling, questions, callAgent(env.host?.id ?? null))] : []),
    ...request,
    ...composeLastWarning(ruling),
    ...(fresh.length > 0 ? [composeAdvice(fresh)] : []),
  ];
}
