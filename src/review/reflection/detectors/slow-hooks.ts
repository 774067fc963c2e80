import { Tally, type TranscriptDetector } from "./detector.ts";

const MAX_PATTERNS = 2;

export const slowHooks: TranscriptDetector = ({ slow_hooks: min, slow_seconds: seconds }) => {
  const tally = new Tally();
  return {
    follow(item) {
      if (item.kind !== "slow-hook" || (item.durationMs < seconds * 1000 && !item.timedOut)) return;
      const { event, command, durationMs, timedOut } = item;
      const end = timedOut ? ", stopped by its timeout" : "";
      const text = `${event}: ${Math.round(durationMs / 1000)} s${end}: ${command}`;
      tally.add(`${event} ${command}`.trim(), { at: item.offset, text });
    },
    listPatterns: () =>
      tally.patterns("SLOW_HOOKS", min, MAX_PATTERNS, ({ key, count }) => ({
        title: `A slow hook (${count} times): ${key}`,
        suggestion: "Make the hook faster, or run it in the background (`async` in the client's settings).",
      })),
  };
};
