// What a decision changes outside the store. A failure here is a fault, never a different answer.
import type { Finding } from "../gates/finding.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import type { Ruling } from "./budget.ts";
import { type HookContext, noteFault } from "./context.ts";

export async function carryOut(
  context: HookContext<GatedEvent>,
  ruling: Ruling,
  findings: { lockCreatedAt: number | null; metrics: boolean },
): Promise<void> {
  const { projectDir } = context;
  if (projectDir === null) return;
  const blocks = ruling.verdict === "blocked";
  const released = ruling.verdict === "stalled" || ruling.verdict === "capped";
  const letGo: Finding[] = [...ruling.advice, ...(released ? ruling.open : [])];
  const held = blocks ? ruling.open : [];
  if (letGo.some((finding) => finding.onRelease === "remove-lock")) {
    await attempt(context, "gate:lock", async () => {
      const { removeLock } = await import("../runtime/adopt-lock.ts");
      removeLock(projectDir);
    });
    await measure(context, "lock_released", findings.metrics);
  }
  if (held.some((finding) => finding.gate === "lock"))
    await measure(context, "lock_blocks", findings.metrics);
  if (held.some((finding) => finding.onBlock === "adopt-lock")) {
    await attempt(context, "gate:lock", async () => {
      const { adoptLock } = await import("../runtime/adopt-lock.ts");
      adoptLock(projectDir, context.event.sessionId ?? "", findings.lockCreatedAt ?? context.now);
    });
  }
}

async function measure(context: HookContext<GatedEvent>, metric: string, enabled: boolean): Promise<void> {
  const { projectDir } = context;
  if (!enabled || projectDir === null) return;
  await attempt(context, "metrics", async () => {
    const { appendMetric } = await import("../runtime/metrics.ts");
    appendMetric(projectDir, {
      metric,
      value: 1,
      hook: context.event.name,
      sessionId: context.event.sessionId,
      at: context.now,
    });
  });
}

async function attempt(context: HookContext, part: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await noteFault(context, part, error);
  }
}
