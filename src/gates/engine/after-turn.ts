// Checks that run after the turn. A failure wakes Claude, when the budget allows it: a wake is a block.
import { databasePath, type Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { findActivePause, readPauses } from "../../config/pause.ts";
import { findPlace } from "../../config/place.ts";
import type { StopEvent } from "../../protocol/hook-event.ts";
import { listDecisions } from "../../store/decisions.ts";
import { type HookContext, noteFault, type Trace } from "../../store/hook-context.ts";
import { isWalLong, truncateLongWal } from "../../store/maintain.ts";
import { queueMessage } from "../../store/notices.ts";
import { openLedger, type Store } from "../../store/open.ts";
import { GATES, type GateEntry, isEnabled } from "../registry.ts";
import { openStop } from "./open-stop.ts";
import { type AskedGate, recordDecision } from "./record-decision.ts";
import { carryOut } from "./stop.ts";
import type { StopContext } from "./stop-context.ts";

const DECISION_MS = 180_000;
const LOOK_AGAIN_MS = 50;
/** The two entries of one stop start side by side. */
const START_SKEW_MS = 150;
const LATE_START_AFTER_MS = 2000;
const MAX_LATE_START_MS = 5000;

/** What Claude is to be told, or null. Never throws. */
export async function checkAfterTurn(
  event: StopEvent,
  env: Environment,
  trace: Trace,
  payload: string,
): Promise<string | null> {
  const startDir = env.projectDir ?? event.cwd;
  let context: HookContext<StopEvent> = {
    event,
    env,
    startDir,
    projectDir: startDir,
    now: Date.now(),
    trace,
    payload,
  };
  const path = databasePath(env);
  try {
    const projectDir = (await findPlace(env.projectDir, event.cwd))?.projectDir ?? null;
    context = { ...context, projectDir };
    const loaded = await loadConfig(env, projectDir);
    const { config } = loaded;
    const due = GATES.filter((entry) => isEnabled(config, entry.id) && entry.checksAfterTurn?.(config));
    if (due.length === 0) {
      await truncateLog(path);
      return null;
    }
    if (event.sessionId === null || projectDir === null) return null;
    const store = await openLedger(path);
    if (!(await isTurnOver(store, context, event.sessionId))) return null;
    return await check(openStop(context, loaded, store), due);
  } catch (error) {
    await noteFault(context, "background", error);
    return null;
  }
}

/** A session without tool calls has no other async event to do it. Waits, so that the Stop hook running in parallel goes first. */
async function truncateLog(path: string): Promise<void> {
  if (!isWalLong(path)) return;
  await Bun.sleep(START_SKEW_MS);
  truncateLongWal(await openLedger(path), path);
}

/** Only a turn that really ended is looked after: one that was held goes on, and stops again. */
async function isTurnOver(store: Store, { now }: HookContext, sessionId: string): Promise<boolean> {
  for (const until = now + DECISION_MS; Date.now() < until; await Bun.sleep(LOOK_AGAIN_MS)) {
    const decision = listDecisions(store, { sessionId }, 5).find((row) => row.event === "Stop");
    if (!decision) continue;
    const isOwn = decision.at >= now - START_SKEW_MS;
    // On a slow machine this entry may start long after the other has decided.
    const isLate = Date.now() > now + LATE_START_AFTER_MS && decision.at >= now - MAX_LATE_START_MS;
    if (isOwn || isLate) return decision.verdict === "complete";
  }
  return false;
}

async function check(stop: StopContext<StopEvent>, due: readonly GateEntry[]): Promise<string | null> {
  const asked: AskedGate[] = [];
  for (const { load } of due) {
    const gate = await load();
    const facts = (await gate.gatherAfterTurn?.(stop)) ?? null;
    if (facts !== null) asked.push({ gate, facts, findings: gate.judge(stop, facts) });
  }
  return asked.length === 0 ? null : askBudget({ ...stop, now: Date.now() }, asked);
}

async function askBudget(stop: StopContext<StopEvent>, asked: AskedGate[]): Promise<string | null> {
  const { event, env, startDir, now, store } = stop;
  if (findActivePause(await readPauses(env), { startDir, sessionId: event.sessionId, now })) return null;
  const results = { early: null, asked, failed: false };
  const decision = await recordDecision(stop, results, { label: "background", isLogged: false });
  await carryOut(stop, results, decision);
  // Nobody reads what this hook says unless it wakes Claude.
  for (const text of decision.messages) queueMessage(store, event.sessionId ?? "", text, now);
  return decision.reason;
}
