// Continuous work: while the lock is on, Claude keeps working.
import { findLockFolder } from "../../config/place.ts";
import { countBlocksSince } from "../../store/decisions.ts";
import { type Goal, isForJudge } from "../../store/goals.ts";
import { attempt, noteFault } from "../../store/hook-context.ts";
import { inTransaction } from "../../store/open.ts";
import { clipLine } from "../../text/clip.ts";
import { printable } from "../../text/printable.ts";
import type { Finding, Gate, GateOutcome } from "../engine/gate.ts";
import type { StopContext, StopView } from "../engine/stop-context.ts";
import type { ConditionState } from "../goals/goal.ts";
import { describeForeignLock, type FoundLock, findLock } from "./origin.ts";
import {
  describeLock,
  dropHeldLock,
  findHeldLock,
  isForeign,
  type LockOrigin,
  noteHeldLock,
  saveLockRow,
} from "./rows.ts";
import { type Lock, MAX_BLOCKS, readLock } from "./state-file.ts";
import { findTampering, tellTampering } from "./tampering.ts";

export interface LockFacts {
  /** The recorded lock of this session. */
  heldRow: Goal | null;
  present: PresentLock;
}

interface PresentLock {
  lock: Lock;
  /** What the budget had used when the lock was made: the lock's own rounds and time begin then. */
  before: { blocks: number; minutes: number };
  /** The lock's folder: that of the session, or one above it. */
  folder: string;
  origin: LockOrigin;
  toolCalls: number;
  /** Somebody changed its file by hand. */
  isChanged: boolean;
  /** What the judge says about its definition of done; null if nobody is to judge it. */
  answer: ConditionState | null;
}

const MAX_GOAL_LENGTH = 80;

export const lock: Gate<LockFacts> = {
  id: "lock",

  async gather(stop) {
    const folder = findLockFolder(stop);
    const mayBeHeld = stop.snapshot.open.lock || folder !== null;
    const heldRow = mayBeHeld ? findHeldLock(stop.store, stop.sessionId) : null;
    const found =
      folder === null ? null : { folder, ...(await findLock(stop.env, stop.store, folder, stop.config)) };
    const tampering = findTampering(heldRow, found);
    if (tampering) {
      stop.snapshot = { ...stop.snapshot, hasMessages: true };
      const { store, now: at, sessionId } = stop;
      stop.writes.push(() => tellTampering(store, tampering, sessionId, at));
    }
    const present = found && (await gatherLock(stop, found, heldRow, tampering !== null));
    return present && { heldRow, present };
  },

  judge(stop, { present }) {
    const { lock: found, origin } = present;
    if (isForeign(origin)) return [foreign(present)];
    if (!isFor(found, stop.event.sessionId)) return [];
    if (stop.now >= found.expiresAt) return [expired(present)];
    return [
      present.answer?.state === "met" ? finished(present) : withAnswer(keepWorking(stop, present), present),
    ];
  },

  effect: {
    inTransaction({ store, sessionId, now }, outcome) {
      const { heldRow, present } = outcome.facts;
      if (hasEnded(outcome)) dropHeldLock(store, present.folder, now);
      else if (present.answer !== null || (outcome.held.length > 0 && heldRow?.projectDir !== present.folder))
        noteHeldLock(store, sessionId, { folder: present.folder, lock: withJudge(present), at: now });
    },

    async afterCommit(stop, outcome) {
      const { folder, origin, lock: found } = outcome.facts.present;
      if (hasEnded(outcome)) {
        const { removeLock } = await import("./change-lock.ts");
        removeLock(folder);
      }
      const isFirst = outcome.held.length > 0 || outcome.facts.present.answer !== null;
      if (isFirst && !hasEnded(outcome) && found.owner === null && !found.all) {
        const { adoptLock } = await import("./change-lock.ts");
        await adoptLock(folder, stop.sessionId, found.createdAt);
        const { identity } = await readLock(folder, stop.config);
        const was = describeLock({ ...found, owner: stop.sessionId });
        saveLockRow(stop.store, { project_dir: folder, identity, origin, at: stop.now, was });
      }
    },

    measure: (outcome) => ({
      lock_blocks: outcome.held.length > 0 ? 1 : 0,
      lock_released: hasEnded(outcome) ? 1 : 0,
    }),
  },

  async remind(start) {
    const { loaded, event, now, env, store } = start;
    const held = store && findHeldLock(store, event.sessionId ?? "");
    const folder = findLockFolder(start);
    const read = folder === null ? null : { folder, ...(await findLock(env, store, folder, loaded.config)) };
    const tampering = findTampering(held, read);
    if (store && tampering)
      inTransaction(store, () => tellTampering(store, tampering, event.sessionId ?? "", now));
    if (read === null || folder === null || !loaded.config.gates.lock.enabled) return null;
    const { lock: found, origin, identity, isKnown } = read;
    if (found === null) return null;
    if (store && !isKnown)
      saveLockRow(store, { project_dir: folder, identity, origin, at: now, was: describeLock(found) });
    if (isForeign(origin)) return isKnown ? null : { messages: [`holdfast: ${describeForeignLock(found)}`] };
    if (now >= found.expiresAt || !isFor(found, event.sessionId)) return null;
    await attempt(start, "lock", () => ignoreLock(folder));
    if (store && event.sessionId !== null)
      noteHeldLock(store, event.sessionId, {
        folder,
        lock: withJudge({ lock: found, origin }),
        at: now,
      });
    const goal = found.goal ? ` Goal: ${found.goal}.` : "";
    return {
      messages: [describeToPerson(found, now)],
      holds: [
        `A holdfast lock is on in this project: keep working until it is done.${goal} \`holdfast status\` shows it, \`holdfast unlock\` ends it.`,
      ],
    };
  },

  async gatherAfterTurn(stop) {
    const row = findHeldLock(stop.store, stop.sessionId);
    if (!row?.conditions.some(isForJudge)) return null;
    const [{ askForGoal }, { openStop }] = await Promise.all([
      import("../judging/ask-for-goal.ts"),
      import("../engine/open-stop.ts"),
    ]);
    if ((await askForGoal(stop, row)) !== "answered") return null;
    // The tree is read once per event, and may have changed since.
    return lock.gather(openStop({ ...stop, event: { ...stop.event } }, stop.loaded, stop.store));
  },

  notReplayed: "declared work is not recorded in transcripts",
};

