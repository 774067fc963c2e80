// Replays transcripts under one or two policies. Changes nothing.
import { availableParallelism } from "node:os";
import { type JobResults, runJobs } from "../../recording/ingest/job-threads.ts";
import { groupBySession, type TranscriptFile, unreadBytes } from "../../recording/ingest/session-files.ts";
import { errorMessage } from "../../text/unknown-values.ts";
import { ReportBuilder } from "./build-report.ts";
import type { Policy } from "./policy.ts";
import {
  emptyReplay,
  openReplayer,
  type ReplayedFile,
  type ReplayResult,
  type SessionReplay,
} from "./replay-session.ts";
import type { BacktestReport } from "./report.ts";

export interface BacktestOptions {
  files: readonly TranscriptFile[];
  policies: Policy[];
  home: string;
  /** null: one per core. */
  threads: number | null;
  progress?: (done: { bytes: number; totalBytes: number; sessions: number }) => void;
  /** Ends the backtest early; the report then covers the sessions replayed so far. */
  signal?: AbortSignal;
}

/** Replaying less takes less time than starting threads. */
const MIN_BYTES_FOR_THREADS = 4 * 1024 * 1024;
const MAX_THREADS = 8;

export async function runBacktest(options: BacktestOptions): Promise<BacktestReport> {
  const { policies, home, progress } = options;
  const units = groupBySession(options.files, new Map());
  const mainFiles = units.map(({ sessionId, files }) => ({
    sessionId,
    files: files.filter(({ agent }) => !agent),
  }));
  const files = mainFiles.flatMap(({ sessionId, files: list }) =>
    list.map(({ path }) => ({ path, sessionId })),
  );
  const totalBytes = mainFiles.reduce((sum, unit) => sum + unreadBytes(unit), 0);
  const agentFiles = units.reduce((sum, unit) => sum + unit.files.length, 0) - files.length;
  const report = new ReportBuilder(policies);
  let bytes = 0;
  let sessions = 0;
  const onRead = (count: number) => {
    bytes += count;
    progress?.({ bytes, totalBytes, sessions });
  };
  const replays = runJobs(files, {
    threads: threadCount(options.threads, totalBytes),
    entry: "backtest-reader",
    settings: { policies, home },
    open: openReplayer,
  });
  for await (const results of replays) {
    report.add(await readReplay(results, onRead));
    sessions++;
    if (options.signal?.aborted) break;
  }
  return report.build({ files: files.length, bytes, agentFiles });
}

/** A failed replay becomes a problem in the report. */
async function readReplay(
  results: JobResults<ReplayedFile, ReplayResult>,
  onRead: (bytes: number) => void,
): Promise<SessionReplay> {
  let replay = emptyReplay(results.job);
  try {
    for (let result = await results.next(); result !== null; result = await results.next())
      if ("bytesRead" in result) onRead(result.bytesRead);
      else replay = result;
    return replay;
  } catch (error) {
    return { ...replay, problem: errorMessage(error) };
  }
}

/** 0: run everything in this thread. */
function threadCount(wanted: number | null, bytes: number): number {
  const count = wanted ?? Math.min(availableParallelism(), MAX_THREADS);
  return bytes < MIN_BYTES_FOR_THREADS || count < 2 ? 0 : count;
}
