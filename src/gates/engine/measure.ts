import { noteFault } from "../../store/event-context.ts";
import type { Outcome } from "./effect.ts";

/** One row in the project's metrics, unless they are switched off. */
export async function measure({ context, loaded }: Outcome, metric: string, value = 1): Promise<void> {
  const { projectDir, event, now } = context;
  if (!loaded.config.metrics || projectDir === null) return;
  try {
    const { appendMetric } = await import("../../recording/metrics/metrics-file.ts");
    await appendMetric(projectDir, { metric, value, hook: event.name, sessionId: event.sessionId, at: now });
  } catch (error) {
    await noteFault(context, "metrics", error);
  }
}
