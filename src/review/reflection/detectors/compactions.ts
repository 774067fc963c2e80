import type { Sighting, TranscriptDetector } from "./detector.ts";

const MAX_KEPT = 4;

/** The conversation had to be summed up more than once: what was said before is known from hearsay only. */
export const compactions: TranscriptDetector = {
  id: "COMPACTIONS",
  watch({ compactions: least }) {
    const seen: Sighting[] = [];
    let count = 0;
    return {
      see(item) {
        if (item.kind !== "compaction") return;
        count++;
        const size = item.preTokens === null ? "" : ` at ${item.preTokens} tokens`;
        if (seen.length < MAX_KEPT)
          seen.push({ at: item.offset, text: `compacted (${item.trigger || "auto"})${size}` });
      },
      found() {
        if (count < least) return [];
        return [
          {
            id: "COMPACTIONS",
            count,
            title: `The conversation was compacted ${count} times`,
            subject: "session",
            evidence: seen,
            suggestion: {
              kind: "none",
              text: "Write the plan into a file and begin a fresh session at its milestones: a summary loses detail each time.",
              payload: null,
            },
          },
        ];
      },
    };
  },
};
