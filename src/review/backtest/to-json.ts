import type { BacktestReport, StopExample } from "./report.ts";

/** With times that can be read. */
export function toJson(report: BacktestReport) {
  const { from, to, policies, difference } = report;
  return {
    ...report,
    from: from === null ? null : toTime(from),
    to: to === null ? null : toTime(to),
    policies: policies.map((policy) => ({ ...policy, openStops: policy.openStops.map(withTime) })),
    difference: difference && { ...difference, stops: difference.stops.map(withTime) },
  };
}

function withTime<T extends StopExample>(stop: T) {
  return { ...stop, at: toTime(stop.at) };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
