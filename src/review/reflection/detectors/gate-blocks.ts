import { GATES } from "../../../gates/registry.ts";
import { blockingFindings } from "../../blocking-findings.ts";
import type { DecisionDetector } from "./detector.ts";
import { createTally } from "./tally.ts";

const MAX_PATTERNS = 3;

/** A mistake that our gates had to point out again and again; not where somebody asked to be held. */
export const gateBlocks: DecisionDetector = {
  id: "GATE_BLOCKS",
  watch({ gate_blocks: min }) {
    const tally = createTally();
    return {
      see(decision) {
        if (decision.verdict !== "blocked") return;
        for (const { gate, code, reason } of blockingFindings(decision)) {
          if (holdsOnRequest(gate)) continue;
          tally.add(`${gate} ${code}`, { at: `decision ${decision.id}`, text: reason });
        }
      },
      found: () =>
        tally
          .atLeast(min)
          .slice(0, MAX_PATTERNS)
          .map(({ key, count, sightings }) => {
            const [gate, code] = key.split(" ");
            return {
              id: "GATE_BLOCKS",
              count,
              title: `The ${gate} gate held Claude ${count} times for the same reason (${code})`,
              subject: key,
              evidence: sightings,
              suggestion: {
                kind: "memory",
                text: "Save the rule as a memory, so that Claude knows it before the gate has to say it.",
                payload: {
                  category: "CONSTRAINT",
                  title: `Before stopping: ${key}`,
                  body: sightings[0]?.text ?? key,
                },
              },
            };
          }),
    };
  },
};

function holdsOnRequest(gate: string): boolean {
  return GATES.find(({ id }) => id === gate)?.holdsOnRequest === true;
}
