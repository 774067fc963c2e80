import type { Sighting, TraceDetector } from "./detector.ts";

const MAX_SIGHTINGS = 4;

/** Requests to the model that took long. */
export const slowRequests: TraceDetector = {
  id: "SLOW_REQUESTS",
  watch({ slow_requests: min, slow_seconds: seconds }) {
    const seen: Sighting[] = [];
    let count = 0;
    return {
      see({ where, durationMs, outputTokens }) {
        if (durationMs === null || durationMs < seconds * 1000) return;
        count++;
        const text = `${Math.round(durationMs / 1000)} s, ${outputTokens} tokens written`;
        if (seen.length < MAX_SIGHTINGS) seen.push({ at: where, text });
      },
      found() {
        if (count < min) return [];
        return [
          {
            id: "SLOW_REQUESTS",
            count,
            title: `${count} requests to the model took ${seconds} seconds or more`,
            subject: "requests",
            evidence: seen,
            suggestion: {
              kind: "none",
              text: "Ask for smaller steps: long answers and long contexts take long.",
              payload: null,
            },
          },
        ];
      },
    };
  },
};
