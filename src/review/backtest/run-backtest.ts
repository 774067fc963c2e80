// Replays transcripts under one or two policies. Reads, and keeps nothing.
import { availableParallelism } from "node:os";
import type { TranscriptFile } from "../../recording/ingest/find-transcripts.ts";
import { groupBySession, unreadBytes } from "../../recording/ingest/session-files.ts";
import { createTally } from "./build-report.ts";
import type { Policy } from "./policy.ts";
import type { BacktestReport } from "./report.ts";
import { runReplays } from "./run-replays.ts";

export interface BacktestOptions {
  files: readonly TranscriptFile[];
  policies: Policy[];
  home: string;
  /** Threads; null: as many as there are cores. */
  threads: number | null;
  progress?: (done: { bytes: number; totalBytes: number; sessions: number }) => void;
}

/** Starting a thread takes longer than replaying so little. */
const SMALL = 4 * 1024 * 1024;
const MAX_THREADS = 8;

export async function runBacktest(options: BacktestOptions): Promise<BacktestReport> {
  const { policies, home, progress } = options;
  const units = groupBySession(options.files, new Map());
  const own = units.map(({ sessionId, files }) => ({
    sessionId,
    files: files.filter(({ agent }) => !agent),
  }));
  const files = own.flatMap(({ sessionId, files: mine }) => mine.map(({ path }) => ({ path, sessionId })));
  const totalBytes = own.reduce((sum, unit) => sum + unreadBytes(unit), 0);
  const agentFiles = units.reduce((sum, unit) => sum + unit.files.length, 0) - files.length;
  const tally = createTally(policies);
  let bytes = 0;
  let sessions = 0;
  const note = (more: number) => {
    bytes += more;
    progress?.({ bytes, totalBytes, sessions });
  };
  const replaying = {
    setting: { policies, home },
    threads: threadCount(options.threads, totalBytes),
    progress: note,
  };
  for await (const replay of runReplays(files, replaying)) {
    tally.add(replay);
    sessions++;
  }
  return tally.report({ files: files.length, bytes, agentFiles });
}

/** 0: everything in this one. */
function threadCount(wanted: number | null, bytes: number): number {
  const count = wanted ?? Math.min(availableParallelism(), MAX_THREADS);
  return bytes < SMALL || count < 2 ? 0 : count;
}
