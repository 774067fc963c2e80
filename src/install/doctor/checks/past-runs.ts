// Checks faults and durations of past hook runs.
import { GATES } from "../../../gates/registry.ts";
import { type Fault, findFaultLogs, readFaults } from "../../../store/fault-log.ts";
import { readHookTimes } from "../../../store/hook-times.ts";
import { formatTime } from "../../../text/format-time.ts";
import { type CheckResult, type DoctorCheck, ok, problem, warn } from "../check.ts";
import { readStore } from "../context.ts";

const DAY_MS = 24 * 3_600_000;
const DAYS = 7;

/** Failures in our own hook runs. They allow the stop, so this report is where a person learns of them. */
export const faults: DoctorCheck = {
  id: "faults",
  async run({ env, now }) {
    const recorded = await readFaults(env, now - DAYS * DAY_MS);
    const newest = recorded.at(-1);
    if (!newest) return ok(`none in the last ${DAYS} days`);
    const isFresh = Date.parse(newest.at) > now - DAY_MS;
    const message = `${recorded.length} in the last ${DAYS} days (${countParts(recorded)}); newest ${describeFault(newest)}`;
    const nextStep = `All of them: ${(await findFaultLogs(env)).join(", ")}. Fix the cause; after a day without a fault this is only a warning.`;
    return isFresh ? problem(message, nextStep) : warn(message, nextStep);
  },
};

function countParts(recorded: Fault[]): string {
  const parts = [...Map.groupBy(recorded, (fault) => fault.part)];
  return parts
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([part, found]) => `${part} ${found.length}`)
    .join(", ");
}

function describeFault({ at, part, message, event }: Fault): string {
  return `${formatTime(Date.parse(at))}, ${part}${event ? ` at ${event}` : ""}: ${message}`;
}

const SLOW_MS = 100;
/** Fewer say nothing: the first run of all also creates the database. */
const MIN_RUNS = 5;

/** How long our hook took in the last days, by event. */
export const latency: DoctorCheck = {
  id: "latency",
  async run({ env, now }) {
    const commandGates = GATES.flatMap(({ id, runsCommands }) => (runsCommands ? [id] : []));
    const span = { since: now - DAYS * DAY_MS, commandGates };
    const reading = readStore(env, (store) => readHookTimes(store, span));
    if (reading.state === "broken") {
      return warn(`the times cannot be read: ${reading.error.message}`, 'See the check "database".');
    }
    const times = reading.state === "read" ? reading.value.times : [];
    if (times.length === 0) return ok(`no hook has run in the last ${DAYS} days`);
    const own = Map.groupBy(
      // Without the time of a project's own commands.
      times.filter(({ beside }) => beside !== "commands"),
      ({ event, beside }) => (beside === "recall" ? `${event} with recall` : event),
    );
    const others = times.filter(({ beside }) => beside === "commands").map(({ ms }) => ms);
    return [
      ...[...own].map(([event, all]) =>
        judge(
          event,
          all.map(({ ms }) => ms),
        ),
      ),
      ...(others.length > 0 ? [ok(`with your own commands: ${describeTimes(others)}`)] : []),
    ];
  },
};

/** By nearest rank, so always a duration that occurred. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function judge(event: string, durations: number[]): CheckResult {
  const summary = `${event} ${describeTimes(durations)}`;
  // The client does not wait for tool events.
  if (event === "PostToolUse" || durations.length < MIN_RUNS) return ok(summary);
  if (percentile(inOrder(durations), 0.95) <= SLOW_MS) return ok(summary);
  return warn(
    `${summary}: slow`,
    "HOLDFAST_DEBUG=1 logs where the time goes; `holdfast explain --list` shows each stop.",
  );
}

function describeTimes(durations: number[]): string {
  const sorted = inOrder(durations);
  const [p50, p95, max] = [percentile(sorted, 0.5), percentile(sorted, 0.95), sorted.at(-1) ?? 0];
  return `p50 ${formatMs(p50)}, p95 ${formatMs(p95)}, max ${formatMs(max)} of ${sorted.length} in 7 days`;
}

function inOrder(durations: number[]): number[] {
  return durations.toSorted((a, b) => a - b);
}

function formatMs(duration: number): string {
  return `${duration < 10 ? duration.toFixed(1) : Math.round(duration)} ms`;
}
