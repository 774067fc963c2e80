import { createRequestFailures } from "../request-failures.ts";
import type { TraceDetector } from "./detector.ts";

/** From a trace, which has every try. */
export const failedRequests: TraceDetector = {
  id: "API_ERRORS",
  watch(least) {
    const failures = createRequestFailures();
    return {
      see({ where, status, error }) {
        if (status !== null && status < 400) return;
        const text = `${status ?? "no answer"} ${error}`.trim();
        failures.add({ at: where, text }, status === 429);
      },
      found: () => failures.found(least),
    };
  },
};
