// One line for what several events have in common, instead of the same line nine times.
import type { CheckResult } from "./check.ts";

export interface EventResult extends CheckResult {
  event: string;
}

/** `Stop, SessionStart: the program does not exist` */
export function sayTogether(results: readonly EventResult[]): CheckResult[] {
  const groups = Map.groupBy(results, ({ event, ...rest }) => JSON.stringify(rest));
  return [...groups.values()].map((group) => {
    const [{ event: _, ...result }] = group as [EventResult];
    const events = [...new Set(group.map(({ event }) => event))];
    return { ...result, message: `${events.join(", ")}: ${result.message}` };
  });
}
