// Checks that run after the turn. A failure wakes Claude, when the budget allows it: a wake is a block.
import type { Environment } from "../../config/environment.ts";
import { type LoadedConfig, loadConfig } from "../../config/load-config.ts";
import { databasePath } from "../../config/paths.ts";
import { activePause, readPauses } from "../../config/pause.ts";
import type { StopEvent } from "../../protocol/hook-event.ts";
import { listDecisions } from "../../store/decisions.ts";
import { type HookContext, noteFault } from "../../store/event-context.ts";
import { isLogLong, trimLog } from "../../store/maintain.ts";
import { queueMessage } from "../../store/messages.ts";
import { openLedger, type Store } from "../../store/open.ts";
import type { Trace } from "../../store/trace.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import { currentBudget } from "../engine/budgets.ts";
import { loadEffects } from "../engine/carry-out.ts";
import { composeReason } from "../engine/compose.ts";
import type { Quality } from "../engine/facts.ts";
import { gatherChangesLater } from "../engine/gather-changes.ts";
import { gatherFacts } from "../engine/gather-facts.ts";
import type { Known } from "../engine/known.ts";
import { settle } from "../engine/settle.ts";
import { listStages } from "./check.ts";
import { quality as gate } from "./gate.ts";
import { holdSlot } from "./hold-slot.ts";
import { judgeStages } from "./judge-stages.ts";

/** Below the client's own timeout for this entry. */
const MAX_MS = 880_000;
const DECISION_MS = 180_000;
const LOOK_AGAIN_MS = 50;
/** The two entries of one stop start side by side. */
const TOGETHER_MS = 150;
const PATIENCE_MS = 2000;
const LATE_MS = 5000;
const TREE_MS = 10_000;

type Stop = HookContext<StopEvent>;

/** What Claude is to be told, or null. Never throws. */
export async function checkInBackground(
  event: StopEvent,
  env: Environment,
  trace: Trace,
  payload: string,
): Promise<string | null> {
  const projectDir = env.projectDir ?? event.cwd;
  const context: Stop = { event, env, projectDir, now: Date.now(), trace, payload };
  try {
    const loaded = await loadConfig(env, context.projectDir);
    if (hasBackgroundChecks(loaded)) return await check(context, loaded);
    await trimLongLog(databasePath(env));
    return null;
  } catch (error) {
    await noteFault(context, "background", error);
    return null;
  }
}

/** Sessions of talk have no other event that nobody waits for. The stop beside this one goes first. */
async function trimLongLog(path: string): Promise<void> {
  if (!isLogLong(path)) return;
  await Bun.sleep(TOGETHER_MS);
  trimLog(await openLedger(path), path);
}

function hasBackgroundChecks({ config }: LoadedConfig): boolean {
  if (!config.gates.quality.enabled) return false;
  return listStages(config.quality).some(({ checks }) => checks.some(({ background }) => background));
}

async function check(context: Stop, loaded: LoadedConfig): Promise<string | null> {
  const { event, env, projectDir } = context;
  const { sessionId } = event;
  if (sessionId === null || projectDir === null) return null;
  const store = await openLedger(databasePath(env));
  if (!(await isTurnOver(store, context, sessionId))) return null;
  const budget = currentBudget(store, sessionId, "main");
  const known: Known = { store, loaded, agent: "main", budget };
  const changes = await gatherChangesLater(context, known);
  if (changes === null || changes.files.length === 0) return null;
  const isCurrent = () => currentBudget(store, sessionId, "main")?.id === budget?.id;
  const until = context.now + MAX_MS;
  const quality = await holdSlot(store, projectDir, isCurrent, (signal) =>
    judgeStages({ context, known, changes, projectDir, background: true, until, signal }),
  );
  if (!quality || quality.failures.length === 0) return null;
  // What was changed meanwhile has a stop of its own to come.
  const { fingerprint: mark } = await readTreeState(projectDir, { env, deadlineMs: TREE_MS });
  return mark === quality.treeMark ? askBudget(context, known, quality) : null;
}

/** Only a turn that really ended is looked after: one that was held goes on, and stops again. */
async function isTurnOver(store: Store, { now }: Stop, sessionId: string): Promise<boolean> {
  for (const until = now + DECISION_MS; Date.now() < until; await Bun.sleep(LOOK_AGAIN_MS)) {
    const decision = listDecisions(store, { sessionId }, 5).find((row) => row.event === "Stop");
    if (!decision) continue;
    const isOwn = decision.at >= now - TOGETHER_MS;
    // On a slow machine this entry may start long after the other has decided.
    const isLate = Date.now() > now + PATIENCE_MS && decision.at >= now - LATE_MS;
    if (isOwn || isLate) return decision.verdict === "complete";
  }
  return false;
}

async function askBudget(context: Stop, known: Known, quality: Quality): Promise<string | null> {
  const { event, env, projectDir } = context;
  const { store, loaded } = known;
  const now = Date.now();
  if (activePause(await readPauses(env), { projectDir, sessionId: event.sessionId, now })) return null;
  const gathered = await gatherFacts(context, [], known, new Set());
  const facts = { ...gathered.facts, quality };
  const asked = {
    excuse: null,
    // The stop itself has said already that the project is not trusted.
    findings: gate.judge(event, { ...facts, quality: { ...quality, refused: null } }),
    failed: false,
    gathered: { ...gathered, facts },
  };
  const effects = await loadEffects(asked.findings);
  const later = { ...context, now };
  const { ruling, messages } = settle(later, store, {
    agent: "main",
    budget: known.budget,
    standing: null,
    loaded,
    asked,
    effects,
    isLogged: false,
    label: "background",
  });
  await effects.carryOut(store, { context: later, loaded, facts }, ruling);
  // Nobody reads what this hook says unless it wakes Claude.
  for (const text of messages) queueMessage(store, event.sessionId ?? "", text, now);
  return ruling.verdict === "blocked" ? composeReason(ruling, event) : null;
}
