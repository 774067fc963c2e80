// How much there was of a session: long conversations, compactions, files read again. All of them off by default: on real
// sessions hardly any was worth telling.
import { SessionMeter } from "../session-metrics.ts";
import { advise, Tally, type TranscriptDetector } from "./detector.ts";

const MAX_FILES = 2;

/** So many messages that the first ones carry little weight. */
export const longSession: TranscriptDetector = ({ long_session: min }) => {
  const meter = new SessionMeter();
  return {
    see: (item) => meter.see(item),
    found() {
      const { messages, userMessages, toolUses } = meter.read();
      if (min === 0 || messages < min) return [];
      return [
        {
          id: "LONG_SESSION",
          count: messages,
          title: `A long session: ${messages} messages, ${userMessages} of them yours, ${toolUses} tool calls`,
          subject: "session",
          evidence: [],
          suggestion: advise(
            "Split such work into tasks with a session each: Claude sees less well what is further back.",
          ),
        },
      ];
    },
  };
};

/** The conversation was compacted more than once: details of what was said before are lost. */
export const compactions: TranscriptDetector = ({ compactions: min }) => {
  const tally = new Tally();
  return {
    see(item) {
      if (item.kind !== "compaction") return;
      const size = item.preTokens === null ? "" : ` at ${item.preTokens} tokens`;
      tally.add("session", { at: item.offset, text: `compacted (${item.trigger || "auto"})${size}` });
    },
    found: () =>
      tally.patterns("COMPACTIONS", min, 1, ({ count }) => ({
        title: `The conversation was compacted ${count} times`,
        suggestion: advise(
          "Write the plan into a file and start a fresh session at its milestones: a summary loses detail each time.",
        ),
      })),
  };
};

export const repeatedReads: TranscriptDetector = ({ repeated_reads: min }) => {
  const tally = new Tally();
  return {
    see(item) {
      if (item.kind !== "tool-call" || item.tool !== "Read") return;
      const { file_path } = item.input;
      if (typeof file_path !== "string") return;
      tally.add(file_path, { at: item.offset, text: `Read ${file_path}` });
    },
    found: () =>
      tally.patterns("REPEATED_READS", min, MAX_FILES, ({ key, count }) => ({
        title: `${key} was read ${count} times`,
        suggestion: advise(
          `Say in CLAUDE.md what ${key} holds, or split it, so that it need not be read whole each time.`,
        ),
      })),
  };
};
