// Patterns in our gates' decisions: blocks for the same reason, released stops, and blocks that the person marked wrong.
import { GATES } from "../../../gates/registry.ts";
import { type BlockingFinding, blockingFindings } from "../../../store/decisions.ts";
import { firstLine } from "../../../text/clip.ts";
import type { ConfigChange, Suggestion } from "../reflection.ts";
import { advise, type DecisionDetector, normalizeMessage, Tally } from "./detector.ts";

const MAX_PATTERNS = 3;

/** Repeated blocks for the same reason, except by gates that hold on request. */
export const gateBlocks: DecisionDetector = ({ gate_blocks: min }) => {
  const tally = new Tally();
  return {
    follow(decision) {
      if (decision.verdict !== "blocked") return;
      for (const finding of blockingFindings(decision)) {
        if (holdsOnRequest(finding.gate)) continue;
        const what = whatFailed(finding);
        tally.add(`${finding.gate}: ${what}`, { at: `decision ${decision.id}`, text: what });
      }
    },
    listPatterns: () =>
      tally.patterns("GATE_BLOCKS", min, MAX_PATTERNS, ({ key, count }) => ({
        title: `Claude was held ${count} times for the same reason: ${key}`,
        suggestion: advise(
          "If Claude should know this before it stops, add it to CLAUDE.md in your own words. `holdfast explain` with the decision's number shows the details.",
        ),
      })),
  };
};

/** The first line says what is open; the rest is evidence. Numbers, which differ from run to run, are masked. */
function whatFailed({ reason, summary }: BlockingFinding): string {
  return normalizeMessage(firstLine(summary || reason));
}

/** Stops that were released although something was open. */
export const gateReleases: DecisionDetector = ({ gate_releases: min }) => {
  const tally = new Tally();
  return {
    follow(decision) {
      if (decision.verdict !== "stalled" && decision.verdict !== "capped") return;
      const byGate = Map.groupBy(blockingFindings(decision), ({ gate }) => gate);
      for (const [gate, [first]] of byGate)
        tally.add(gate, { at: `decision ${decision.id}`, text: `${decision.verdict}: ${first?.reason}` });
    },
    listPatterns: () =>
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
    follow(decision) {
      if (decision.wrong_at === null) return;
      const why = decision.wrong_why ? ` (you: ${decision.wrong_why})` : "";
      for (const finding of blockingFindings(decision)) {
        const { gate, narrower } = finding;
        const text = `${whatFailed(finding)}${why}`;
        tally.add(`${gate} ${narrower === null ? "" : JSON.stringify(narrower)}`, {
          at: `decision ${decision.id}`,
          text,
        });
      }
    },
    listPatterns: () =>
      tally.patterns("WRONG_BLOCKS", min, Number.POSITIVE_INFINITY, ({ key, count }) => {
        const [gate = ""] = key.split(" ", 1);
        return {
          title: `You marked ${count === 1 ? "a block" : `${count} blocks`} of the ${gate} gate as wrong`,
          suggestion: suggestNarrower(key.slice(gate.length + 1)),
        };
      }),
  };
};

/** Never suggests switching the whole gate off, because one wrong block says nothing about the others. */
function suggestNarrower(narrower: string): Suggestion {
  if (narrower === "")
    return advise(
      "Run `holdfast explain` with the decision's number to see what would have helped: no setting prevents just this block.",
    );
  const payload: ConfigChange = JSON.parse(narrower);
  return {
    kind: "gate",
    text: `The narrowest setting that would have prevented it: ${payload.key} = ${JSON.stringify(payload.value)}`,
    payload,
  };
}

function holdsOnRequest(gate: string): boolean {
  return GATES.find(({ id }) => id === gate)?.holdsOnRequest === true;
}
