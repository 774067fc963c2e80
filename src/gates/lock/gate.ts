// Continuous work: while the lock is on, Claude keeps working.
import { findLockFolder } from "../../config/place.ts";
import { countBlocksSince } from "../../store/decisions.ts";
import { type Goal, isSameGoal, noteHeld } from "../../store/goals.ts";
import { attempt, noteFault, type OpenContext } from "../../store/hook-context.ts";
import { inTransaction } from "../../store/open.ts";
import { clipLine } from "../../text/clip.ts";
import { printable } from "../../text/printable.ts";
import type { Finding, Gate, GateOutcome, ReminderContext } from "../engine/gate.ts";
import type { StopContext, StopView } from "../engine/stop-context.ts";
import type { GoalFacts } from "../goals/goal.ts";
import { goalGate } from "../goals/goal-gate.ts";
import { describeForeignLock, type FoundLock, findLock } from "./origin.ts";
import { dropHeldLock, findHeldLock, goalOfLock, isForeign, type LockOrigin, saveLockRow } from "./rows.ts";
import { type Lock, MAX_BLOCKS, readLock } from "./state-file.ts";

interface PresentLock {
  lock: Lock;
  /** What the budget had used when the lock was made: the lock's own rounds and time begin then. */
  before: { blocks: number; minutes: number };
  origin: LockOrigin;
  /** Somebody changed its file by hand. */
  isChanged: boolean;
}

/** The goal's folder is the lock's: that of the session, or one above it. */
export type LockFacts = GoalFacts<PresentLock>;

const MAX_GOAL_LENGTH = 80;

export const lock: Gate<LockFacts> = {
  ...goalGate<PresentLock>({
    id: "lock",
    demand: findGoalOfFile,
    findings: judgeLock,
    describeProgress: () => "until its judge says yes",
  }),

  effect: {
    inTransaction({ store, now }, outcome) {
      const { goal, conditions } = outcome.facts;
      if (hasEnded(outcome)) dropHeldLock(store, goal.projectDir, now);
      else if (conditions.length + outcome.held.length > 0) noteHeld(store, goal);
    },

    async afterCommit(stop, outcome) {
      const { goal, conditions, extra } = outcome.facts;
      const { projectDir: folder } = goal;
      const { lock: found, origin } = extra;
      const isAdopted = conditions.length + outcome.held.length > 0 && found.owner === null && !found.all;
      if (!hasEnded(outcome) && !isAdopted) return;
      const { adoptLock, removeLock } = await import("./change-lock.ts");
      if (hasEnded(outcome)) removeLock(folder);
      else {
        await adoptLock(folder, stop.sessionId, found.createdAt);
        const { identity } = await readLock(folder, stop.config);
        const adopted = { ...found, owner: stop.sessionId };
        saveLockRow(stop.store, { folder, lock: adopted, identity, origin, at: stop.now });
      }
    },

    measure: (outcome) => ({
      lock_blocks: outcome.held.length > 0 ? 1 : 0,
      lock_released: hasEnded(outcome) ? 1 : 0,
    }),
  },

  async remind(start) {
    const { loaded, event, now, store } = start;
    const { found: read, tampering } = await readPlace(start, event.sessionId);
    if (store && tampering) {
      const { tellTampering } = await import("./tampering.ts");
      inTransaction(store, () => tellTampering(store, tampering, event.sessionId ?? "", now));
    }
    if (!read?.lock || !loaded.config.gates.lock.enabled) return null;
    const { folder, lock: found, origin, isKnown } = read;
    if (store && !isKnown) saveLockRow(store, { ...read, lock: found, at: now });
    if (isForeign(origin)) return isKnown ? null : { messages: [`holdfast: ${describeForeignLock(found)}`] };
    if (now >= found.expiresAt || !isFor(found, event.sessionId)) return null;
    await attempt(start, "lock", () => ignoreLock(folder));
    if (store && event.sessionId !== null)
      noteHeld(store, goalOfLock(event.sessionId, { folder, lock: found, origin }, now));
    const goal = found.goal ? ` Goal: ${found.goal}.` : "";
    return {
      messages: [describeToPerson(found, now)],
      holds: [
        `A holdfast lock is on in this project: keep working until it is done.${goal} \`holdfast status\` shows it, \`holdfast unlock\` ends it.`,
      ],
    };
  },
};

