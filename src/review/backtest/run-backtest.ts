// Replays transcripts under one or two policies. It only reads.
import { availableParallelism } from "node:os";
import type { TranscriptFile } from "../../recording/ingest/find-transcripts.ts";
import { groupBySession, unreadBytes } from "../../recording/ingest/session-files.ts";
import { ReportBuilder } from "./build-report.ts";
import type { Policy } from "./policy.ts";
import type { BacktestReport } from "./report.ts";
import { runReplays } from "./run-replays.ts";

export interface BacktestOptions {
  files: readonly TranscriptFile[];
  policies: Policy[];
  home: string;
  /** Null: one for each core. */
  threads: number | null;
  progress?: (done: { bytes: number; totalBytes: number; sessions: number }) => void;
}

/** For less, starting threads takes longer than replaying. */
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
  const replaying = {
    settings: { policies, home },
    threads: threadCount(options.threads, totalBytes),
    progress: onRead,
  };
  for await (const replay of runReplays(files, replaying)) {
    report.add(replay);
    sessions++;
  }
  return report.build({ files: files.length, bytes, agentFiles });
}

/** 0: everything in this thread. */
function threadCount(wanted: number | null, bytes: number): number {
  const count = wanted ?? Math.min(availableParallelism(), MAX_THREADS);
  return bytes < MIN_BYTES_FOR_THREADS || count < 2 ? 0 : count;
}
