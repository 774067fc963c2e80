import { cutWords } from "../cut-words.ts";
import { createRequestFailures } from "../request-failures.ts";
import type { TranscriptDetector } from "./detector.ts";

const RATE_LIMIT = /\b429\b|rate.?limit|usage limit|hit your limit/i;
/** The person's own business: to log in, to stop. */
const NOT_A_FAILURE = /\/login|invalid api key|abort|prompt is too long/i;

/** From the transcript, for sessions without a trace. */
export const apiErrors: TranscriptDetector = {
  id: "API_ERRORS",
  watch(least) {
    const failures = createRequestFailures();
    let again = false;
    return {
      see(item) {
        // The tries of one request stand together: they are one failure.
        const isFirst = item.kind === "api-error" && !again;
        again = item.kind === "api-error";
        if (item.kind !== "api-error" || !isFirst || NOT_A_FAILURE.test(item.text)) return;
        const text = cutWords(item.text, 600) || "failed without a word";
        failures.add({ at: item.offset, text }, RATE_LIMIT.test(item.text));
      },
      found: () => failures.found(least),
    };
  },
};
