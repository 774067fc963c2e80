import { Tally, type TranscriptDetector } from "./detector.ts";

const MAX_FILES = 2;

/** The same file read again and again. Off by default. */
export const repeatedReads: TranscriptDetector = ({ repeated_reads: min }) => {
  const tally = new Tally();
  return {
    follow(item) {
      if (item.kind !== "tool-call" || item.tool !== "Read") return;
      const { file_path } = item.input;
      if (typeof file_path !== "string") return;
      tally.add(file_path, { at: item.offset, text: `Read ${file_path}` });
    },
    listPatterns: () =>
      tally.patterns("REPEATED_READS", min, MAX_FILES, ({ key, count }) => ({
        title: `${key} was read ${count} times`,
        suggestion: `Describe ${key} in CLAUDE.md, or split it, so that it need not be read whole each time.`,
      })),
  };
};
