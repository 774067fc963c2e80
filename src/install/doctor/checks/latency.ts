// How long the decisions of the last days took, from the rows themselves.
import { type DecisionTime, recentDurations } from "../../../store/decisions.ts";
import { type Check, type CheckResult, ok, warn } from "../check.ts";
import { readStore } from "../read-store.ts";

const WINDOW_MS = 7 * 24 * 3_600_000;
const SLOW_MS = 100;

export const latency: Check = {
  id: "latency",
  title: "latency",
  async run({ env, now }) {
    const reading = readStore(env, (store) => recentDurations(store, now - WINDOW_MS));
    if (reading.state === "broken") {
      return [warn(`the decisions cannot be read: ${reading.error.message}`, 'See the check "database".')];
    }
    const rows = reading.state === "read" ? reading.value : [];
    if (rows.length === 0) return [ok("no decisions in the last 7 days")];
    const own = Map.groupBy(rows.filter(isOurs), (row) => row.event);
    const others = rows.filter((row) => !isOurs(row)).map((row) => row.duration_ms);
    return [
      ...[...own].map(([event, times]) =>
        judge(
          event,
          times.map((row) => row.duration_ms),
        ),
      ),
      ...(others.length > 0 ? [ok(`with commands of yours: ${describe(others)}`)] : []),
    ];
  },
};

/** What a command takes says nothing about us. */
function isOurs({ ran }: DecisionTime): boolean {
  return ran === 0;
}

/** Nearest rank: always a duration that really occurred. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function judge(event: string, durations: number[]): CheckResult {
  const said = `${event} ${describe(durations)}`;
  if (percentile(inOrder(durations), 0.95) <= SLOW_MS) return ok(said);
  return warn(
    `${said}: slow`,
    "`holdfast explain --list` shows which; HOLDFAST_DEBUG=1 logs where the time goes.",
  );
}

function describe(durations: number[]): string {
  const sorted = inOrder(durations);
  const [p50, p95, max] = [percentile(sorted, 0.5), percentile(sorted, 0.95), sorted.at(-1) ?? 0];
  return `p50 ${ms(p50)}, p95 ${ms(p95)}, max ${ms(max)} of ${sorted.length} in 7 days`;
}

function inOrder(durations: number[]): number[] {
  return durations.toSorted((a, b) => a - b);
}

function ms(duration: number): string {
  return `${duration < 10 ? duration.toFixed(1) : Math.round(duration)} ms`;
}
