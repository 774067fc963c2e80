import type { Report } from "./report.ts";

/** Those of the given reports whose subagents worked at the same time as another one of `all`. */
export function pickSideBySide(given: readonly Report[], all: readonly Report[]): Report[] {
  return given.filter((one) => all.some((other) => other.agentId !== one.agentId && overlap(one, other)));
}

function overlap(a: Report, b: Report): boolean {
  return a.startedAt < endOf(b) && b.startedAt < endOf(a);
}

function endOf({ finishedAt }: Report): number {
  return finishedAt ?? Number.POSITIVE_INFINITY;
}
