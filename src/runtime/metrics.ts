// One JSON line a measured event, for other tools to read.
import { appendRuntimeFile } from "./runtime-dir.ts";

export interface Metric {
  metric: string;
  value: number;
  hook: string;
  sessionId: string | null;
  at: number;
}

export function appendMetric(projectDir: string, metric: Metric): void {
  const line = {
    timestamp: new Date(metric.at).toISOString(),
    metric: metric.metric,
    value: metric.value,
    hook: metric.hook,
    session_id: metric.sessionId,
  };
  appendRuntimeFile(projectDir, "metrics", "stop_metrics.jsonl", `${JSON.stringify(line)}\n`);
}
