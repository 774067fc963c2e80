// Failed requests to the model, however they are known: from a trace, else from the transcript.
import type { Draft, Sighting } from "./detectors/detector.ts";

export interface RequestFailures {
  add(sighting: Sighting, isRateLimit: boolean): void;
  found(least: { api_errors: number; rate_limits: number }): Draft[];
}

const MAX_KEPT = 4;

export function createRequestFailures(): RequestFailures {
  const seen: { errors: Sighting[]; limits: Sighting[] } = { errors: [], limits: [] };
  const counts = { errors: 0, limits: 0 };
  return {
    add(sighting, isRateLimit) {
      const kind = isRateLimit ? "limits" : "errors";
      counts[kind]++;
      if (seen[kind].length < MAX_KEPT) seen[kind].push(sighting);
    },
    found: (least) => [
      ...(counts.errors >= least.api_errors ? [apiErrors(counts.errors, seen.errors)] : []),
      ...(counts.limits >= least.rate_limits ? [rateLimits(counts.limits, seen.limits)] : []),
    ],
  };
}

function apiErrors(count: number, evidence: Sighting[]): Draft {
  return {
    id: "API_ERRORS",
    count,
    title: `${count} requests to the model failed`,
    subject: "requests",
    evidence,
    suggestion: {
      kind: "none",
      text: "Look at the network or the proxy between; the client tries again by itself.",
      payload: null,
    },
  };
}

function rateLimits(count: number, evidence: Sighting[]): Draft {
  return {
    id: "RATE_LIMITS",
    count,
    title: `The model's server turned ${count} requests away (429): too many, or a limit used up`,
    subject: "requests",
    evidence,
    suggestion: {
      kind: "none",
      text: "Run fewer agents at once, or do long work when the limit is fresh.",
      payload: null,
    },
  };
}
