// Continuous work: while the lock stands, Claude keeps going.
import { findLockFolder } from "../../config/place.ts";
import { countBlocksSince } from "../../store/decisions.ts";
import { noteFault } from "../../store/hook-context.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import type { StopContext, StopView } from "../engine/stop-context.ts";
import { type Lock, MAX_BLOCKS, readLock } from "./state-file.ts";

export interface LockFacts {
  lock: Lock;
  /** Of this budget, before the lock was made: its own rounds and time begin with it. */
  before: { blocks: number; minutes: number };
  /** Whose lock it is: that of the session, or one above it. */
  folder: string;
  toolCalls: number;
}

/** A milder setting never goes below this many blocks. */
const MIN_BLOCKS = 5;

export const lock: Gate<LockFacts> = {
  id: "lock",

  async gather(stop) {
    const folder = findLockFolder(stop);
    if (folder === null) return null;
    const { lock: found, problem } = await readLock(folder, stop.config);
    if (problem) await noteFault(stop, "gate:lock", new Error(problem));
    if (!found) return null;
    return {
      lock: found,
      folder,
      before: budgetBefore(stop, found),
      toolCalls: await stop.shared.toolCalls(),
    };
  },

  judge(stop, facts) {
    if (!isFor(facts.lock, stop.event.sessionId)) return [];
    return [stop.now >= facts.lock.expiresAt ? expired(facts.lock) : keepWorking(stop, facts)];
  },

  effect: {
    async afterCommit(stop, { facts, held, released, advised }) {
      const { folder } = facts;
      if (released.length + advised.length > 0) {
        const { removeLock } = await import("./write-lock.ts");
        removeLock(folder);
      }
      if (held.length > 0 && facts.lock.owner === null && !facts.lock.all) {
        const { adoptLock } = await import("./write-lock.ts");
        await adoptLock(folder, stop.event.sessionId ?? "", facts.lock.createdAt);
      }
    },

    measure: ({ held, released, advised }) => ({
      lock_blocks: held.length > 0 ? 1 : 0,
      lock_released: released.length + advised.length > 0 ? 1 : 0,
    }),
  },

  async remind(start) {
    const { loaded, event, now } = start;
    const folder = findLockFolder(start);
    if (folder === null || !loaded.config.gates.lock.enabled) return null;
    const { lock: found } = await readLock(folder, loaded.config);
    if (!found || now >= found.expiresAt || !isFor(found, event.sessionId)) return null;
    const goal = found.goal ? ` Goal: ${found.goal}.` : "";
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

function keepWorking({ round }: StopView, { lock: held, before, toolCalls }: LockFacts): Finding {
  return {
    gate: "lock",
    code: "locked",
    severity: "block",
    reason: [
      `Keep working: a lock is on (round ${Math.max(1, round - before.blocks)} of ${held.maxBlocks}).`,
      ...(held.goal ? [`Goal: ${held.goal}`] : []),
      ...(held.definitionOfDone ? [`Done when: ${held.definitionOfDone}`] : []),
      "Look for open tasks, TODOs, failing checks and next steps you named, and do them now.",
      `When ${held.definitionOfDone ? "that is met" : "nothing is left"}, run \`holdfast unlock\`.`,
    ].join("\n"),
    summary: held.goal ? `The lock was still on; its goal: ${held.goal}` : "The lock was still on.",
    fingerprint: `lock:${held.createdAt}:${Bun.hash(held.goal + held.definitionOfDone).toString(36)}`,
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

function expired({ createdAt }: Lock): Finding {
  return {
    gate: "lock",
    code: "expired",
    severity: "advise",
    reason: "The lock is over its time and was removed.",
    fingerprint: `lock-expired:${createdAt}`,
    progress: "",
    releasedBy: "nothing: it is gone",
  };
}
