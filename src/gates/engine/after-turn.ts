// Starts a drain of what the turn recorded, runs checks, and asks judges. A failure wakes Claude if the budget allows it: a wake counts as a block.
import { databasePath, type Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { readActivePause } from "../../config/pause.ts";
import { findProjectDir, mayCapture } from "../../config/place.ts";
import { startDetached } from "../../platform/process/start-self.ts";
import type { StopEvent } from "../../protocol/hook-event.ts";
import { hasWaitingCalls } from "../../recording/queue/pending-queue.ts";
import { listDecisions } from "../../store/decisions.ts";
import { createContext, type HookContext, noteFault, type Trace } from "../../store/hook-context.ts";
import { isWalLong, truncateLongWal } from "../../store/maintain.ts";
import { openLedger, type Store } from "../../store/open.ts";
import { GATES, type GateEntry, isEnabled } from "../registry.ts";
import { AWAITS_JUDGE } from "./budget.ts";
import { hasOtherEnvironment } from "./environment-mark.ts";
import { openStop } from "./open-stop.ts";
import { findTurn } from "./progress.ts";
import { type JudgedGate, recordDecision } from "./record-decision.ts";
import { applyEffects } from "./stop.ts";
import type { StopContext } from "./stop-context.ts";

const MAX_DECISION_MS = 180_000;
const POLL_MS = 50;
const OTHER_ENVIRONMENT =
  "nothing was checked after the turn, because this event came with other variables than the prompt";
/** The Stop hook and this one are started at the same time, in either order. */
const MAX_START_SKEW_MS = 150;
const LATE_START_AFTER_MS = 2000;
const MAX_LATE_START_MS = 5000;

/** The reason to wake Claude, or null. Never throws. */
export async function checkAfterTurn(
  event: StopEvent,
  env: Environment,
  trace: Trace,
  payload: string,
): Promise<string | null> {
  let context = createContext(event, env, trace, payload);
  const path = databasePath(env);
  try {
    const projectDir = await findProjectDir(env.projectDir, event.cwd);
    context = { ...context, projectDir };
    const loaded = await loadConfig(env, projectDir);
    const { config } = loaded;
    const store = await openLedger(path);
    if (mayCapture(context, config) && hasWaitingCalls(store)) startDetached(["drain", "--quiet"]);
    const due = GATES.filter((entry) => isEnabled(config, entry.id) && entry.checksAfterTurn?.(config));
    if (due.length === 0) {
      await truncateWal(store, path);
      return null;
    }
    if (event.sessionId === null || projectDir === null) return null;
    if (!(await isTurnOver(store, context, event.sessionId))) return null;
    const stop = openStop(context, loaded, store);
    stop.turn = await findTurn(stop);
    if (hasOtherEnvironment(stop)) throw new Error(OTHER_ENVIRONMENT);
    return await check(stop, due);
  } catch (error) {
    await noteFault(context, "background", error);
    return null;
  }
}

/** A session without tool calls has no other async event for this. Waits, so that the Stop hook running in parallel goes first. */
async function truncateWal(store: Store, path: string): Promise<void> {
  if (!isWalLong(path)) return;
  await Bun.sleep(MAX_START_SKEW_MS);
  truncateLongWal(store, path);
}

/** Waits for the decision of the Stop hook: a held turn continues, and stops again later. */
async function isTurnOver(store: Store, { now }: HookContext, sessionId: string): Promise<boolean> {
  for (const until = now + MAX_DECISION_MS; Date.now() < until; await Bun.sleep(POLL_MS)) {
    const decision = listDecisions(store, { sessionId }, 5).find((row) => row.event === "Stop");
    if (!decision) continue;
    const isOfThisStop = decision.at >= now - MAX_START_SKEW_MS;
    // On a slow machine this hook may start long after the Stop hook has decided.
    const isLate = Date.now() > now + LATE_START_AFTER_MS && decision.at >= now - MAX_LATE_START_MS;
    if (isOfThisStop || isLate) return decision.verdict === "complete" || decision.rule === AWAITS_JUDGE;
  }
  return false;
}

/** Asks the judges that goals wait for. For a host that could not ask them after the turn. */
export async function judgeGoals(stop: StopContext<StopEvent>): Promise<string | null> {
  const turn = await findTurn(stop);
  // A person's terminal has other variables than the client.
  stop.turn = turn && { ...turn, environment: null };
  return check(
    stop,
    GATES.filter(({ step, checksAfterTurn }) => step === "declared" && checksAfterTurn?.(stop.config)),
  );
}

async function check(stop: StopContext<StopEvent>, due: readonly GateEntry[]): Promise<string | null> {
  const judged: JudgedGate[] = [];
  for (const { load } of due) {
    const gate = await load();
    const facts = (await gate.gatherAfterTurn?.(stop)) ?? null;
    if (facts === null) continue;
    const findings = gate.judge(stop, facts);
    stop.findings.push(...findings);
    judged.push({ gate, facts, findings });
  }
  return judged.length === 0 ? null : decideWake({ ...stop, now: Date.now() }, judged);
}

async function decideWake(stop: StopContext<StopEvent>, judged: JudgedGate[]): Promise<string | null> {
  if (await readActivePause(stop)) return null;
  const results = { early: null, judged, failed: false };
  const decision = await recordDecision(stop, results, { label: "background", isLogged: false });
  await applyEffects(stop, results, decision);
  return decision.reason;
}
