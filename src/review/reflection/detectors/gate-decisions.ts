// What our own gates decided: blocks for the same reason, stops they released, blocks that the person marked wrong.
import { GATES } from "../../../gates/registry.ts";
import { blockingFindings } from "../../blocking-findings.ts";
import { advise, type DecisionDetector, Tally } from "./detector.ts";

const MAX_PATTERNS = 3;

/** A mistake that our gates had to point out again and again; not where somebody asked to be held. */
export const gateBlocks: DecisionDetector = ({ gate_blocks: min }) => {
  const tally = new Tally();
  return {
    see(decision) {
      if (decision.verdict !== "blocked") return;
      for (const { gate, code, reason } of blockingFindings(decision)) {
        if (holdsOnRequest(gate)) continue;
        tally.add(`${gate} ${code}`, { at: `decision ${decision.id}`, text: reason });
      }
    },
    found: () =>
      tally.patterns("GATE_BLOCKS", min, MAX_PATTERNS, ({ key, count, sightings }) => {
        const [gate, code] = key.split(" ");
        return {
          title: `The ${gate} gate held Claude ${count} times for the same reason (${code})`,
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
};

/** Stops that were allowed in the end although something was open. */
export const gateReleases: DecisionDetector = ({ gate_releases: min }) => {
  const tally = new Tally();
  return {
    see(decision) {
      if (decision.verdict !== "stalled" && decision.verdict !== "capped") return;
      const byGate = Map.groupBy(blockingFindings(decision), ({ gate }) => gate);
      for (const [gate, [first]] of byGate)
        tally.add(gate, { at: `decision ${decision.id}`, text: `${decision.verdict}: ${first?.reason}` });
    },
    found: () =>
      tally.patterns("GATE_RELEASES", min, MAX_PATTERNS, ({ key, count }) => ({
        title: `The ${key} gate allowed a stop with something open${count > 1 ? ` ${count} times` : ""}`,
        suggestion: advise("See what was left open: `holdfast explain` with the decision's number."),
      })),
  };
};

/** Blocks that the person marked with `holdfast wrong`. */
export const wrongBlocks: DecisionDetector = ({ wrong_blocks: min }) => {
  const tally = new Tally();
  return {
    see(decision) {
      if (decision.wrong_at === null) return;
      const why = decision.wrong_why ? ` (you: ${decision.wrong_why})` : "";
      for (const { gate, reason } of blockingFindings(decision))
        tally.add(gate, { at: `decision ${decision.id}`, text: `${reason}${why}` });
    },
    found: () =>
      tally.patterns("WRONG_BLOCKS", min, Number.POSITIVE_INFINITY, ({ key, count }) => ({
        title: `You marked ${count === 1 ? "a block" : `${count} blocks`} of the ${key} gate as wrong`,
        suggestion: {
          kind: "gate",
          text: `If the ${key} gate is wrong for this project, switch it off here: gates.${key}.enabled`,
          payload: { key: `gates.${key}.enabled`, value: false },
        },
      })),
  };
};

function holdsOnRequest(gate: string): boolean {
  return GATES.find(({ id }) => id === gate)?.holdsOnRequest === true;
}
