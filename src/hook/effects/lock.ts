// A lock without an owner is adopted by the session it holds first; one that lets go is removed.
import { noteFault } from "../context.ts";
import type { Effect, Outcome } from "./effect.ts";
import { measure } from "./measure.ts";

export const lock: Effect = {
  async afterCommit(outcome) {
    const { context, facts } = outcome;
    const { projectDir } = context;
    if (projectDir === null) return;
    if (outcome.released.length + outcome.advised.length > 0) {
      await attempt(outcome, async () => {
        const { removeLock } = await import("../../runtime/adopt-lock.ts");
        removeLock(projectDir);
      });
      await measure(outcome, "lock_released");
    }
    if (outcome.held.length === 0) return;
    await measure(outcome, "lock_blocks");
    if (facts.lock?.owner === null && !facts.lock.all) {
      const { createdAt } = facts.lock;
      await attempt(outcome, async () => {
        const { adoptLock } = await import("../../runtime/adopt-lock.ts");
        adoptLock(projectDir, context.event.sessionId ?? "", createdAt);
      });
    }
  },
};

async function attempt({ context }: Outcome, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await noteFault(context, "gate:lock", error);
  }
}
