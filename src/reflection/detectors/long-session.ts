import type { TranscriptDetector } from "../detector.ts";
import { createMeter } from "../meter.ts";

/** One prompt with a long chain of calls behind it is no long conversation. */
const SHARE_OF_PROMPTS = 0.2;

/** So many messages, and so many things asked, that what was said first is far away. */
export const longSession: TranscriptDetector = {
  id: "LONG_SESSION",
  watch({ long_session: least }) {
    const meter = createMeter();
    return {
      see: meter.see,
      found() {
        const { messages, userMessages, toolUses } = meter.read();
        if (messages < least || userMessages < least * SHARE_OF_PROMPTS) return [];
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
