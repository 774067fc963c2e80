// Detectors of slow commands, slow hooks, and slow or failed requests to the model.
import { countNoun } from "../../../text/count-noun.ts";
import { formatDuration } from "../../../text/format-time.ts";
import type { ToolCall } from "../../../transcript/tool-item.ts";
import {
  advise,
  normalizeCommand,
  type PatternDraft,
  type ReflectionThresholds,
  shellCommand,
  Tally,
  type TraceDetector,
  type TranscriptDetector,
} from "./detector.ts";

const MAX_PATTERNS = 2;
const MAX_COMMANDS = 1000;
const WAITING = /\bsleep \d|--watch\b|\btail -f\b|\bwait\b/;

/** The same command slow again and again, by its own duration, without the time a person took to allow it. */
export const slowTools: TranscriptDetector = ({ slow_tools: min, slow_seconds: seconds }, callTime) => {
  const tally = new Tally();
  const spent = new Map<string, number>();
  return {
    follow(item) {
      if (item.kind !== "tool-result" || item.call === null) return;
      const name = slowCommand(item.call);
      const took = name === null ? null : callTime(item.id);
      if (name === null || took === null || took < seconds * 1000) return;
      tally.add(name, { at: item.call.offset, text: `${Math.round(took / 1000)} s: ${name}` });
      if (spent.has(name) || spent.size < MAX_COMMANDS) spent.set(name, (spent.get(name) ?? 0) + took);
    },
    listPatterns: () =>
      tally.patterns("SLOW_TOOLS", min, MAX_PATTERNS, ({ key, count }) => ({
        title: `${formatDuration(spent.get(key) ?? 0)} in ${countNoun(count, "slow run")} of ${key}`,
        suggestion: advise("Narrow it to what changed, or run it in the background while Claude continues."),
      })),
  };
};

export const slowHooks: TranscriptDetector = ({ slow_hooks: min, slow_seconds: seconds }) => {
  const tally = new Tally();
  return {
    follow(item) {
      if (item.kind !== "slow-hook" || (item.durationMs < seconds * 1000 && !item.timedOut)) return;
      const { event, command, durationMs, timedOut } = item;
      const end = timedOut ? ", stopped by its timeout" : "";
      const text = `${event}: ${Math.round(durationMs / 1000)} s${end}: ${command}`;
      tally.add(`${event} ${command}`.trim(), { at: item.offset, text });
    },
    listPatterns: () =>
      tally.patterns("SLOW_HOOKS", min, MAX_PATTERNS, ({ key, count }) => ({
        title: `A slow hook (${count} times): ${key}`,
        suggestion: advise(
          "Make the hook faster, or run it in the background (`async` in the client's settings).",
        ),
      })),
  };
};

export const slowRequests: TraceDetector = ({ slow_requests: min, slow_seconds: seconds }) => {
  const tally = new Tally();
  return {
    follow({ where, durationMs, outputTokens }) {
      if (durationMs === null || durationMs < seconds * 1000) return;
      const text = `${Math.round(durationMs / 1000)} s, ${outputTokens} tokens written`;
      tally.add("requests", { at: where, text });
    },
    listPatterns: () =>
      tally.patterns("SLOW_REQUESTS", min, 1, ({ count }) => ({
        title: `${count} requests to the model took ${seconds} seconds or more`,
        suggestion: advise("Ask for smaller steps: long answers and long contexts take long."),
      })),
  };
};

/** null for commands that wait on purpose. */
function slowCommand(call: ToolCall): string | null {
  if (call.tool.startsWith("mcp__")) return call.tool.endsWith("wait_for") ? null : call.tool;
  const command = shellCommand(call);
  if (command === null || call.input.run_in_background === true || WAITING.test(command)) return null;
  return normalizeCommand(command);
}

const RATE_LIMIT = /\b429\b|rate.?limit|usage limit|hit your limit/i;
/** Errors that only the person can resolve, that were caused on purpose, or that come from an outage of the server. */
const NOT_A_FAILURE =
  /\/login|invalid api key|authentication_error|abort|prompt is too long|\b529\b|overloaded|(?:spend|session|weekly) limit/i;

export const apiErrors: TranscriptDetector = (thresholds) => {
  const failures = createTallies();
  let isRetry = false;
  return {
    follow(item) {
      // Consecutive attempts at one request count as one failure.
      const isFirst = item.kind === "api-error" && !isRetry;
      isRetry = item.kind === "api-error";
      if (item.kind !== "api-error" || !isFirst || NOT_A_FAILURE.test(item.text)) return;
      const kind = RATE_LIMIT.test(item.text) ? "RATE_LIMITS" : "API_ERRORS";
      failures[kind].add("requests", { at: item.offset, text: item.text || "failed without a message" });
    },
    listPatterns: () => describe(failures, thresholds),
  };
};

export const tracedApiErrors: TraceDetector = (thresholds) => {
  const failures = createTallies();
  return {
    follow({ where, status, error }) {
      if (status !== null && status < 400) return;
      const kind = status === 429 ? "RATE_LIMITS" : "API_ERRORS";
      failures[kind].add("requests", { at: where, text: `${status ?? "no answer"} ${error}`.trim() });
    },
    listPatterns: () => describe(failures, thresholds),
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
      suggestion: advise("Run fewer agents at once, or do long work after the limit was reset."),
    })),
  ];
}
