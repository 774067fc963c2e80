// One line of a `.claude-trace` file.
import type { TraceRequest } from "./trace-request.ts";

type Raw = Record<string, unknown>;

const LONGEST_ERROR = 300;

/** Null for what is no request to the model. */
export function parseTraceLine(line: string, where: string): TraceRequest | null {
  const pair = parse(line);
  const request = rawOf(pair.request);
  const sentAt = numberOf(request.timestamp);
  if (sentAt === null || !String(request.url ?? "/v1/messages").includes("/messages")) return null;
  const response = rawOf(pair.response);
  const answeredAt = numberOf(response.timestamp);
  const body = rawOf(response.body);
  const stream = typeof response.body_raw === "string" ? response.body_raw : "";
  const usage = rawOf(body.usage);
  return {
    where,
    at: sentAt * 1000,
    status: numberOf(response.status_code),
    durationMs: answeredAt === null ? null : (answeredAt - sentAt) * 1000,
    inputTokens: numberOf(usage.input_tokens) ?? numberIn(stream, /"input_tokens":\s*(\d+)/),
    outputTokens: numberOf(usage.output_tokens) ?? lastNumberIn(stream, /"output_tokens":\s*(\d+)/g),
    error: String(rawOf(body.error).message ?? "").slice(0, LONGEST_ERROR),
  };
}

function parse(line: string): Raw {
  try {
    return rawOf(JSON.parse(line));
  } catch {
    return {}; // Cut off, or not a trace: nothing to count.
  }
}

function rawOf(value: unknown): Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Raw) : {};
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}

/** The stream's last word on it is the whole. */
function lastNumberIn(text: string, pattern: RegExp): number {
  return Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
}
