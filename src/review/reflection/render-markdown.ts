import { formatDuration } from "../../text/format-time.ts";
import type { Pattern, Reflection } from "./reflection.ts";
import { promptsPerMessage } from "./session-metrics.ts";

export function renderMarkdown(reflection: Reflection): string {
  const { sessionId, projectDir, at, patterns } = reflection;
  const metrics = metricLines(reflection).map(({ name, value }) => `| ${name} | ${value} |`);
  return [
    `# Reflection on session ${sessionId ?? "without an id"}`,
    "",
    `${projectDir === null ? "" : `Project ${codeSpan(projectDir)}, `}${new Date(at).toISOString()}`,
    "",
    "| | |",
    "|---|---|",
    ...metrics,
    "",
    `## Findings: ${patterns.length}`,
    ...(patterns.length === 0 ? ["", "Nothing worth reporting."] : patterns.flatMap(renderPattern)),
    "",
  ].join("\n");
}

function renderPattern(pattern: Pattern, index: number): string[] {
  const { id, count, title, evidence, suggestion } = pattern;
  return [
    "",
    `### ${index + 1}. ${plain(title)}`,
    "",
    `${codeSpan(id)}, ${count} times`,
    "",
    ...evidence.map(({ where, text }) => `- ${where}: ${codeSpan(text)}`),
    ...(evidence.length > 0 ? [""] : []),
    `**Suggestion**: ${plain(suggestion.text)}`,
  ];
}

/** Text from a session must not be able to end its code block. */
export function fence(language: string, text: string): string {
  const mark = "`".repeat(Math.max(2, longestRun(text)) + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}

export function codeSpan(text: string): string {
  const mark = "`".repeat(longestRun(text) + 1);
  const gap = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${mark}${gap}${text}${gap}${mark}`;
}

/** Of backticks. */
function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, "\\$&");
}

/** The metrics of a reflection in words, for every report. */
export function metricLines({ metrics, trace }: Reflection): { name: string; value: string }[] {
  const { tokens } = metrics;
  const share = promptsPerMessage(metrics);
  const lines = [
    {
      name: "Messages",
      value: `${metrics.messages} (${metrics.userMessages} yours, ${metrics.assistantMessages} Claude's)`,
    },
    { name: "Your messages per message from Claude", value: share === null ? "none" : String(share) },
    { name: "Tool uses", value: `${metrics.toolUses}, ${metrics.toolErrors} with an error` },
    {
      name: "Tokens",
      value: `${formatCount(tokens.input)} in, ${formatCount(tokens.output)} out, ${formatCount(tokens.cacheRead)} read from cache, ${formatCount(tokens.cacheCreation)} written to it`,
    },
    { name: "Duration", value: formatDuration(metrics.durationMs) },
    ...(metrics.compactions > 0 ? [{ name: "Compactions", value: String(metrics.compactions) }] : []),
  ];
  if (trace === null) return lines;
  const errors = `${trace.apiErrors} failed, ${trace.rateLimits} rejected (429), ${trace.slowRequests} slow`;
  return [
    ...lines,
    { name: "Requests (claude-trace)", value: `${trace.requests}: ${errors}` },
    {
      name: "Tokens (claude-trace)",
      value: `${formatCount(trace.inputTokens)} in, ${formatCount(trace.outputTokens)} out`,
    },
  ];
}

function formatCount(number: number): string {
  return number.toLocaleString("en-US");
}
