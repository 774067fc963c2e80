// Metrics as JSON lines for other tools: one file per hook event.
import { type Environment, runtimeDir } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { appendToExisting } from "../../platform/files.ts";

export interface Metric {
  metric: string;
  value: number;
  hook: string;
  sessionId: string | null;
  at: number;
  /** What was measured, such as a tool; may be empty. */
  label?: string;
}

/** A larger file is rotated. */
const MAX_BYTES = 1024 * 1024;

/** Appends to an existing file without loading node:fs, because Claude waits for a stop. */
export async function appendMetric(projectDir: string, metric: Metric): Promise<void> {
  const name = fileOf(metric.hook);
  const runtime = runtimeDir(projectDir);
  const path = `${runtime}/metrics/${name}`;
  const line = `${toLine(metric)}\n`;
  const { size } = Bun.file(path);
  const hasRoom = size > 0 && size + line.length * 3 <= MAX_BYTES;
  const folders = [`${projectDir}/.claude`, runtime, `${runtime}/metrics`];
  if (hasRoom && appendToExisting(folders, path, line)) return;
  await appendMetrics(projectDir, [metric]);
}

export async function appendMetrics(projectDir: string, metrics: readonly Metric[]): Promise<void> {
  const { appendRuntimeLines } = await import("../../store/runtime-files.ts");
  for (const [name, ofFile] of Map.groupBy(metrics, ({ hook }) => fileOf(hook)))
    await appendRuntimeLines(
      projectDir,
      "metrics",
      name,
      ofFile.map((metric) => `${toLine(metric)}\n`).join(""),
      MAX_BYTES,
    );
}

/** Counts one use of a command. A failure to count must not fail the command. */
export async function noteMetric(
  env: Environment,
  place: { projectDir: string; sessionId: string | null },
  metric: string,
  hook = "cli",
): Promise<void> {
  const { config } = await loadConfig(env, place.projectDir);
  if (!config.metrics) return;
  try {
    const { projectDir, sessionId } = place;
    await appendMetric(projectDir, { metric, value: 1, hook, sessionId, at: Date.now() });
  } catch {
    // Read-only or full disk. The command itself is done.
  }
}

function toLine({ at, metric, value, hook, sessionId, label }: Metric): string {
  return JSON.stringify({
    timestamp: new Date(at).toISOString(),
    metric,
    value,
    ...(label ? { label } : {}),
    hook,
    session_id: sessionId,
  });
}

/** Commands and the ends of sessions are counted in the file of the stops. */
function fileOf(hook: string): string {
  const name = hook === "cli" || hook === "SessionEnd" ? "Stop" : hook;
  return `${name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase()}_hook_metrics.jsonl`;
}