/** Not as a local time, because loading time zones is slow. */
function describeToPerson({ goal, expiresAt }: Lock, now: number): string {
  const minutes = Math.max(1, Math.round((expiresAt - now) / 60_000));
  const left = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  const towards = goal ? `: ${clipLine(printable(goal), MAX_GOAL_LENGTH)}` : "";
  return `holdfast: a lock holds this session, for ${left} at most${towards}. /holdfast:unlock ends it.`;
}

async function findGoalOfFile(stop: StopContext): Promise<LockFacts | null> {
  const { store, now, sessionId } = stop;
  const { held, found, tampering } = await readPlace(stop, sessionId);
  if (tampering) {
    stop.snapshot = { ...stop.snapshot, hasMessages: true };
    const { tellTampering } = await import("./tampering.ts");
    stop.writes.push(() => tellTampering(store, tampering, sessionId, now));
  }
  if (found?.problem) await noteFault(stop, "gate:lock", found.problem);
  return found?.lock ? gatherLock(stop, { ...found, lock: found.lock }, held, tampering !== null) : null;
}

/** The lock of the session's folder, and what somebody did to the file of the one that held it. */
async function readPlace(context: OpenContext | ReminderContext, sessionId: string | null) {
  const { env, store, loaded } = context;
  const folder = findLockFolder(context);
  const held = store && findHeldLock(store, sessionId ?? "");
  const found = folder === null ? null : { folder, ...(await findLock(env, store, folder, loaded.config)) };
  const isSame = held?.projectDir === found?.folder && found?.row?.identity === found?.identity;
  if (isSame || (held === null && !found?.row)) return { held, found, tampering: null };
  const { findTampering } = await import("./tampering.ts");
  return { held, found, tampering: findTampering(held, found) };
}

async function gatherLock(
  stop: StopContext,
  found: FoundLock & { folder: string; lock: Lock },
  held: Goal | null,
  isChanged: boolean,
): Promise<LockFacts | null> {
  const { store, now, sessionId } = stop;
  const { lock: present, origin, isKnown } = found;
  if (isKnown && isForeign(origin)) return null;
  if (!isKnown) stop.writes.push(() => saveLockRow(store, { ...found, at: now }));
  const fresh = goalOfLock(sessionId, found, now);
  const row = held !== null && isSameGoal(held, fresh) ? held : null;
  const mayHold = now < present.expiresAt && isFor(present, sessionId);
  if (row?.state === "suspended" && mayHold) return null;
  const goal = row ?? fresh;
  const isJudged = goal.conditions.length > 0 && stop.config.judge.by !== "off" && mayHold;
  const conditions = isJudged
    ? await (await import("../goals/judge-answers.ts")).readAnswers(stop, goal)
    : [];
  // A file that others can rewrite must not get new rounds each time.
  const before = origin === "command" ? budgetBefore(stop, present) : { blocks: 0, minutes: 0 };
  const progress = `tools:${await stop.shared.toolCalls()}`;
  const extra = { lock: present, origin, before, isChanged };
  return { goal, source: "file", conditions, evidence: [], claimsMore: false, progress, extra };
}

function judgeLock(stop: StopView, { conditions, progress, extra }: LockFacts): Finding[] {
  const { lock: found, origin } = extra;
  if (isForeign(origin)) return [foreign(extra)];
  if (!isFor(found, stop.event.sessionId)) return [];
  if (stop.now >= found.expiresAt) return [expired(extra)];
  const isDone = conditions.length > 0 && conditions.every(({ state }) => state === "met");
  return [isDone ? finished(extra) : keepWorking(stop, extra, progress)];
}

