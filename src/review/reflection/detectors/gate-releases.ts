import { blockingFindings } from "../blocking-gates.ts";
import type { DecisionDetector } from "./detector.ts";
import { createTally } from "./tally.ts";

const MOST = 3;

/** Stops that were let go in the end although something was open. */
export const gateReleases: DecisionDetector = {
  id: "GATE_RELEASES",
  watch({ gate_releases: least }) {
    const tally = createTally();
    return {
      see(decision) {
        if (decision.verdict !== "stalled" && decision.verdict !== "capped") return;
        const gates = new Set(blockingFindings(decision).map(({ gate }) => gate));
        for (const gate of gates) {
          const why = blockingFindings(decision).find((finding) => finding.gate === gate)?.reason ?? "";
          tally.add(gate, { at: `decision ${decision.id}`, text: `${decision.verdict}: ${why}` });
        }
      },
      found: () =>
        tally
          .atLeast(least)
          .slice(0, MOST)
          .map(({ key, count, sightings }) => ({
            id: "GATE_RELEASES",
            count,
            title: `The ${key} gate let Claude stop with something open${count > 1 ? ` ${count} times` : ""}`,
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
