import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { appendMetric } from "./metrics-file.ts";

/** Counts an act of a command. A number that is missing must not make the command fail. */
export async function noteMetric(
  env: Environment,
  place: { projectDir: string; sessionId: string | null },
  metric: string,
  hook = "cli",
): Promise<void> {
  const { config } = await loadConfig(env, place.projectDir);
  if (!config.metrics) return;
  try {
    await appendMetric(place.projectDir, {
      metric,
      value: 1,
      hook,
      sessionId: place.sessionId,
      at: Date.now(),
    });
  } catch {
    // Read-only or full: the command itself has done its work.
  }
}
