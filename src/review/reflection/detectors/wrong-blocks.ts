import { blockingFindings } from "../../blocking-findings.ts";
import type { DecisionDetector } from "./detector.ts";
import { createTally } from "./tally.ts";

/** Blocks that the person marked with `holdfast wrong`. */
export const wrongBlocks: DecisionDetector = {
  id: "WRONG_BLOCKS",
  watch({ wrong_blocks: min }) {
    const tally = createTally();
    return {
      see(decision) {
        if (decision.wrong_at === null) return;
        const why = decision.wrong_why ? ` (you: ${decision.wrong_why})` : "";
        for (const { gate, reason } of blockingFindings(decision))
          tally.add(gate, { at: `decision ${decision.id}`, text: `${reason}${why}` });
      },
      found: () =>
        tally.atLeast(min).map(({ key, count, sightings }) => ({
          id: "WRONG_BLOCKS",
          count,
          title: `You marked ${count === 1 ? "a block" : `${count} blocks`} of the ${key} gate as wrong`,
          subject: key,
          evidence: sightings,
          suggestion: {
            kind: "gate",
            text: `If the ${key} gate is wrong for this project, switch it off here: gates.${key}.enabled`,
            payload: { key: `gates.${key}.enabled`, value: false },
          },
        })),
    };
  },
};
