// Metrics: sums by hour and session, and counts from other tables.
import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { Store } from "../../store/open.ts";
import { parseJson } from "../../text/unknown-values.ts";
import { fieldOf } from "../capture/call-fields.ts";
import type { RawCall } from "../capture/redact-call.ts";
import { OWN_RUN_TOOL, type QueueRow } from "../queue/pending-queue.ts";
import { appendMetric } from "./metrics-file.ts";

export interface NewMetric {
  sessionId: string;
  at: number;
  metric: string;
  label: string;
  value: number;
}

export interface MetricSum {
  metric: string;
  label: string;
  count: number;
  total: number;
  largest: number;
}

export interface MetricFilter {
  since: number;
  /** Both null: every project. */
  key: string | null;
  dir: string | null;
}

const HOUR = 3_600_000;
/** Sessions without a key yet are matched by folder. */
export const IN_PROJECT_SQL = `session_id IN (SELECT session_id FROM sessions WHERE project_key = $key
  OR (project_key IS NULL AND project_dir = $dir))`;

export function addMetrics(store: Store, metrics: readonly NewMetric[]): void {
  const query = store.query(
    `INSERT INTO metrics (hour, session_id, metric, label, count, total, largest)
     VALUES ($hour, $sessionId, $metric, $label, 1, $value, $value)
     ON CONFLICT DO UPDATE SET count = count + 1, total = total + $value, largest = max(largest, $value)`,
  );
  for (const metric of metrics) query.run({ ...metric, hour: hourOf(metric.at) });
}

export function sumMetrics(store: Store, { since, key, dir }: MetricFilter): MetricSum[] {
  return store
    .query(
      `SELECT metric, label, sum(count) AS count, sum(total) AS total, max(largest) AS largest FROM metrics
       WHERE hour >= $since AND ($key IS NULL OR ${IN_PROJECT_SQL}) GROUP BY metric, label`,
    )
    .all({ since: hourOf(since), key, dir }) as MetricSum[];
}

export interface HookDuration {
  event: string;
  count: number;
  mean: number;
  largest: number;
  blocks: number;
}

export function listHookDurations(store: Store, filter: MetricFilter): HookDuration[] {
  return store
    .query(
      `SELECT event, count(*) AS count, avg(duration_ms) AS mean, max(duration_ms) AS largest,
         count(*) FILTER (WHERE verdict = 'blocked') AS blocks
       FROM decisions WHERE at >= $since AND event <> 'background' AND ($key IS NULL OR ${IN_PROJECT_SQL}) GROUP BY event ORDER BY count DESC`,
    )
    .all({ ...filter }) as HookDuration[];
}

export interface ArchiveSum {
  count: number;
  source_bytes: number;
  bytes: number;
  redactions: number;
}

export function sumArchives(store: Store, filter: MetricFilter): ArchiveSum {
  return store
    .query(
      `SELECT count(*) AS count, coalesce(sum(source_bytes), 0) AS source_bytes, coalesce(sum(bytes), 0) AS bytes,
         coalesce(sum(redactions), 0) AS redactions
       FROM transcript_exports WHERE at >= $since AND ($key IS NULL OR ${IN_PROJECT_SQL})`,
    )
    .get({ ...filter }) as ArchiveSum;
}

/** The number of sessions active since `since`, and when the first of them started. */
export function countActiveSessions(
  store: Store,
  filter: MetricFilter,
): { count: number; first: number | null } {
  return store
    .query(
      `SELECT count(*) AS count, min(started_at) AS first FROM sessions
       WHERE last_seen_at >= $since AND ($key IS NULL OR ${IN_PROJECT_SQL})`,
    )
    .get({ ...filter }) as { count: number; first: number | null };
}

interface WaitingCall {
  session_id: string;
  tool_name: string;
  raw_output: string;
}

/** Recorded calls that are not in the sums yet. */
export function listWaitingCalls(store: Store, filter: MetricFilter): WaitingCall[] {
  return store
    .query(
      `SELECT session_id, tool_name, raw_output FROM pending_queue
       WHERE status IN ('raw', 'processing') AND tool_name <> '${OWN_RUN_TOOL}'
         AND created_at >= $since AND ($key IS NULL OR ${IN_PROJECT_SQL})`,
    )
    .all({ ...filter }) as WaitingCall[];
}

export function listWaitingPromptLengths(store: Store, filter: MetricFilter): number[] {
  const rows = store
    .query(
      `SELECT length FROM prompts WHERE indexed = 0 AND length IS NOT NULL AND at >= $since
         AND ($key IS NULL OR ${IN_PROJECT_SQL})`,
    )
    .all({ ...filter }) as { length: number }[];
  return rows.map(({ length }) => length);
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR) * HOUR;
}

/** `label` is what was measured, such as a tool; empty when the metric has only one. */
interface Measurement {
  metric: MetricName;
  label: string;
  value: number;
}

export type MetricName =
  | "prompt_length"
  | "tool_usage"
  | "tool_errors"
  | "tool_duration_ms"
  | "bash_commands"
  | "file_operations"
  | "search_operations";

type MeasurableRow = Pick<QueueRow, "tool_name" | "raw_output">;

const FILE_OPERATIONS = new Map([
  ["Read", "read"],
  ["Write", "write"],
  ["Edit", "edit"],
  ["MultiEdit", "edit"],
  ["NotebookEdit", "edit"],
]);
const SEARCHES = new Set(["Glob", "Grep", "LS", "ToolSearch", "WebFetch", "WebSearch"]);
const NAME = /^[\w.+-]{1,80}$/;

/** Never throws: an unreadable row still counts as a call. */
export function measureCall({ tool_name: tool, raw_output }: MeasurableRow): Measurement[] {
  const { input, error, duration_ms } = (parseJson(raw_output) ?? {}) as Partial<RawCall>;
  const command = tool === "Bash" ? fieldOf(input, "command") : null;
  const file = FILE_OPERATIONS.get(tool);
  const label = labelOf(tool);
  const measured: Measurement[] = [{ metric: "tool_usage", label, value: 1 }];
  if (error !== undefined) measured.push({ metric: "tool_errors", label, value: 1 });
  if (typeof duration_ms === "number")
    measured.push({ metric: "tool_duration_ms", label, value: duration_ms });
  if (typeof command === "string")
    measured.push({ metric: "bash_commands", label: programOf(command), value: 1 });
  if (file !== undefined) measured.push({ metric: "file_operations", label: file, value: 1 });
  if (SEARCHES.has(tool)) measured.push({ metric: "search_operations", label, value: 1 });
  return measured;
}

/** The first program of a command, without its folder. */
function programOf(command: string): string {
  const words = command.trim().split(/[\s;|&()]+/, 8);
  const program = words.find((word) => word !== "" && !/^\w+=/.test(word)) ?? "";
  return labelOf(program.slice(program.lastIndexOf("/") + 1));
}

/** Only plain words become labels, so that no text of a command gets into the metrics. */
function labelOf(name: string): string {
  return NAME.test(name) ? name : "other";
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
    await appendMetric(place.projectDir, {
      metric,
      value: 1,
      hook,
      sessionId: place.sessionId,
      at: Date.now(),
    });
  } catch {
    // Read-only or full disk. The command itself is done.
  }
}
