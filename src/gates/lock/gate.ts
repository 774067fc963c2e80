// Continuous work: while the lock stands, Claude keeps going.
import { findLockFolder } from "../../config/place.ts";
import { countBlocksSince } from "../../store/decisions.ts";
import { noteFault } from "../../store/hook-context.ts";
import { quoteWork } from "../../text/quote-text.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import type { StopContext, StopView } from "../engine/stop-context.ts";
import { describeForeignLock, findLock } from "./origin.ts";
import { isForeign, type LockOrigin, saveLockRow } from "./rows.ts";
import { type Lock, MAX_BLOCKS, MAX_TEXT, readLock } from "./state-file.ts";

export interface LockFacts {
  lock: Lock;
  /** Of this budget, before the lock was made: its own rounds and time begin with it. */
  before: { blocks: number; minutes: number };
  /** Whose lock it is: that of the session, or one above it. */
  folder: string;
  origin: LockOrigin;
  toolCalls: number;
}

/** A milder setting never goes below this many blocks. */
const MIN_BLOCKS = 5;

export const lock: Gate<LockFacts> = {
  id: "lock",

  async gather(stop) {
    const folder = findLockFolder(stop);
    if (folder === null) return null;
    const { env, store, now, config } = stop;
    const { lock: found, problem, origin, identity, isKnown } = await findLock(env, store, folder, config);
    if (problem) await noteFault(stop, "gate:lock", new Error(problem));
    if (found === null || (isKnown && isForeign(origin))) return null;
    if (!isKnown)
      stop.writes.push(() => saveLockRow(store, { project_dir: folder, identity, origin, at: now }));
    // A file that others rewrite must not get new rounds each time.
    const before = origin === "command" ? budgetBefore(stop, found) : { blocks: 0, minutes: 0 };
    return { lock: found, folder, origin, before, toolCalls: await stop.shared.toolCalls() };
  },

  judge(stop, facts) {
    if (isForeign(facts.origin)) return [foreign(facts)];
    if (!isFor(facts.lock, stop.event.sessionId)) return [];
    return [stop.now >= facts.lock.expiresAt ? expired(facts.lock) : keepWorking(stop, facts)];
  },

  effect: {
    async afterCommit(stop, { facts, held, released, advised }) {
      const { folder, origin } = facts;
      if (isForeign(origin)) return;
      if (released.length + advised.length > 0) {
        const { removeLock } = await import("./write-lock.ts");
        removeLock(folder);
      }
      if (held.length > 0 && facts.lock.owner === null && !facts.lock.all) {
        const { adoptLock } = await import("./write-lock.ts");
        await adoptLock(folder, stop.event.sessionId ?? "", facts.lock.createdAt);
        const { identity } = await readLock(folder, stop.config);
        saveLockRow(stop.store, { project_dir: folder, identity, origin, at: stop.now });
      }
    },

    measure: ({ facts, held, released, advised }) => ({
      lock_blocks: held.length > 0 ? 1 : 0,
      lock_released: !isForeign(facts.origin) && released.length + advised.length > 0 ? 1 : 0,
    }),
  },

  async remind(start) {
    const { loaded, event, now, env, store } = start;
    const folder = findLockFolder(start);
    if (folder === null || !loaded.config.gates.lock.enabled) return null;
    const { lock: found, origin, identity, isKnown } = await findLock(env, store, folder, loaded.config);
    if (found === null) return null;
    if (store && !isKnown) saveLockRow(store, { project_dir: folder, identity, origin, at: now });
    if (isForeign(origin))
      return isKnown ? null : { messages: [`holdfast: ${describeForeignLock(found, origin)}`] };
    if (now >= found.expiresAt || !isFor(found, event.sessionId)) return null;
    const goal = found.goal ? ` Goal: ${told(found.goal, origin)}.` : "";
    return {
      holds: [
        `A holdfast lock is on in this project: work on until it is done.${goal} \`holdfast status\` shows it, \`holdfast unlock\` ends it.`,
      ],
    };
  },

  milder({
    gates: {
      lock: { max },
    },
  }) {
    const fewer = Math.max(MIN_BLOCKS, Math.floor(max / 2));
    return fewer < max ? { key: "gates.lock.max", value: fewer } : null;
  },

  replay: { unknown: "locks, flows and pipelines are kept outside of transcripts" },
};

function isFor({ all, owner }: Lock, sessionId: string | null): boolean {
  return sessionId !== null && (all || owner === null || owner === sessionId);
}

/** What the budget had used when the lock was made in the middle of it. */
function budgetBefore({ event, store, budget }: StopContext, { createdAt }: Lock): LockFacts["before"] {
  const since = budget?.first_block_at ?? null;
  if (budget === null || since === null || createdAt <= since || event.sessionId === null)
    return { blocks: 0, minutes: 0 };
  const own = countBlocksSince(store, {
    sessionId: event.sessionId,
    budgetId: budget.id,
    since: createdAt,
  });
  return { blocks: Math.max(0, budget.blocks - own), minutes: (createdAt - since) / 60_000 };
}

function keepWorking({ round }: StopView, { lock: held, origin, before, toolCalls }: LockFacts): Finding {
  return {
    gate: "lock",
    code: "locked",
    severity: "block",
    reason: [
      `Keep working: a lock is on (round ${Math.max(1, round - before.blocks)} of ${held.maxBlocks}).`,
      ...(held.goal ? [`Goal: ${told(held.goal, origin)}`] : []),
      ...(held.definitionOfDone ? [`Done when: ${told(held.definitionOfDone, origin)}`] : []),
      "Look for open tasks, TODOs, failing checks and next steps you named, and do them now.",
      `When ${held.definitionOfDone ? "that is met" : "nothing is left"}, run \`holdfast unlock\`.`,
    ].join("\n"),
    summary: held.goal
      ? `The lock was still on; its goal: ${quoteWork(held.goal, MAX_TEXT)}`
      : "The lock was still on.",
    fingerprint: origin === "command" ? `lock:${markOf(held)}` : "lock:file",
    progress: `tools:${toolCalls}`,
    releasedBy: "`holdfast unlock`, or removing .claude/runtime/locks/.lock_active",
    endedBy: "holdfast unlock",
    // However many locks are made in one budget, it stays bounded.
    limits: {
      blocks: Math.min(before.blocks + held.maxBlocks, MAX_BLOCKS),
      minutes: before.minutes + held.minutes,
    },
  };
}

/** Of a lock that our command wrote. Whoever rewrites the file by other means does not make a new situation of it. */
function markOf({ goal, definitionOfDone }: Lock): string {
  return Bun.hash(`${goal}\n${definitionOfDone}`).toString(36);
}

/** What was given to our command is the user's or Claude's own word; the text of a file may be anybody's. */
function told(text: string, origin: LockOrigin): string {
  return origin === "command" ? text : `"${quoteWork(text, MAX_TEXT)}"`;
}

function foreign({ lock: found, origin }: LockFacts): Finding {
  return {
    gate: "lock",
    code: "foreign",
    severity: "advise",
    reason: describeForeignLock(found, origin),
    fingerprint: `lock-foreign:${markOf(found)}`,
    progress: "",
    releasedBy: "`holdfast lock --keep`, or removing it",
  };
}

function expired(over: Lock): Finding {
  return {
    gate: "lock",
    code: "expired",
    severity: "advise",
    reason: "The lock is over its time and was removed.",
    fingerprint: `lock-expired:${markOf(over)}`,
    progress: "",
    releasedBy: "nothing: it is gone",
  };
}
