// What `claude-trace` wrote down of the requests to the model: `<project>/.claude-trace/*.jsonl`, one pair of request
// and response a line. Only what lies in the session's time counts.
import { lstatSync, readdirSync } from "node:fs";
import { measureFile } from "../../transcript/read-bytes.ts";
import { readNextLines } from "../../transcript/read-lines.ts";
import { parseTraceLine } from "./parse-trace-line.ts";
import type { TraceMetrics } from "./reflection.ts";
import type { TraceRequest } from "./trace-request.ts";

const MARGIN_MS = 60_000;
const MOST_FILES = 200;
const PIECE = 1024 * 1024;

/** Null when nothing was traced in that time. */
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

/** Plain files only: the project may be a stranger's. Those that ended before the session are left. */
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
    .slice(-MOST_FILES);
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
    // Every piece but the last ends with a newline, after which there is no further line.
    line--;
    from += lines.bytes.length + lines.skipped;
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
