// A lock without an owner is adopted by the session it holds first; one that is released is removed.
import type { Effect } from "../engine/gate.ts";
import { measure } from "../engine/measure.ts";
import type { LockFacts } from "./gate.ts";

export const lockEffect: Effect<LockFacts> = {
  async afterCommit(stop, { facts, held, released, advised }) {
    const { projectDir } = stop;
    if (projectDir === null) return;
    if (held.length > 0) await measure(stop, "lock_blocks");
    if (released.length + advised.length > 0) {
      const { removeLock } = await import("./write-lock.ts");
      removeLock(projectDir);
      await measure(stop, "lock_released");
    }
    if (held.length > 0 && facts.lock.owner === null && !facts.lock.all) {
      const { adoptLock } = await import("./write-lock.ts");
      adoptLock(projectDir, stop.event.sessionId ?? "", facts.lock.createdAt);
    }
  },
};
