import type { TranscriptDetector } from "./detector.ts";
import { createTally } from "./tally.ts";

const MAX_PATTERNS = 2;

/** The same file read again and again. */
export const repeatedReads: TranscriptDetector = {
  id: "REPEATED_READS",
  watch({ repeated_reads: min }) {
    const tally = createTally();
    return {
      see(item) {
        if (item.kind !== "tool-call" || item.tool !== "Read") return;
        const { file_path } = item.input;
        if (typeof file_path !== "string") return;
        tally.add(file_path, { at: item.offset, text: `Read ${file_path}` });
      },
      found: () =>
        tally
          .atLeast(min)
          .slice(0, MAX_PATTERNS)
          .map(({ key, count, sightings }) => ({
            id: "REPEATED_READS",
            count,
            title: `${key} was read ${count} times`,
            subject: key,
            evidence: sightings,
            suggestion: {
              kind: "none",
              text: `Say in CLAUDE.md what ${key} holds, or split it, so that it need not be read whole each time.`,
              payload: null,
            },
          })),
    };
  },
};
