// Failed, rejected and slow requests to the model, from the project's `.claude-trace`.
import { Tally, type TraceDetector } from "./detector.ts";

export const traceLog: TraceDetector = ({
  api_errors,
  rate_limits,
  slow_requests,
  slow_seconds: seconds,
}) => {
  const failed = new Tally();
  const rejected = new Tally();
  const slow = new Tally();
  return {
    follow({ where, status, error, durationMs, outputTokens }) {
      if (status === null || status >= 400)
        (status === 429 ? rejected : failed).add("requests", {
          at: where,
          text: `${status ?? "no answer"} ${error}`.trim(),
        });
      if (durationMs !== null && durationMs >= seconds * 1000)
        slow.add("requests", {
          at: where,
          text: `${Math.round(durationMs / 1000)} s, ${outputTokens} tokens written`,
        });
    },
    listPatterns: () => [
      ...failed.patterns("API_ERRORS", api_errors, 1, ({ count }) => ({
        title: `${count} requests to the model failed`,
        suggestion: "Check the network or the proxy; the client retries by itself.",
      })),
      ...rejected.patterns("RATE_LIMITS", rate_limits, 1, ({ count }) => ({
        title: `The model's server rejected ${count} requests (429): too many, or a limit used up`,
        suggestion: "Run fewer agents at once, or do long work after the limit was reset.",
      })),
      ...slow.patterns("SLOW_REQUESTS", slow_requests, 1, ({ count }) => ({
        title: `${count} requests to the model took ${seconds} seconds or more`,
        suggestion: "Ask for smaller steps: long answers and long contexts take long.",
      })),
    ],
  };
};
