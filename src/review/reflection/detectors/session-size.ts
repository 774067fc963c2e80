// Sessions so large that Claude loses sight of how they began.
import { SessionMeter } from "../session-metrics.ts";
import { advise, Tally, type TranscriptDetector } from "./detector.ts";

/** So many messages that the first ones carry little weight. */
export const longSession: TranscriptDetector = ({ long_session: min }) => {
  const meter = new SessionMeter();
  return {
    see: (item) => meter.see(item),
    found() {
      const { messages, userMessages, toolUses } = meter.read();
      if (messages < min) return [];
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
