// The result of a reflection on one session: its metrics and the patterns found.

export interface Reflection {
  sessionId: string | null;
  projectDir: string | null;
  transcriptPath: string;
  /** Milliseconds since 1970. */
  at: number;
  trigger: "session_end" | "manual";
  metrics: Metrics;
  /** From the project's `.claude-trace`, if there is one. */
  trace: TraceMetrics | null;
  patterns: Pattern[];
}

export interface Metrics {
  /** Messages of the person and the model, without tool results and injected text. */
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

/** The GitHub issue of a finding. */
export interface FiledIssue {
  fingerprint: string;
  number: number;
  url: string;
}

export type PatternId =
  | "REPEATED_TOOL_USE"
  | "REPEATED_ERROR"
  | "FRUSTRATION"
  | "SAME_CORRECTION"
  | "REPEATED_READS"
  | "LONG_SESSION"
  | "SLOW_HOOKS"
  | "API_ERRORS"
  | "RATE_LIMITS"
  | "SLOW_REQUESTS";

export interface Pattern {
  id: PatternId;
  count: number;
  /** One line for a person. */
  title: string;
  /** The first few and the last one. */
  evidence: Evidence[];
  suggestion: { text: string };
  fingerprint: string;
}

interface Evidence {
  /** Such as "line 812" of the transcript, or "trace.jsonl line 4". */
  where: string;
  /** One redacted line. */
  text: string;
}
