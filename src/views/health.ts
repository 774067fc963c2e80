// Health: hook times, faults, the store's two files, and doctor's checks.
import { statSync } from "node:fs";
import { databasePath, type Environment } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { VERSION } from "../config/version.ts";
import { GATES } from "../gates/registry.ts";
import { runChecks } from "../install/doctor/check.ts";
import { percentile } from "../install/doctor/checks/past-runs.ts";
import { gatherContext, readDatabase, readSchemaVersion } from "../install/doctor/context.ts";
import { CHECKS } from "../install/doctor/registry.ts";
import { countQueue } from "../recording/queue/pending-queue.ts";
import { readFaults } from "../store/fault-log.ts";
import { type HookTime, readHookTimes } from "../store/hook-times.ts";
import { isOlder, memoryPath, type Store, type StoreKind, toStoreError } from "../store/open.ts";
import { foldersOfProject } from "../store/sessions.ts";
import { readJudgeUse } from "./judge-use.ts";
import { type MemoryStats, readMemoryStats } from "./memory-stats.ts";
import { bucketOf, bucketsOf, DAY_MS, iso, line, type Query, spanOf } from "./shared.ts";

const DAYS = 7;
const MAX_FAULTS = 50;
/** The newest rows of each kind: enough for a 95th percentile per event. */
const MAX_TIMES = 5000;

/** `store`: null if it cannot be opened; files and faults are shown anyway. */
export async function readHealth(env: Environment, store: Store | null) {
  const faults = await readFaults(env, Date.now() - DAYS * DAY_MS);
  const path = databasePath(env);
  return {
    version: VERSION,
    faults: faults
      .slice(-MAX_FAULTS)
      .reverse()
      .map(({ at, part, message, event }) => ({ at, part: line(part, 60), message: line(message), event })),
    faultCount: faults.length,
    files: [describeFile("ledger", path), describeFile("memory", memoryPath(path))],
    ...(store ? countRows(store) : NOTHING),
    judge: store && readJudgeUse(store, (await loadConfig(env, null)).config),
    memory: store && describeMemory(readMemoryStats(store, null)),
  };
}

const NOTHING = {
  queue: 0,
  counts: { sessions: 0, stops: 0, prompts: 0, observations: 0, memories: 0 },
};

export function readLatency(store: Store, query: Query) {
  const { since, until } = spanOf(query, (end) => end - DAYS * DAY_MS);
  const commandGates = GATES.filter(({ runsCommands }) => runsCommands).map(({ id }) => id);
  const { times, untimed } = readHookTimes(store, { since, until, commandGates, max: MAX_TIMES });
  const { bucketMs, starts } = bucketsOf(since, until);
  const groups = Map.groupBy(times, ({ event, beside }) => `${event} ${beside}`);
  return {
    events: [...groups.values()]
      .map((group) => {
        const inTime = Map.groupBy(group, ({ at }) => bucketOf(starts, at));
        return {
          event: line(group[0]?.event ?? "", 40),
          /** "commands": a gate ran commands. "recall": something was recalled for the prompt. */
          beside: group[0]?.beside ?? null,
          n: group.length,
          ...summarize(group),
          medians: starts.map((_, n) => {
            const some = inTime.get(n);
            return some ? summarize(some).medianMs : null;
          }),
        };
      })
      .toSorted((a, b) => b.n - a.n || (a.event < b.event ? -1 : 1)),
    /** Rows without a time, from an older version; they are left out. */
    untimed,
    /** Only this many of the newest rows of each kind were read. */
    max: MAX_TIMES,
    bucketMs,
    at: starts.map(iso),
  };
}

function summarize(times: readonly HookTime[]) {
  const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    medianMs: round(percentile(sorted, 0.5)),
    p95Ms: round(percentile(sorted, 0.95)),
    slowestMs: round(sorted.at(-1) ?? 0),
  };
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}

function countRows(store: Store) {
  const counts = store
    .query(
      // Counts of indexed text are already stored.
      `SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM decisions) AS stops,
         (SELECT count(*) FROM prompts) AS prompts,
         (SELECT coalesce(sum(observations), 0) FROM text_projects) AS observations,
         (SELECT coalesce(sum(memories), 0) FROM text_projects) AS memories`,
    )
    .get() as (typeof NOTHING)["counts"];
  return { queue: countQueue(store).waiting, counts };
}

/** Of all projects. */
function describeMemory({ memories, usage, categories, patterns }: MemoryStats) {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
  const statuses = Map.groupBy(memories, ({ status }) => status);
  return {
    statuses: [...statuses].map(([status, counts]) => ({ status, n: sum(counts.map(({ n }) => n)) })),
    injected: sum(usage.map(({ injected }) => injected)),
    used: sum(usage.map(({ used }) => used)),
    categories,
    patterns: patterns.map((each) => ({ ...each, pattern: line(each.pattern, 80) })),
  };
}

function describeFile(kind: StoreKind, path: string) {
  const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const reading = readDatabase(path, readSchemaVersion);
  const schema = reading.state === "read" ? reading.value : null;
  return {
    kind,
    path: line(path, 1000),
    state: stateOf(kind, reading),
    bytes: size(path),
    walBytes: size(`${path}-wal`),
    schema,
  };
}

function stateOf(kind: StoreKind, reading: ReturnType<typeof readDatabase<number>>): string {
  if (reading.state === "absent") return "missing: the first event of a session creates it";
  if (reading.state === "broken") return reading.error.message;
  try {
    return isOlder(reading.value, kind) ? "from an older version: the next event updates it" : "ok";
  } catch (error) {
    return toStoreError(error).message;
  }
}

/** `project`: a key; null for the present folder. */
export async function runDoctor(env: Environment, store: Store | null, project: string | null) {
  const [projectDir = process.cwd()] = store && project !== null ? foldersOfProject(store, project) : [];
  const context = await gatherContext({
    env,
    projectDir,
    variables: process.env,
  });
  const reports = await runChecks(CHECKS, context);
  return {
    at: iso(Date.now()),
    results: reports.flatMap(({ title, results }) =>
      results.map(({ status, message, nextStep }) => ({
        title,
        status,
        message: line(message, 1000),
        nextStep: nextStep === undefined ? null : line(nextStep, 1000),
      })),
    ),
  };
}
