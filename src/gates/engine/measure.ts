import { noteFault } from "../../store/hook-context.ts";
import type { StopContext } from "./stop-context.ts";

/** One row in the project's metrics, unless they are switched off. */
export async function measure(stop: StopContext, metric: string, value = 1): Promise<void> {
  const { projectDir, event, now, config } = stop;
  if (!config.metrics || projectDir === null) return;
  try {
    const { appendMetric } = await import("../../recording/metrics/metrics-file.ts");
    await appendMetric(projectDir, { metric, value, hook: event.name, sessionId: event.sessionId, at: now });
  } catch (error) {
    await noteFault(stop, "metrics", error);
  }
}
