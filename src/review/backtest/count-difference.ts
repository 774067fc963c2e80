// Where two policies would have parted.
import type { ReplayedStop, SessionReplay } from "./replay-session.ts";
import type { Difference } from "./report.ts";

export interface DifferenceCount {
  add(
    session: SessionReplay,
    stops: readonly ReplayedStop[],
    candidates: readonly (readonly { fingerprint: string }[])[],
  ): void;
  report(): Difference;
}

const MAX_STOPS = 1000;

export function countDifference(names: readonly [string, string]): DifferenceCount {
  const difference: Difference = {
    heldByBoth: 0,
    heldByFirst: 0,
    heldBySecond: 0,
    candidatesOfFirst: 0,
    candidatesOfSecond: 0,
    stops: [],
  };
  return {
    add({ sessionId, project }, stops, [first = [], second = []]) {
      for (const { at, judged } of stops) {
        const [one, other] = judged.map(({ verdict }) => verdict === "blocked");
        if (one && other) difference.heldByBoth++;
        if (one === other) continue;
        const at1 = one ? 0 : 1;
        if (one) difference.heldByFirst++;
        else difference.heldBySecond++;
        const findings = judged[at1]?.open ?? [];
        if (difference.stops.length < MAX_STOPS)
          difference.stops.push({ sessionId, project, at, verdict: "blocked", findings, heldBy: names[at1] });
      }
      difference.candidatesOfFirst += countMissing(first, second);
      difference.candidatesOfSecond += countMissing(second, first);
    },
    report: () => difference,
  };
}

function countMissing(
  here: readonly { fingerprint: string }[],
  there: readonly { fingerprint: string }[],
): number {
  const known = new Set(there.map(({ fingerprint }) => fingerprint));
  return here.filter(({ fingerprint }) => !known.has(fingerprint)).length;
}
