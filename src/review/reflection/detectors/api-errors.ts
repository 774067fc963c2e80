// Failed requests to the model: from a trace, which has every attempt, else from the transcript.
import {
  advise,
  type PatternDraft,
  type ReflectionThresholds,
  Tally,
  type TraceDetector,
  type TranscriptDetector,
} from "./detector.ts";

const RATE_LIMIT = /\b429\b|rate.?limit|usage limit|hit your limit/i;
/** Errors that only the person can resolve, such as a missing login, or caused on purpose, or an outage of the server. */
const NOT_A_FAILURE =
  /\/login|invalid api key|authentication_error|abort|prompt is too long|\b529\b|overloaded|(?:spend|session|weekly) limit/i;

export const apiErrors: TranscriptDetector = (thresholds) => {
  const failures = createTallies();
  let isRetry = false;
  return {
    see(item) {
      // Attempts at one request follow each other: they count as one failure.
      const isFirst = item.kind === "api-error" && !isRetry;
      isRetry = item.kind === "api-error";
      if (item.kind !== "api-error" || !isFirst || NOT_A_FAILURE.test(item.text)) return;
      const kind = RATE_LIMIT.test(item.text) ? "RATE_LIMITS" : "API_ERRORS";
      failures[kind].add("requests", { at: item.offset, text: item.text || "failed without a message" });
    },
    found: () => describe(failures, thresholds),
  };
};

export const tracedApiErrors: TraceDetector = (thresholds) => {
  const failures = createTallies();
  return {
    see({ where, status, error }) {
      if (status !== null && status < 400) return;
      const kind = status === 429 ? "RATE_LIMITS" : "API_ERRORS";
      failures[kind].add("requests", { at: where, text: `${status ?? "no answer"} ${error}`.trim() });
    },
    found: () => describe(failures, thresholds),
  };
};

function createTallies() {
  return { API_ERRORS: new Tally(), RATE_LIMITS: new Tally() };
}

function describe(
  failures: ReturnType<typeof createTallies>,
  { api_errors, rate_limits }: ReflectionThresholds,
): PatternDraft[] {
  return [
    ...failures.API_ERRORS.patterns("API_ERRORS", api_errors, 1, ({ count }) => ({
      title: `${count} requests to the model failed`,
      suggestion: advise("Check the network or the proxy; the client retries by itself."),
    })),
    ...failures.RATE_LIMITS.patterns("RATE_LIMITS", rate_limits, 1, ({ count }) => ({
      title: `The model's server rejected ${count} requests (429): too many, or a limit used up`,
      suggestion: advise("Run fewer agents at once, or do long work when the limit is fresh."),
    })),
  ];
}
