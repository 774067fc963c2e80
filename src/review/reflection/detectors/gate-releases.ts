import { blockingFindings } from "../../blocking-findings.ts";
import type { DecisionDetector } from "./detector.ts";
import { createTally } from "./tally.ts";

const MAX_PATTERNS = 3;

/** Stops that were allowed in the end although something was open. */
export const gateReleases: DecisionDetector = {
  id: "GATE_RELEASES",
  watch({ gate_releases: min }) {
    const tally = createTally();
    return {
      see(decision) {
        if (decision.verdict !== "stalled" && decision.verdict !== "capped") return;
        const firstReasons = new Map<string, string>();
        for (const { gate, reason } of blockingFindings(decision))
          if (!firstReasons.has(gate)) firstReasons.set(gate, reason);
        for (const [gate, reason] of firstReasons)
          tally.add(gate, { at: `decision ${decision.id}`, text: `${decision.verdict}: ${reason}` });
      },
      found: () =>
        tally
          .atLeast(min)
          .slice(0, MAX_PATTERNS)
          .map(({ key, count, sightings }) => ({
            id: "GATE_RELEASES",
            count,
            title: `The ${key} gate allowed a stop with something open${count > 1 ? ` ${count} times` : ""}`,
            subject: key,
            evidence: sightings,
            suggestion: {
              kind: "none",
              text: "See what was left open: `holdfast explain` with the decision's number.",
              payload: null,
            },
          })),
    };
  },
};
