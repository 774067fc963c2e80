import { blockingFindings } from "../blocking-gates.ts";
import type { DecisionDetector } from "./detector.ts";
import { createTally } from "./tally.ts";

const MOST = 3;

/** A mistake that our gates had to point out again and again. A lock or a loop holds by intent. */
export const gateBlocks: DecisionDetector = {
  id: "GATE_BLOCKS",
  watch({ gate_blocks: least }) {
    const tally = createTally();
    return {
      see(decision) {
        if (decision.verdict !== "blocked") return;
        for (const { gate, code, reason } of blockingFindings(decision)) {
          if (gate === "lock" || gate === "loop" || gate === "flow") continue;
          tally.add(`${gate} ${code}`, { at: `decision ${decision.id}`, text: reason });
        }
      },
      found: () =>
        tally
          .atLeast(least)
          .slice(0, MOST)
          .map(({ key, count, sightings }) => ({
            id: "GATE_BLOCKS",
            count,
            title: `The ${key.split(" ")[0]} gate held Claude ${count} times for the same reason (${key.split(" ")[1]})`,
            subject: key,
            evidence: sightings,
            suggestion: {
              kind: "memory",
              text: "Keep the rule as a memory, so that Claude knows it before the gate has to say it.",
              payload: {
                category: "CONSTRAINT",
                title: `Before stopping: ${key}`,
                body: sightings[0]?.text ?? key,
              },
            },
          })),
    };
  },
};
