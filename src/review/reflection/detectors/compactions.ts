import type { Sighting, TranscriptDetector } from "./detector.ts";

const MAX_SIGHTINGS = 4;

/** The conversation was compacted more than once: details of what was said before are lost. */
export const compactions: TranscriptDetector = {
  id: "COMPACTIONS",
  watch({ compactions: min }) {
    const seen: Sighting[] = [];
    let count = 0;
    return {
      see(item) {
        if (item.kind !== "compaction") return;
        count++;
        const size = item.preTokens === null ? "" : ` at ${item.preTokens} tokens`;
        if (seen.length < MAX_SIGHTINGS)
          seen.push({ at: item.offset, text: `compacted (${item.trigger || "auto"})${size}` });
      },
      found() {
        if (count < min) return [];
        return [
          {
            id: "COMPACTIONS",
            count,
            title: `The conversation was compacted ${count} times`,
            subject: "session",
            evidence: seen,
            suggestion: {
              kind: "none",
              text: "Write the plan into a file and start a fresh session at its milestones: a summary loses detail each time.",
              payload: null,
            },
          },
        ];
      },
    };
  },
};
