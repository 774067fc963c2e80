import { lstatSync, readdirSync } from "node:fs";
import { parseJson } from "../../text/unknown-values.ts";
import type { TokenUsage, TranscriptItem } from "../../transcript/item.ts";
import { measureFile, readNextLines } from "../../transcript/read-bytes.ts";
import { numberOf, rawOf } from "../../transcript/records/fields.ts";
import type { Metrics, Tokens, TraceMetrics } from "./reflection.ts";

/** Enough, because the records of one message are close together. */
const MAX_MESSAGES = 256;

/** Measures a session item by item. */
export class SessionMeter {
  readonly #counts = { userMessages: 0, assistantMessages: 0, toolUses: 0, toolErrors: 0, compactions: 0 };
  readonly #tokens: Tokens = { input: 0, output: 0, cacheRead: 0, cacheCreation: 0 };
  readonly #usages = new Map<string, TokenUsage | null>();
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  follow(item: TranscriptItem): void {
    if (item.timestamp !== null) {
      this.#from = Math.min(this.#from, item.timestamp);
      this.#to = Math.max(this.#to, item.timestamp);
    }
    const counts = this.#counts;
    if (item.kind === "prompt" || item.kind === "slash-command" || item.kind === "shell-command")
      counts.userMessages++;
    if (item.kind === "assistant-text" || item.kind === "tool-call" || item.kind === "usage")
      this.#countMessage(
        item.messageId ?? item.uuid ?? String(item.offset),
        item.kind === "usage" ? item : null,
      );
    if (item.kind === "tool-call") counts.toolUses++;
    if (item.kind === "tool-result" && item.isError) counts.toolErrors++;
    if (item.kind === "compaction") counts.compactions++;
  }

  read(): Metrics {
    const { userMessages, assistantMessages } = this.#counts;
    return {
      ...this.#counts,
      messages: userMessages + assistantMessages,
      tokens: { ...this.#tokens },
      durationMs: Math.max(0, this.#to - this.#from),
    };
  }

  /** From the first to the last record, in milliseconds since 1970; null when no record has a time. */
  span(): { from: number; to: number } | null {
    return this.#to >= this.#from ? { from: this.#from, to: this.#to } : null;
  }

  #countMessage(id: string, usage: TokenUsage | null): void {
    if (!this.#usages.has(id)) this.#counts.assistantMessages++;
    // The records of a message repeat its usage; the last one covers the whole answer.
    const before = this.#usages.get(id) ?? null;
    if (usage && before) addUsage(this.#tokens, before, -1);
    if (usage) addUsage(this.#tokens, usage, 1);
    this.#usages.delete(id);
    this.#usages.set(id, usage ?? before);
    if (this.#usages.size > MAX_MESSAGES) this.#usages.delete(this.#usages.keys().next().value ?? "");
  }
}

function addUsage(tokens: Tokens, usage: TokenUsage, sign: 1 | -1): void {
  tokens.input += sign * usage.inputTokens;
  tokens.output += sign * usage.outputTokens;
  tokens.cacheRead += sign * usage.cacheReadTokens;
  tokens.cacheCreation += sign * usage.cacheCreationTokens;
}

/** Prompts per message of the model, to two digits; null without a message of the model. */
export function promptsPerMessage({ userMessages, assistantMessages }: Metrics): number | null {
  return assistantMessages === 0 ? null : Math.round((userMessages / assistantMessages) * 100) / 100;
}

/** A request to the model, recorded by `claude-trace` in `<project>/.claude-trace/*.jsonl`: a request and its response per line. */
export interface TraceRequest {
  /** File and line. */
  where: string;
  /** Milliseconds since 1970. */
  at: number;
  /** null when no answer came. */
  status: number | null;
  durationMs: number | null;
  inputTokens: number;
  outputTokens: number;
  /** The server's message when it failed. */
  error: string;
}

const MAX_ERROR = 300;
const MARGIN_MS = 60_000;
const MAX_FILES = 200;
const PIECE = 1024 * 1024;

/** Reads the requests in the time of the session. null when there are none. */
export async function readTrace(
  projectDir: string,
  span: { from: number; to: number },
  slowMs: number,
  see: (request: TraceRequest) => void,
): Promise<TraceMetrics | null> {
  const total: TraceMetrics = {
    files: 0,
    requests: 0,
    inputTokens: 0,
    outputTokens: 0,
    apiErrors: 0,
    rateLimits: 0,
    slowRequests: 0,
  };
  for (const path of traceFiles(`${projectDir}/.claude-trace`, span.from - MARGIN_MS)) {
    const before = total.requests;
    await readFile(path, (request) => {
      if (request.at < span.from - MARGIN_MS || request.at > span.to + MARGIN_MS) return;
      add(total, request, slowMs);
      see(request);
    });
    if (total.requests > before) total.files++;
  }
  return total.requests === 0 ? null : total;
}

/** Only plain files, because the project may be a stranger's, and only files written since. */
function traceFiles(folder: string, since: number): string[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => `${folder}/${name}`)
    .filter((path) => {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      return stat?.isFile() === true && stat.mtimeMs >= since;
    })
    .slice(-MAX_FILES);
}

async function readFile(path: string, see: (request: TraceRequest) => void): Promise<void> {
  const measured = await measureFile(path);
  if (!measured.ok) return;
  const { size } = measured;
  const name = path.slice(path.lastIndexOf("/") + 1);
  let line = 0;
  for (let from = 0; from < size; ) {
    const lines = await readNextLines(path, { from, lineStart: 0, size, maxBytes: PIECE });
    if (!lines.ok) return;
    for (const text of lines.bytes.toString("utf8").split("\n")) {
      line++;
      const request = parseTraceLine(text, `${name} line ${line}`);
      if (request) see(request);
    }
    // Every piece but the last ends with a newline, so its last, empty line is not counted.
    line--;
    from += lines.bytes.length;
    if (!lines.more) return;
  }
}

function add(total: TraceMetrics, request: TraceRequest, slowMs: number): void {
  total.requests++;
  total.inputTokens += request.inputTokens;
  total.outputTokens += request.outputTokens;
  if (request.status === 429) total.rateLimits++;
  else if (request.status === null || request.status >= 400) total.apiErrors++;
  if ((request.durationMs ?? 0) >= slowMs) total.slowRequests++;
}

/** null for a line that is not a request to the model. */
function parseTraceLine(line: string, where: string): TraceRequest | null {
  const pair = rawOf(parseJson(line));
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
    error: String(rawOf(body.error).message ?? "").slice(0, MAX_ERROR),
  };
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}

/** In a stream, the last number is the total. */
function lastNumberIn(text: string, pattern: RegExp): number {
  return Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
}
