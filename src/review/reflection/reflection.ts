// The result of a reflection on one session: its metrics and the patterns found.
import type { Memory } from "../../memory/memory.ts";

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
  | "SAME_CORRECTION"
  | "RED_CHECK"
  | "DISCARDED_PLAN"
  | "REVIEW_ROUNDS"
  | "REPEATED_READS"
  | "EDIT_CHURN"
  | "LONG_SESSION"
  | "COMPACTIONS"
  | "PERMISSION_DENIALS"
  | "SLOW_TOOLS"
  | "SLOW_HOOKS"
  | "GATE_BLOCKS"
  | "GATE_RELEASES"
  | "WRONG_BLOCKS"
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
  suggestion: Suggestion;
  fingerprint: string;
}

interface Evidence {
  /** Such as "line 812" of the transcript, "decision 31", "trace.jsonl line 4". */
  where: string;
  /** One redacted line. */
  text: string;
}

/** What a person may approve: `text` describes it, `payload` is what will be written. */
export type Suggestion =
  | { kind: "script"; text: string; payload: ScriptDraft }
  | { kind: "memory"; text: string; payload: Pick<Memory, "category" | "title" | "body"> }
  | { kind: "gate"; text: string; payload: ConfigChange }
  /** A rule for `permissions.allow` in the client's settings. */
  | { kind: "permission"; text: string; payload: { rule: string } }
  | { kind: "none"; text: string; payload: null };

export interface ScriptDraft {
  /** A file name without its ending, such as "npm-test". */
  name: string;
  command: string;
}

/** A change to the project's `.claude/holdfast.json`. */
export interface ConfigChange {
  /** Dotted, such as "gates.proof.enabled". */
  key: string;
  /** null when only the person can know it. */
  value: unknown;
}
