// Makes past sessions searchable by reading their transcripts, with several readers and one writer. Each batch is committed
// together with its position in the file, so that an interrupted ingest continues there.
import { availableParallelism } from "node:os";
import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { Store } from "../../store/open.ts";
import { databaseBytes } from "../../store/retention.ts";
import { errorMessage } from "../../text/unknown-values.ts";
import { listCapturedSessions, listCursors } from "./ingest-rows.ts";
import { type JobResults, runJobs } from "./job-threads.ts";
import { openReader, type SessionBatch } from "./read-session.ts";
import {
  groupBySession,
  isAgentSession,
  type SessionFiles,
  type TranscriptFile,
  unreadBytes,
} from "./session-files.ts";
import { BatchWriter } from "./writer.ts";

export interface IngestOptions {
  files: readonly TranscriptFile[];
  /** Only sessions of this project. */
  projectKey: string | null;
  /** Threads besides the one that writes, which takes a fifth of the time; null: one for each core. */
  readers: number | null;
  progress?: (done: Progress) => void;
  /** Called between batches; true ends the ingest. */
  stopped?: () => boolean;
}

export interface Progress {
  bytes: number;
  totalBytes: number;
  sessions: number;
}

export type IngestResult = ReturnType<typeof emptyResult>;

function emptyResult() {
  return {
    files: 0,
    bytes: 0,
    sessions: 0,
    prompts: 0,
    observations: 0,
    damagedLines: 0,
    /** Files left out, by reason. */
    leftOut: { excluded: 0, project: 0, foreign: 0 },
    problems: [] as { path: string; message: string }[],
    /** Older sessions that do not fit into the store. */
    noRoom: { sessions: 0, bytes: 0 },
    stopped: false,
  };
}

/** Reading less takes less time than starting a thread. */
const MIN_BYTES_FOR_THREADS = 8 * 1024 * 1024;
const MAX_READERS = 8;

/** The caller holds the drain lock. */
export async function ingestHistory(
  env: Environment,
  store: Store,
  { files, projectKey, readers, progress, stopped = () => false }: IngestOptions,
): Promise<IngestResult> {
  const { config } = await loadConfig(env, null);
  const captured = listCapturedSessions(store);
  // In the log of another agent, the calls that hooks recorded cannot be recognised.
  const all = groupBySession(files, listCursors(store)).filter(
    (session) => !captured.has(session.sessionId) || !isAgentSession(session),
  );
  const room = config.retention.megabytes * 1024 * 1024 - databaseBytes(store);
  const { sessions: fitting, noRoom } = fitStore(all, room);
  const totalBytes = fitting.reduce((sum, session) => sum + unreadBytes(session), 0);
  const result = { ...emptyResult(), noRoom };
  const sessions = new Set<string>();
  const threads = readers ?? Math.min(availableParallelism(), MAX_READERS);
  const jobs = runJobs(fitting, {
    threads: totalBytes < MIN_BYTES_FOR_THREADS ? 0 : threads,
    entry: "ingest-reader",
    settings: { env, wantedKey: projectKey },
    open: openReader,
  });
  const writer = new BatchWriter(store, (written) => {
    for (const id of written.sessions) sessions.add(id);
    result.prompts += written.prompts;
    result.observations += written.observations;
    result.sessions = sessions.size;
  });
  for await (const session of jobs) {
    await ingestSession(session, writer, result, () => {
      progress?.({ bytes: result.bytes, totalBytes, sessions: sessions.size });
      return !stopped();
    });
    if (stopped()) break;
  }
  await writer.flush();
  return { ...result, stopped: stopped() };
}

/** Writes a session's last batch together with its summary. `mayContinue` is called after each batch. */
async function ingestSession(
  session: JobResults<SessionFiles, SessionBatch>,
  writer: BatchWriter,
  result: IngestResult,
  mayContinue: () => boolean,
): Promise<void> {
  const sessions = new Set<string>();
  const endings: SessionBatch["endings"] = {};
  let batch = await nextBatch(session, result);
  while (batch) {
    const following = await nextBatch(session, result);
    Object.assign(endings, batch.endings);
    addToResult(batch, result);
    for (const { sessionId } of batch.turns) sessions.add(sessionId);
    await writer.add({ batch, summaries: following ? null : { sessions: [...sessions], endings } });
    batch = mayContinue() ? following : null;
  }
}

/** When a reader fails, only its current session is lost. */
async function nextBatch(
  session: JobResults<SessionFiles, SessionBatch>,
  { problems }: IngestResult,
): Promise<SessionBatch | null> {
  try {
    return await session.next();
  } catch (error) {
    const message = errorMessage(error);
    const { files, sessionId } = session.job;
    problems.push({ path: files[0]?.path ?? sessionId, message });
    return null;
  }
}

function addToResult(batch: SessionBatch, result: IngestResult): void {
  result.bytes += batch.bytes;
  result.damagedLines += batch.damagedLines;
  if (batch.size !== null && batch.problem === null && batch.leftOut === null) result.files++;
  if (batch.problem !== null) result.problems.push({ path: batch.path, message: batch.problem });
  if (batch.leftOut !== null) result.leftOut[batch.leftOut]++;
}

/** Leaves room for what will be recorded later. */
const MAX_FILL = 0.9;
/** Bytes in the store per byte of transcript: measured and rounded up. */
const STORED_SHARE = 0.12;

/** A session with more than this share of the room comes after the others. */
const MAX_SHARE = 0.25;

/**
 * The newest sessions that fit into the store, in the given order: the next prune would remove older ones again. The very large
 * come last, so that they take neither room nor time from the others.
 */
export function fitStore(sessions: readonly SessionFiles[], roomBytes: number) {
  let left = (roomBytes * MAX_FILL) / STORED_SHARE;
  const maxBytes = left * MAX_SHARE;
  const isLarge = (session: SessionFiles) => Number(unreadBytes(session) > maxBytes);
  const fitting = new Set<SessionFiles>();
  const noRoom = { sessions: 0, bytes: 0 };
  for (const session of sessions.toSorted((a, b) => isLarge(a) - isLarge(b) || newest(b) - newest(a))) {
    const bytes = unreadBytes(session);
    if (bytes <= left) {
      left -= bytes;
      fitting.add(session);
    } else {
      noRoom.sessions++;
      noRoom.bytes += bytes;
    }
  }
  const inOrder = sessions.toSorted((a, b) => isLarge(a) - isLarge(b));
  return { sessions: inOrder.filter((session) => fitting.has(session)), noRoom };
}

function newest({ files }: SessionFiles): number {
  return Math.max(...files.map(({ modifiedAt }) => modifiedAt));
}
