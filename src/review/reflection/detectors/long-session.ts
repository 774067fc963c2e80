import { createMeter } from "../session-metrics.ts";
import type { TranscriptDetector } from "./detector.ts";

/** So many messages that what was said first is far away. */
export const longSession: TranscriptDetector = {
  id: "LONG_SESSION",
  watch({ long_session: least }) {
    const meter = createMeter();
    return {
      see: meter.see,
      found() {
        const { messages, userMessages, toolUses } = meter.read();
        if (messages < least) return [];
        return [
          {
            id: "LONG_SESSION",
            count: messages,
            title: `A long session: ${messages} messages, ${userMessages} of them yours, ${toolUses} tool calls`,
            subject: "session",
            evidence: [],
            suggestion: {
              kind: "none",
              text: "Cut such work into tasks with a session each: what is further back is seen less well.",
              payload: null,
            },
          },
        ];
      },
    };
  },
};
