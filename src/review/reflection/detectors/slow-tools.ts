import { countNoun } from "../../../text/count-noun.ts";
import type { ToolCall } from "../../../transcript/tool-item.ts";
import { commandOf } from "../command-of.ts";
import type { TranscriptDetector } from "./detector.ts";
import { sameCommand } from "./normalize.ts";
import { createTally } from "./tally.ts";

const MOST = 2;
/** A machine that slept, a person who was away before allowing it. */
const NOT_THE_TOOL_MS = 30 * 60_000;
/** Where the client does not say whether a person was asked first, others that took long mostly were waiting for one. */
const TAKES_TIME =
  /\b(?:test|tests|spec|e2e|ci|check|lint|build|compile|install|bundle|bench|deploy|migrate|push|clone|docker|tsc|mypy|pyright|eslint|pytest|jest|vitest|cargo|gradlew?|mvn|make)\b/;
const WAITS_ON_PURPOSE = /\bsleep \d|--watch\b|\btail -f\b|\bwait\b/;

/** The same command slow again and again. */
export const slowTools: TranscriptDetector = {
  id: "SLOW_TOOLS",
  watch({ slow_tools: least, slow_seconds: seconds }) {
    const tally = createTally();
    const spent = new Map<string, number>();
    return {
      see(item) {
        if (item.kind !== "tool-result" || item.call === null || item.asked === true) return;
        const took = (item.timestamp ?? 0) - (item.call.timestamp ?? Number.POSITIVE_INFINITY);
        if (took < seconds * 1000 || took > NOT_THE_TOOL_MS) return;
        const name = nameOf(item.call, item.asked === false);
        if (name === null) return;
        tally.add(name, { at: item.call.offset, text: `${Math.round(took / 1000)} s: ${name}` });
        if (spent.has(name) || spent.size < 1000) spent.set(name, (spent.get(name) ?? 0) + took);
      },
      found: () =>
        tally
          .atLeast(least)
          .slice(0, MOST)
          .map(({ key, count, sightings }) => ({
            id: "SLOW_TOOLS",
            count,
            title: `${minutes(spent.get(key))} in ${countNoun(count, "slow run")} of ${key}`,
            subject: key,
            evidence: sightings,
            suggestion: {
              kind: "none",
              text: "Narrow it to what changed, or have it run in the background while Claude goes on.",
              payload: null,
            },
          })),
    };
  },
};

/** Null for what is slow by nature, or waits for a person. */
function nameOf(call: ToolCall, nobodyAsked: boolean): string | null {
  if (call.tool.startsWith("mcp__")) return call.tool;
  const command = commandOf(call);
  if (command === null || call.input.run_in_background === true || WAITS_ON_PURPOSE.test(command))
    return null;
  const subject = sameCommand(command);
  return nobodyAsked || TAKES_TIME.test(subject) ? subject : null;
}

function minutes(ms = 0): string {
  return ms < 90_000 ? `${Math.round(ms / 1000)} seconds` : `${Math.round(ms / 60_000)} minutes`;
}
