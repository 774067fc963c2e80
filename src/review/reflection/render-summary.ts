// `reflection_summary.json`: a reflection for other tools. Its keys are documented in docs/reflection.md.
import type { FiledIssue, Reflection } from "./reflection.ts";

export const SUMMARY_FILE = "reflection_summary.json";

export function renderSummary(reflection: Reflection, issues: readonly FiledIssue[]): string {
  const { metrics, trace } = reflection;
  const { tokens } = metrics;
  const summary = {
    schema_version: 1,
    session_id: reflection.sessionId,
    project_dir: reflection.projectDir,
    transcript_path: reflection.transcriptPath,
    created_at: new Date(reflection.at).toISOString(),
    trigger: reflection.trigger,
    metrics: {
      total_messages: metrics.messages,
      user_messages: metrics.userMessages,
      assistant_messages: metrics.assistantMessages,
      user_to_assistant_ratio: promptsPerMessage(metrics),
      tool_uses: metrics.toolUses,
      tool_errors: metrics.toolErrors,
      compactions: metrics.compactions,
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      cache_read_tokens: tokens.cacheRead,
      cache_creation_tokens: tokens.cacheCreation,
      duration_seconds: Math.round(metrics.durationMs / 1000),
    },
    claude_trace: trace && {
      files: trace.files,
      requests: trace.requests,
      input_tokens: trace.inputTokens,
      output_tokens: trace.outputTokens,
      api_errors: trace.apiErrors,
      rate_limits: trace.rateLimits,
      slow_requests: trace.slowRequests,
    },
    patterns: reflection.patterns.map(({ id, ...pattern }) => ({ type: id, ...pattern })),
    issues: issues.map(({ fingerprint, number, url }) => ({ fingerprint, number, url })),
  };
  return `${JSON.stringify(summary, null, 2)}\n`;
}

/** Prompts for each message of the model, to two digits; null when the model said nothing. */
export function promptsPerMessage({ userMessages, assistantMessages }: Reflection["metrics"]): number | null {
  return assistantMessages === 0 ? null : Math.round((userMessages / assistantMessages) * 100) / 100;
}
