// Failed requests to the model: from a trace, which has every attempt, else from the transcript.
import type { PatternDraft, Sighting, TraceDetector, TranscriptDetector } from "./detector.ts";
import { cutAtWord } from "./normalize.ts";

const RATE_LIMIT = /\b429\b|rate.?limit|usage limit|hit your limit/i;
/** Errors that only the person can resolve, such as a missing login, or caused on purpose. */
const NOT_A_FAILURE = /\/login|invalid api key|abort|prompt is too long/i;
const MAX_TEXT = 600;
const MAX_SIGHTINGS = 4;

export const apiErrors: TranscriptDetector = {
  id: "API_ERRORS",
  watch(thresholds) {
    const failures = createRequestFailures();
    let isRetry = false;
    return {
      see(item) {
        // Attempts at one request follow each other: they count as one failure.
        const isFirst = item.kind === "api-error" && !isRetry;
        isRetry = item.kind === "api-error";
        if (item.kind !== "api-error" || !isFirst || NOT_A_FAILURE.test(item.text)) return;
        const text = cutAtWord(item.text, MAX_TEXT) || "failed without a message";
        failures.add({ at: item.offset, text }, RATE_LIMIT.test(item.text));
      },
      found: () => failures.found(thresholds),
    };
  },
};

export const tracedApiErrors: TraceDetector = {
  id: "API_ERRORS",
  watch(thresholds) {
    const failures = createRequestFailures();
    return {
      see({ where, status, error }) {
        if (status !== null && status < 400) return;
        const text = `${status ?? "no answer"} ${error}`.trim();
        failures.add({ at: where, text }, status === 429);
      },
      found: () => failures.found(thresholds),
    };
  },
};

interface RequestFailures {
  add(sighting: Sighting, isRateLimit: boolean): void;
  found(min: { api_errors: number; rate_limits: number }): PatternDraft[];
}

function createRequestFailures(): RequestFailures {
  const sightings: { errors: Sighting[]; limits: Sighting[] } = { errors: [], limits: [] };
  const counts = { errors: 0, limits: 0 };
  return {
    add(sighting, isRateLimit) {
      const kind = isRateLimit ? "limits" : "errors";
      counts[kind]++;
      if (sightings[kind].length < MAX_SIGHTINGS) sightings[kind].push(sighting);
    },
    found: (min) => [
      ...(counts.errors >= min.api_errors ? [describeErrors(counts.errors, sightings.errors)] : []),
      ...(counts.limits >= min.rate_limits ? [describeRateLimits(counts.limits, sightings.limits)] : []),
    ],
  };
}

function describeErrors(count: number, evidence: Sighting[]): PatternDraft {
  return {
    id: "API_ERRORS",
    count,
    title: `${count} requests to the model failed`,
    subject: "requests",
    evidence,
    suggestion: {
      kind: "none",
      text: "Check the network or the proxy; the client retries by itself.",
      payload: null,
    },
  };
}

function describeRateLimits(count: number, evidence: Sighting[]): PatternDraft {
  return {
    id: "RATE_LIMITS",
    count,
    title: `The model's server rejected ${count} requests (429): too many, or a limit used up`,
    subject: "requests",
    evidence,
    suggestion: {
      kind: "none",
      text: "Run fewer agents at once, or do long work when the limit is fresh.",
      payload: null,
    },
  };
}
