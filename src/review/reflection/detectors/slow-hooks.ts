import type { TranscriptDetector } from "./detector.ts";
import { createTally } from "./tally.ts";

const MAX_PATTERNS = 2;

/** Hooks that keep Claude and the person waiting. */
export const slowHooks: TranscriptDetector = {
  id: "SLOW_HOOKS",
  watch({ slow_hooks: min, slow_seconds: seconds }) {
    const tally = createTally();
    return {
      see(item) {
        if (item.kind !== "slow-hook" || (item.durationMs < seconds * 1000 && !item.timedOut)) return;
        const { event, command, durationMs, timedOut } = item;
        const end = timedOut ? ", stopped by its timeout" : "";
        const text = `${event}: ${Math.round(durationMs / 1000)} s${end}: ${command}`;
        tally.add(`${event} ${command}`.trim(), { at: item.offset, text });
      },
      found: () =>
        tally
          .atLeast(min)
          .slice(0, MAX_PATTERNS)
          .map(({ key, count, sightings }) => ({
            id: "SLOW_HOOKS",
            count,
            title: `A slow hook (${count} times): ${key}`,
            subject: key,
            evidence: sightings,
            suggestion: {
              kind: "none",
              text: "Make the hook quicker, or let it run in the background (`async` in the client's settings).",
              payload: null,
            },
          })),
    };
  },
};
