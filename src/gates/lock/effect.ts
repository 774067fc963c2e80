// A lock without an owner is adopted by the session it holds first; one that lets go is removed.
import type { Effect } from "../engine/effect.ts";
import { measure } from "../engine/measure.ts";

export const lock: Effect = {
  async afterCommit(outcome) {
    const { context, facts, held, released, advised } = outcome;
    const { projectDir } = context;
    if (projectDir === null) return;
    if (held.length > 0) await measure(outcome, "lock_blocks");
    if (released.length + advised.length > 0) {
      const { removeLock } = await import("./adopt-lock.ts");
      removeLock(projectDir);
      await measure(outcome, "lock_released");
    }
    if (held.length > 0 && facts.lock?.owner === null && !facts.lock.all) {
      const { adoptLock } = await import("./adopt-lock.ts");
      adoptLock(projectDir, context.event.sessionId ?? "", facts.lock.createdAt);
    }
  },
};
