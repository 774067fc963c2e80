// Numbers by the hour and the session. What one drain adds is summed before it is written.
import type { Store } from "../../store/open.ts";

export interface NewNumber {
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
  /** Both null: every project. A session is of a project by its key, else its folder. */
  key: string | null;
  dir: string | null;
}

const HOUR = 3_600_000;
export const OF_PROJECT = `session_id IN (SELECT session_id FROM sessions WHERE project_key = $key
  OR (project_key IS NULL AND project_dir = $dir))`;

export function addNumbers(store: Store, numbers: readonly NewNumber[]): void {
  const byKey = Map.groupBy(numbers, ({ at, sessionId, metric, label }) =>
    JSON.stringify([hourOf(at), sessionId, metric, label]),
  );
  const query = store.query(
    `INSERT INTO metrics (hour, session_id, metric, label, count, total, largest)
     VALUES ($hour, $sessionId, $metric, $label, $count, $total, $largest)
     ON CONFLICT DO UPDATE SET count = count + $count, total = total + $total, largest = max(largest, $largest)`,
  );
  for (const group of byKey.values()) {
    const [first] = group;
    if (!first) continue;
    const { at, sessionId, metric, label } = first;
    query.run({ hour: hourOf(at), sessionId, metric, label, ...sumOf(group.map(({ value }) => value)) });
  }
}

export function sumMetrics(store: Store, { since, key, dir }: MetricFilter): MetricSum[] {
  return store
    .query(
      `SELECT metric, label, sum(count) AS count, sum(total) AS total, max(largest) AS largest FROM metrics
       WHERE hour >= $since AND ($key IS NULL OR ${OF_PROJECT}) GROUP BY metric, label`,
    )
    .all({ since: hourOf(since), key, dir }) as MetricSum[];
}

export function sumOf(values: readonly number[]): Pick<MetricSum, "count" | "total" | "largest"> {
  const total = values.reduce((sum, value) => sum + value, 0);
  return { count: values.length, total, largest: values.reduce((a, b) => Math.max(a, b), 0) };
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR) * HOUR;
}
