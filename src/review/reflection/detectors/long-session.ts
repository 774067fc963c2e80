import { createMeter } from "../session-metrics.ts";
import type { TranscriptDetector } from "./detector.ts";

/** So many messages that the first ones carry little weight. */
export const longSession: TranscriptDetector = {
  id: "LONG_SESSION",
  watch({ long_session: min }) {
    const meter = createMeter();
    return {
      see: meter.see,
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
            suggestion: {
              kind: "none",
              text: "Split such work into tasks with a session each: Claude sees less well what is further back.",
              payload: null,
            },
          },
        ];
      },
    };
  },
};
