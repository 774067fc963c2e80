// Handles a gated event (Stop, SubagentStop, TaskCompleted, TeammateIdle) from config to answer. Usually no gate is due after a turn
// without tool calls, and only the decision is recorded.
import { databasePath, pausePath } from "../../config/environment.ts";
import { loadConfig, ownProblems, readGuardFingerprint } from "../../config/load-config.ts";
import { mayCapture } from "../../config/place.ts";
import { pathExists } from "../../platform/files.ts";
import type { Answer, GatedEvent } from "../../protocol/hook-event.ts";
import { attempt, type HookContext, noteFaultOnce } from "../../store/hook-context.ts";
import { openLedger } from "../../store/open.ts";
import { GATES, type GateEntry, isEnabled } from "../registry.ts";
import { AWAITS_JUDGE } from "./budget.ts";
import { MIN_QUEUED_TO_DRAIN, openStop } from "./open-stop.ts";
import { findTurn, isQuietTurn } from "./progress.ts";
import {
  type Decision,
  type EarlyAllow,
  type GateResults,
  hasFinding,
  outcomeOf,
  recordDecision,
} from "./record-decision.ts";
import type { StopContext } from "./stop-context.ts";

export async function onStop(context: HookContext<GatedEvent>): Promise<Answer> {
  const { env, projectDir, trace } = context;
  const isPaused = pathExists(pausePath(env)) && (await isPausedHere(context));
  const loaded = await loadConfig(env, projectDir);
  const stop = openStop(context, loaded, await openLedger(databasePath(env)));
  trace.note("config read, store open");
  for (const { file, path, message } of ownProblems(loaded))
    await noteFaultOnce(stop, "config", `${file}: ${path.join(".")} ${message}`);
  const results = await judgeStop(stop, isPaused);
  if (stop.snapshot.hasMessages)
    await attempt(stop, "messages", async () =>
      (await import("./settle-messages.ts")).settleMessages(stop.store, stop.event, stop.now),
    );
  await attempt(stop, "guards", () => noticeGuardChanges(stop));
  const isLogged = mayCapture(stop, stop.config);
  const decision = await recordDecision(stop, results, { isLogged });
  trace.note(`verdict: ${decision.verdict} (${decision.rule})`);
  await applyEffects(stop, results, decision);
  if (decision.verdict !== "blocked") await notifyAfterAllow(stop, results);
  if (isLogged) await attempt(stop, "capture", () => logEventOrDrain(stop));
  if (!env.wakesAgent && decision.rule === AWAITS_JUDGE)
    await attempt(stop, "background", () => askJudgeLater(stop));
  const answer = toAnswer(decision, stop.config.holdAnswer === "context");
  if (stop.config.notify.by === "off") return answer;
  return (await attempt(stop, "notify", () => withNotification(stop, decision, answer))) ?? answer;
}

async function isPausedHere(context: HookContext<GatedEvent>): Promise<boolean> {
  const { readActivePause } = await import("../../config/pause.ts");
  return (await readActivePause(context)) !== null;
}

async function noticeGuardChanges(stop: StopContext): Promise<void> {
  const { event, env, config, snapshot } = stop;
  if (event.name !== "Stop" || event.sessionId === null) return;
  const fingerprint = readGuardFingerprint(env, config);
  if (fingerprint === snapshot.guardFingerprint) return;
  const { findGuardChanges } = await import("./guard-changes.ts");
  const { hasMessages, save } = await findGuardChanges(stop, snapshot.guardFingerprint, fingerprint);
  if (hasMessages) stop.snapshot = { ...snapshot, hasMessages };
  stop.writes.push(save);
}

/** Lets the gates judge. May record runs and faults; `recordDecision` rules and counts. */
export async function judgeStop(stop: StopContext, isPaused = false): Promise<GateResults> {
  const early = allowEarly(stop, isPaused);
  const due = early ? [] : await findDueGates(stop);
  const names = due.map(({ id }) => id).join(", ");
  stop.trace.note(
    `${stop.event.name} of ${stop.agent}: ${early ? early.rule : `due: ${names || "nothing"}`}`,
  );
  if (due.length === 0) return { early, judged: [], failed: false };
  const { judgeGates } = await import("./judge-gates.ts");
  return judgeGates(stop, due);
}

