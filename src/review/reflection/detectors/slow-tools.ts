import { countNoun } from "../../../text/count-noun.ts";
import type { ToolCall } from "../../../transcript/tool-item.ts";
import type { TranscriptDetector } from "./detector.ts";
import { commandOf, normalizeCommand } from "./normalize.ts";
import { createTally } from "./tally.ts";

const MAX_PATTERNS = 2;
const MAX_COMMANDS = 1000;
/** Longer, the machine slept or a permission dialog waited for the person. */
const MAX_DURATION_MS = 30 * 60_000;
/** Where the client does not say whether a person was asked first, other slow commands mostly waited for one. */
const LONG_RUNNING =
  /\b(?:test|tests|spec|e2e|ci|check|lint|build|compile|install|bundle|bench|deploy|migrate|push|clone|docker|tsc|mypy|pyright|eslint|pytest|jest|vitest|cargo|gradlew?|mvn|make)\b/;
const WAITING = /\bsleep \d|--watch\b|\btail -f\b|\bwait\b/;

/** The same command slow again and again. */
export const slowTools: TranscriptDetector = {
  id: "SLOW_TOOLS",
  watch({ slow_tools: min, slow_seconds: seconds }) {
    const tally = createTally();
    const spent = new Map<string, number>();
    return {
      see(item) {
        if (item.kind !== "tool-result" || item.call === null || item.asked === true) return;
        const took = (item.timestamp ?? 0) - (item.call.timestamp ?? Number.POSITIVE_INFINITY);
        if (took < seconds * 1000 || took > MAX_DURATION_MS) return;
        const name = slowCommand(item.call, item.asked === false);
        if (name === null) return;
        tally.add(name, { at: item.call.offset, text: `${Math.round(took / 1000)} s: ${name}` });
        if (spent.has(name) || spent.size < MAX_COMMANDS) spent.set(name, (spent.get(name) ?? 0) + took);
      },
      found: () =>
        tally
          .atLeast(min)
          .slice(0, MAX_PATTERNS)
          .map(({ key, count, sightings }) => ({
            id: "SLOW_TOOLS",
            count,
            title: `${formatDuration(spent.get(key))} in ${countNoun(count, "slow run")} of ${key}`,
            subject: key,
            evidence: sightings,
            suggestion: {
              kind: "none",
              text: "Narrow it to what changed, or have it run in the background while Claude continues.",
              payload: null,
            },
          })),
    };
  },
};

/** Null for commands that wait on purpose, or may have waited for a person. */
function slowCommand(call: ToolCall, ranUnasked: boolean): string | null {
  if (call.tool.startsWith("mcp__")) return call.tool;
  const command = commandOf(call);
  if (command === null || call.input.run_in_background === true || WAITING.test(command)) return null;
  const subject = normalizeCommand(command);
  return ranUnasked || LONG_RUNNING.test(subject) ? subject : null;
}

function formatDuration(ms = 0): string {
  return ms < 90_000 ? `${Math.round(ms / 1000)} seconds` : `${Math.round(ms / 60_000)} minutes`;
}
