// What `holdfast metrics` shows: the sums, and what is not summed up yet. Only reads.
import type { Store } from "../../store/open.ts";
import {
  type ArchiveSum,
  activeSessions,
  type HookDuration,
  hookDurations,
  type MetricFilter,
  type MetricName,
  type MetricSum,
  measureCall,
  sumArchives,
  sumMetrics,
  sumOf,
  waitingCalls,
  waitingPromptLengths,
} from "./metric-rows.ts";

export interface Share {
  label: string;
  count: number;
  /** From 0 to 1. */
  share: number;
}

export interface ToolShare extends Share {
  errors: number;
  /** Milliseconds; null when the client did not say. */
  meanMs: number | null;
  largestMs: number | null;
}

export interface MetricsReport {
  prompts: { count: number; meanLength: number; longest: number };
  tool_usage: ToolShare[];
  tool_errors: number;
  bash_commands: Share[];
  file_operations: Share[];
  search_operations: Share[];
}

export interface ProjectMetrics extends MetricsReport {
  sessions: number;
  /** For rates: from the first session to now, at least 1. */
  days: number;
  conversation_exports: ArchiveSum;
  hooks: HookDuration[];
}

const DAY = 24 * 3_600_000;

export function gatherMetrics(store: Store, filter: MetricFilter, now: number): ProjectMetrics {
  const sessions = activeSessions(store, filter);
  const from = Math.max(filter.since, sessions.first ?? now);
  return {
    sessions: sessions.count,
    days: Math.max(1, Math.round((10 * (now - from)) / DAY) / 10),
    ...reportMetrics(joinSums([...sumMetrics(store, filter), ...waitingSums(store, filter)])),
    conversation_exports: sumArchives(store, filter),
    hooks: hookDurations(store, filter),
  };
}

export function reportMetrics(sums: readonly MetricSum[]): MetricsReport {
  const of = (name: MetricName) => sums.filter(({ metric }) => metric === name);
  const prompts = addUp(of("prompt_length"));
  const durations = new Map(of("tool_duration_ms").map((sum) => [sum.label, sum]));
  const errors = new Map(of("tool_errors").map(({ label, count }) => [label, count]));
  return {
    prompts: {
      count: prompts.count,
      meanLength: prompts.count === 0 ? 0 : Math.round(prompts.total / prompts.count),
      longest: prompts.largest,
    },
    tool_usage: shares(of("tool_usage")).map((share) => {
      const duration = durations.get(share.label);
      return {
        ...share,
        errors: errors.get(share.label) ?? 0,
        meanMs: duration ? Math.round(duration.total / duration.count) : null,
        largestMs: duration?.largest ?? null,
      };
    }),
    tool_errors: addUp(of("tool_errors")).count,
    bash_commands: shares(of("bash_commands")),
    file_operations: shares(of("file_operations")),
    search_operations: shares(of("search_operations")),
  };
}

/** Adds up sums of the same metric and label. */
export function joinSums(sums: readonly MetricSum[]): MetricSum[] {
  const groups = Map.groupBy(sums, ({ metric, label }) => `${metric} ${label}`);
  return [...groups.values()].flatMap((group) => (group[0] ? [{ ...group[0], ...addUp(group) }] : []));
}

export function countOf(shares: readonly Share[]): number {
  return shares.reduce((sum, { count }) => sum + count, 0);
}

function shares(sums: readonly MetricSum[]): Share[] {
  const all = addUp(sums).count;
  return sums
    .map(({ label, count }) => ({ label, count, share: count / all }))
    .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}

function addUp(sums: readonly MetricSum[]): Pick<MetricSum, "count" | "total" | "largest"> {
  return {
    count: sums.reduce((sum, { count }) => sum + count, 0),
    total: sums.reduce((sum, { total }) => sum + total, 0),
    largest: sums.reduce((most, { largest }) => Math.max(most, largest), 0),
  };
}

function waitingSums(store: Store, filter: MetricFilter): MetricSum[] {
  const measured = waitingCalls(store, filter).flatMap(measureCall);
  const lengths = waitingPromptLengths(store, filter);
  return [
    ...measured.map(({ metric, label, value }) => ({ metric, label, ...sumOf([value]) })),
    ...lengths.map((value) => ({ metric: "prompt_length", label: "", ...sumOf([value]) })),
  ];
}
