// Continuous work: while the lock stands, Claude keeps going.
import type { Lock } from "../engine/declared-facts.ts";
import type { Facts } from "../engine/facts.ts";
import type { Finding, Gate } from "../engine/finding.ts";

export const lock: Gate = {
  id: "lock",
  events: ["Stop"],
  needs: ["lock", "toolCalls"],
  judge(event, facts) {
    const held = facts.lock;
    if (!held || !holds(held, event.sessionId)) return [];
    return [facts.now >= held.expiresAt ? expired(held) : keepWorking(held, facts)];
  },
};

function holds(held: Lock, sessionId: string | null): boolean {
  if (sessionId === null) return false;
  return held.all || held.owner === null || held.owner === sessionId;
}

function keepWorking(held: Lock, facts: Facts): Finding {
  return {
    gate: "lock",
    code: "locked",
    severity: "block",
    reason: [
      `Keep working: a lock is on (round ${facts.round} of ${held.maxBlocks}).`,
      ...(held.goal ? [`Goal: ${held.goal}`] : []),
      ...(held.definitionOfDone ? [`Done when: ${held.definitionOfDone}`] : []),
      "Look for open tasks, TODOs, failing checks and next steps you named, and do them now.",
      `When ${held.definitionOfDone ? "that is met" : "nothing is left"}, run \`holdfast unlock\`.`,
    ].join("\n"),
    fingerprint: `lock:${held.createdAt}:${Bun.hash(held.goal + held.definitionOfDone).toString(36)}`,
    progress: `tools:${facts.toolCalls}`,
    releasedBy: "`holdfast unlock`, or removing .claude/runtime/locks/.lock_active",
    endedBy: "holdfast unlock",
    limits: { blocks: held.maxBlocks, minutes: held.minutes },
  };
}

function expired(held: Lock): Finding {
  return {
    gate: "lock",
    code: "expired",
    severity: "advise",
    reason: "The lock is over its time and was removed.",
    fingerprint: `lock-expired:${held.createdAt}`,
    progress: "",
    releasedBy: "nothing: it is gone",
  };
}