/** The present lock has ended. A foreign one never held anything. */
function hasEnded({ facts: { extra }, released, advised }: GateOutcome<LockFacts>): boolean {
  return !isForeign(extra.origin) && released.length + advised.length > 0;
}

async function ignoreLock(folder: string): Promise<void> {
  const { ignoreRuntimeFolder } = await import("../../store/runtime-files.ts");
  await ignoreRuntimeFolder(folder);
}

function isFor({ all, owner }: Lock, sessionId: string | null): boolean {
  return sessionId !== null && (all || owner === null || owner === sessionId);
}

/** What the budget had used when the lock was made, if that was in the middle of it. */
function budgetBefore({ sessionId, store, budget }: StopContext, { createdAt }: Lock): PresentLock["before"] {
  const since = budget?.first_block_at ?? null;
  if (budget === null || since === null || createdAt <= since) return { blocks: 0, minutes: 0 };
  const byLock = countBlocksSince(store, { sessionId, budgetId: budget.id, since: createdAt });
  return { blocks: Math.max(0, budget.blocks - byLock), minutes: (createdAt - since) / 60_000 };
}

function keepWorking(
  { round }: StopView,
  { lock: held, origin, before }: PresentLock,
  progress: string,
): Finding {
  const shownRound = Math.min(Math.max(1, round - before.blocks), held.maxBlocks);
  return {
    gate: "lock",
    code: "locked",
    severity: "block",
    reason: [
      `Keep working: a lock is on (round ${shownRound} of ${held.maxBlocks}).`,
      ...(held.goal ? [`Goal: ${held.goal}`] : []),
      ...(held.definitionOfDone ? [`Done when: ${held.definitionOfDone}`] : []),
      "Work through open tasks, TODOs, failing checks and the next steps you listed.",
      `When ${held.definitionOfDone ? "that is met" : "nothing is left"}, run \`holdfast unlock\`.`,
    ].join("\n"),
    summary: held.goal ? `The lock was still on. Goal: ${held.goal}` : "The lock was still on.",
    fingerprint: origin === "command" ? `lock:${hashText(held)}` : "lock:file",
    progress,
    endsOnRelease: true,
    releasedBy: "`holdfast unlock`, or removing .claude/runtime/locks/.lock_active",
    endedBy: "holdfast unlock",
    round: { n: shownRound, of: held.maxBlocks },
    // Bounded, however many locks are made in one budget.
    limits: {
      blocks: Math.min(before.blocks + held.maxBlocks, MAX_BLOCKS),
      minutes: before.minutes + held.minutes,
    },
  };
}

function finished({ lock: found }: PresentLock): Finding {
  const reason = `The lock is done: the judge said yes to "${clipLine(found.definitionOfDone, MAX_GOAL_LENGTH)}". It was removed.`;
  return advise("done", hashText(found), reason);
}

function hashText({ goal, definitionOfDone }: Lock): string {
  return Bun.hash(`${goal}\n${definitionOfDone}`).toString(36);
}

function foreign({ lock: found }: PresentLock): Finding {
  const released = "`holdfast lock --keep`, or removing it";
  return advise("foreign", hashText(found), describeForeignLock(found), released);
}

function expired({ lock: over, isChanged }: PresentLock): Finding {
  const reason = isChanged
    ? "The lock's file was rewritten with a time that has passed. It was removed."
    : "The lock has expired and was removed.";
  return advise("expired", hashText(over), reason);
}

function advise(code: string, id: string, reason: string, releasedBy = "nothing: it is gone"): Finding {
  const fingerprint = `lock-${code}:${id}`;
  return { gate: "lock", code, severity: "advise", reason, fingerprint, progress: "", releasedBy };
}
