// A reflection's measures in words, for every report.
import type { Reflection } from "./reflection.ts";
import { userShare } from "./render-summary.ts";

export interface Measure {
  name: string;
  value: string;
}

export function measureLines({ metrics, trace }: Reflection): Measure[] {
  const { tokens } = metrics;
  const share = userShare(metrics);
  const lines = [
    {
      name: "Messages",
      value: `${metrics.messages} (${metrics.userMessages} yours, ${metrics.assistantMessages} Claude's)`,
    },
    { name: "Yours for each of Claude's", value: share === null ? "none" : String(share) },
    { name: "Tool uses", value: `${metrics.toolUses}, ${metrics.toolErrors} with an error` },
    {
      name: "Tokens",
      value: `${count(tokens.input)} in, ${count(tokens.output)} out, ${count(tokens.cacheRead)} read from cache, ${count(tokens.cacheCreation)} written to it`,
    },
    { name: "Duration", value: describeDuration(metrics.durationMs) },
    ...(metrics.compactions > 0 ? [{ name: "Compactions", value: String(metrics.compactions) }] : []),
  ];
  if (trace === null) return lines;
  const errors = `${trace.apiErrors} failed, ${trace.rateLimits} turned away (429), ${trace.slowRequests} slow`;
  return [
    ...lines,
    { name: "Requests (claude-trace)", value: `${trace.requests}: ${errors}` },
    {
      name: "Tokens (claude-trace)",
      value: `${count(trace.inputTokens)} in, ${count(trace.outputTokens)} out`,
    },
  ];
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

function describeDuration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes === 0) return `${Math.round(ms / 1000)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  const days = Math.floor(hours / 24);
  return days === 0 ? `${hours} h ${minutes % 60} min` : `${days} d ${hours % 24} h`;
}
