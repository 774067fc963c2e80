// One session looked at as a whole: its measures and what was found.
import type { Pattern } from "./pattern.ts";

export interface Reflection {
  sessionId: string | null;
  projectDir: string | null;
  transcriptPath: string;
  /** Milliseconds since 1970. */
  at: number;
  trigger: "session_end" | "manual";
  metrics: Metrics;
  /** From the project's `.claude-trace`, when it has one. */
  trace: TraceMetrics | null;
  patterns: Pattern[];
}

export interface Metrics {
  /** Of the person and of the model; tool results and injected text are neither. */
  messages: number;
  userMessages: number;
  assistantMessages: number;
  toolUses: number;
  toolErrors: number;
  compactions: number;
  tokens: Tokens;
  /** From the first record to the last. */
  durationMs: number;
}

export interface Tokens {
  input: number;
  output: number;
  cacheRead: number;
  cacheCreation: number;
}

export interface TraceMetrics {
  files: number;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  apiErrors: number;
  rateLimits: number;
  slowRequests: number;
}

/** A GitHub issue made of a finding. */
export interface FiledIssue {
  fingerprint: string;
  number: number;
  url: string;
}