/** Rule 1 of the budget, before anything expensive is looked at. */
export function allowEarly(
  { event, config, budget }: Pick<StopContext, "event" | "config" | "budget">,
  isPaused: boolean,
): EarlyAllow | null {
  if (isPaused) return { verdict: "paused", rule: "paused" };
  if (event.permissionMode === "plan") return { verdict: "paused", rule: "plan-mode" };
  if (event.sessionId === null) return { verdict: "fault", rule: "no-session-id" };
  // The client's own helper, such as the one that compacts, has no type.
  if (event.name === "SubagentStop" && event.agentType === null)
    return { verdict: "complete", rule: "internal-agent" };
  const isContinued = "stopHookActive" in event && event.stopHookActive;
  if (isContinued && budget === null) return { verdict: "complete", rule: "no-budget-row" };
  if (isContinued && config.continuation === "once") return { verdict: "complete", rule: "once" };
  return null;
}

async function findDueGates(stop: StopContext): Promise<GateEntry[]> {
  const { event, config } = stop;
  const due = GATES.filter(
    (entry) => entry.events.includes(event.name) && isEnabled(config, entry.id) && entry.mayBeDue(stop),
  );
  if (due.length > 0) stop.turn = await findTurn(stop);
  const skipsQuietTurn = (entry: GateEntry) => entry.skipOnQuietTurn?.(config) ?? false;
  if (!due.some(skipsQuietTurn) || !(await isQuietTurn(stop))) return due;
  return due.filter((entry) => !skipsQuietTurn(entry));
}

export async function applyEffects(
  stop: StopContext,
  { judged }: GateResults,
  decision: Decision,
): Promise<void> {
  for (const judgedGate of judged) {
    if (!hasFinding(judgedGate, decision)) continue;
    const { id, effect } = judgedGate.gate;
    const outcome = outcomeOf(judgedGate, decision);
    await attempt(stop, `gate:${id}`, () => effect?.afterCommit?.(stop, outcome));
    await attempt(stop, "metrics", () => recordMetrics(stop, effect?.measure?.(outcome) ?? {}));
  }
}

async function recordMetrics(stop: StopContext, measured: Record<string, number>): Promise<void> {
  const { startDir, config, event, now } = stop;
  const metrics = Object.entries(measured).filter(([, value]) => value > 0);
  if (metrics.length === 0 || !config.metrics || startDir === null) return;
  const { appendMetric } = await import("../../recording/metrics/metrics-file.ts");
  const source = { hook: event.name, sessionId: event.sessionId, at: now };
  for (const [metric, value] of metrics) await appendMetric(startDir, { metric, value, ...source });
}

/** After an allowed stop of a subagent, task or teammate: some gates record what it did. */
async function notifyAfterAllow(stop: StopContext, { judged }: GateResults): Promise<void> {
  const { event, store } = stop;
  if (event.name === "Stop" || event.sessionId === null) return;
  if (event.name === "TeammateIdle") {
    const { noteIdleTeammate } = await import("./background-tasks.ts");
    const { sessionId, teammateName: name, agentId } = event;
    noteIdleTeammate(store, { sessionId, name, agentId });
  }
  const { notifyGates } = await import("./notify-gates.ts");
  await notifyGates(stop, (id) => judged.find(({ gate }) => gate.id === id)?.facts ?? null);
}

/** Where no hook of ours runs after the turn: the next stop has the answer. */
async function askJudgeLater({ sessionId, projectDir }: StopContext): Promise<void> {
  if (projectDir === null) return;
  const { startDetached } = await import("../../platform/process/start-self.ts");
  startDetached(["background", "judge", "--session", sessionId, "--project", projectDir]);
}

/** A Stop was logged with its decision: only a drain may be due after it. A hook after the turn starts it, too. */
async function logEventOrDrain(stop: StopContext): Promise<void> {
  if (stop.event.name !== "Stop") {
    const { logHookEvent } = await import("../../recording/capture/capture-event.ts");
    logHookEvent(stop.store, stop);
  } else if (stop.snapshot.queuedInTotal >= (stop.env.wakesAgent ? MIN_QUEUED_TO_DRAIN : 1)) {
    const { startDetached } = await import("../../platform/process/start-self.ts");
    startDetached(["drain", "--quiet"]);
  }
}

function toAnswer({ reason, messages }: Decision, asContext: boolean): Answer {
  const message = messages.join("\n");
  if (reason !== null)
    return { kind: "refuse", reason, ...(message ? { message } : {}), ...(asContext ? { asContext } : {}) };
  return message ? { kind: "tell", message } : { kind: "silent" };
}

async function withNotification(stop: StopContext, decision: Decision, answer: Answer): Promise<Answer> {
  const { notifyPerson } = await import("./notify.ts");
  const terminalSequence = await notifyPerson(stop, decision);
  if (terminalSequence === null || answer.kind === "refuse") return answer;
  return { kind: "tell", message: decision.messages.join("\n"), terminalSequence };
}