/** Not as a local time, because loading time zones is slow. */
function describeToPerson({ goal, expiresAt }: Lock, now: number): string {
  const minutes = Math.max(1, Math.round((expiresAt - now) / 60_000));
  const left = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  const towards = goal ? `: ${clipLine(printable(goal), MAX_GOAL_LENGTH)}` : "";
  return `holdfast: a lock holds this session for another ${left}${towards}. /holdfast:unlock ends it.`;
}

async function gatherLock(
  stop: StopContext,
  { folder, lock: found, problem, origin, identity, isKnown }: FoundLock & { folder: string },
  heldRow: Goal | null,
  isChanged: boolean,
): Promise<PresentLock | null> {
  const { store, now } = stop;
  if (problem) await noteFault(stop, "gate:lock", problem);
  if (found === null || (isKnown && isForeign(origin))) return null;
  if (!isKnown)
    stop.writes.push(() =>
      saveLockRow(store, { project_dir: folder, identity, origin, at: now, was: describeLock(found) }),
    );
  // A file that others can rewrite must not get new rounds each time.
  const before = origin === "command" ? budgetBefore(stop, found) : { blocks: 0, minutes: 0 };
  const toolCalls = await stop.shared.toolCalls();
  const hasJudge = stop.config.judge.by !== "off" && withJudge({ lock: found, origin }).judge;
  const answer = hasJudge ? await readAnswer(stop, folder, heldRow) : null;
  return { lock: found, folder, origin, before, isChanged, toolCalls, answer };
}

/** Only our command can leave it to a judge: a file that Claude rewrote must not hold less. */
function withJudge({ lock: found, origin }: Pick<PresentLock, "lock" | "origin">): Lock {
  return { ...found, judge: found.judge && found.definitionOfDone !== "" && origin === "command" };
}

async function readAnswer(stop: StopContext, folder: string, heldRow: Goal | null): Promise<ConditionState> {
  const isAsked = heldRow?.projectDir === folder && heldRow.conditions.some(isForJudge);
  const { readAnswers } = await import("../goals/judge-answers.ts");
  const [answer] = isAsked ? await readAnswers(stop, heldRow) : [];
  if (answer) return answer;
  return { id: "judge", state: "open", because: "No judge has answered yet", next: "", awaitsJudge: true };
}

/** The present lock has ended. A foreign one never held anything. */
function hasEnded({ facts: { present }, released, advised }: GateOutcome<LockFacts>): boolean {
  return !isForeign(present.origin) && released.length + advised.length > 0;
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

function keepWorking({ round }: StopView, { lock: held, origin, before, toolCalls }: PresentLock): Finding {
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
    progress: `tools:${toolCalls}`,
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

/** While the judge has not answered, the stop is allowed. */
function withAnswer(finding: Finding, { answer }: PresentLock): Finding {
  if (answer === null) return finding;
  if (answer.awaitsJudge) return { ...finding, code: "judge", summary: answer.because, awaitsJudge: true };
  const { because, next } = answer;
  return {
    ...finding,
    reason: [finding.reason, because, next].join("\n"),
    fingerprint: `${finding.fingerprint}:${answer.fingerprint ?? ""}`,
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
