// Everything `holdfast metrics` shows, from the sums and from what is not summed up yet. Only reads.

import type { Store } from "../../store/open.ts";
import {
  activeSessions,
  type ExportSum,
  type HookDuration,
  hookDurations,
  sumExports,
  waitingCalls,
  waitingPromptLengths,
} from "./activity.ts";
import { measureRow } from "./measure-call.ts";
import { type MetricFilter, type MetricSum, sumMetrics, sumOf } from "./metric-rows.ts";
import { joinSums, type MetricsReport, reportMetrics } from "./metrics-report.ts";

export interface GatheredMetrics extends MetricsReport {
  sessions: number;
  /** What rates are by: from the first session in question to now, at least one. */
  days: number;
  conversation_exports: ExportSum;
  hooks: HookDuration[];
}

const DAY = 24 * 3_600_000;

export function gatherMetrics(store: Store, filter: MetricFilter, now: number): GatheredMetrics {
  const sessions = activeSessions(store, filter);
  const from = Math.max(filter.since, sessions.first ?? now);
  return {
    sessions: sessions.count,
    days: Math.max(1, Math.round((10 * (now - from)) / DAY) / 10),
    ...reportMetrics(joinSums([...sumMetrics(store, filter), ...waitingSums(store, filter)])),
    conversation_exports: sumExports(store, filter),
    hooks: hookDurations(store, filter),
  };
}

function waitingSums(store: Store, filter: MetricFilter): MetricSum[] {
  const measured = waitingCalls(store, filter).flatMap(measureRow);
  const lengths = waitingPromptLengths(store, filter);
  return [
    ...measured.map(({ metric, label, value }) => ({ metric, label, ...sumOf([value]) })),
    ...lengths.map((value) => ({ metric: "prompt_length", label: "", ...sumOf([value]) })),
  ];
}
