import { SessionMeter } from "../session-metrics.ts";
import type { TranscriptDetector } from "./detector.ts";

/** A session with so many messages that Claude may lose track of the first ones. Off by default. */
export const longSession: TranscriptDetector = ({ long_session: min }) => {
  const meter = new SessionMeter();
  return {
    follow: (item) => meter.follow(item),
    listPatterns() {
      const { messages, userMessages, toolUses } = meter.read();
      if (min === 0 || messages < min) return [];
      return [
        {
          id: "LONG_SESSION",
          count: messages,
          title: `A long session: ${messages} messages, ${userMessages} of them yours, ${toolUses} tool calls`,
          subject: "session",
          evidence: [],
          suggestion:
            "Split such work into tasks with a session each: Claude loses track of what is far back.",
        },
      ];
    },
  };
};
