/** One request to the model, as `claude-trace` wrote it down. */
export interface TraceRequest {
  /** File and line. */
  where: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Null when no answer came. */
  status: number | null;
  durationMs: number | null;
  inputTokens: number;
  outputTokens: number;
  /** What the server said of its failure. */
  error: string;
}
