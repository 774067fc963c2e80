// Makes past sessions findable from their transcripts: readers on every core, one writer. Each batch is committed with
// the place it reached, so that whatever happens, the next ingest goes on from there.
import { availableParallelism } from "node:os";
import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { Store } from "../../store/open.ts";
import { databaseBytes } from "../../store/retention.ts";
import { refreshCommonTerms } from "../observations/common-terms.ts";
import type { Batch } from "./batch.ts";
import type { TranscriptFile } from "./find-transcripts.ts";
import { listCursors } from "./ingest-rows.ts";
import { readSessions, type SessionBatches } from "./reader-pool.ts";
import { groupBySession, type SessionFiles, unreadBytes } from "./session-files.ts";
import { createWriter, type Writer } from "./writer.ts";

/** So much of the room is filled: what is recorded from now on needs some, too. */
const FILL = 0.9;

/** Bytes in the store for a byte of transcript; measured, and rounded up. */
const SHARE = 0.12;

interface Fitting {
  /** In their order. */
  units: SessionFiles[];
  noRoom: { sessions: number; bytes: number };
}

export interface IngestOptions {
  files: readonly TranscriptFile[];
  /** Only sessions of this project. */
  projectKey: string | null;
  /** Threads beside the one that writes; null: as many as there are cores. */
  readers: number | null;
  progress?: (done: Progress) => void;
  /** Asked between batches: a person wants it to end. */
  stopped?: () => boolean;
}

export interface Progress {
  bytes: number;
  totalBytes: number;
  sessions: number;
}

export interface IngestResult {
  files: number;
  bytes: number;
  sessions: number;
  prompts: number;
  observations: number;
  damagedLines: number;
  /** Files by why nothing was taken of them. */
  leftOut: { excluded: number; project: number; foreign: number };
  problems: { path: string; message: string }[];
  /** Older sessions for which the store has no room. */
  noRoom: { sessions: number; bytes: number };
  stopped: boolean;
}

/** Starting a thread takes longer than reading so little. */
const SMALL = 8 * 1024 * 1024;
const MAX_READERS = 8;

/** Whoever calls holds the lock of the drain. */
export async function ingestHistory(
  env: Environment,
  store: Store,
  { files, projectKey, readers, progress, stopped = () => false }: IngestOptions,
): Promise<IngestResult> {
  const { config } = await loadConfig(env, null);
  const all = groupBySession(files, listCursors(store));
  const room = config.retention.megabytes * 1024 * 1024 - databaseBytes(store);
  const { units, noRoom } = fitStore(all, room);
  const totalBytes = units.reduce((sum, unit) => sum + unreadBytes(unit), 0);
  const ingested = { ...createIngested(), noRoom };
  const sessions = new Set<string>();
  const wanted = readers ?? Math.min(availableParallelism(), MAX_READERS);
  const reading = { env, wantedKey: projectKey, readers: totalBytes < SMALL ? 0 : wanted };
  const writer = createWriter(store, (written) => {
    for (const id of written.sessions) sessions.add(id);
    ingested.prompts += written.prompts;
    ingested.observations += written.observations;
    ingested.sessions = sessions.size;
  });
  for await (const unit of readSessions(units, reading)) {
    await takeUnit(unit, writer, ingested, () => {
      progress?.({ bytes: ingested.bytes, totalBytes, sessions: sessions.size });
      return !stopped();
    });
    if (stopped()) break;
  }
  await writer.flush();
  refreshCommonTerms(store);
  return { ...ingested, stopped: stopped() };
}

/** The last batch of a session is written together with its summary. `goOn` is asked after each batch. */
async function takeUnit(
  unit: SessionBatches,
  writer: Writer,
  total: IngestResult,
  goOn: () => boolean,
): Promise<void> {
  const sessions = new Set<string>();
  const ends: Batch["ends"] = {};
  let batch = await nextBatch(unit, total);
  while (batch) {
    const following = await nextBatch(unit, total);
    Object.assign(ends, batch.ends);
    note(batch, total);
    for (const { sessionId } of batch.turns) sessions.add(sessionId);
    await writer.add({ batch, summaries: following ? null : { sessions: [...sessions], ends } });
    batch = goOn() ? following : null;
  }
}

/** A reader that fails costs the session it was at, not the others. */
async function nextBatch(
  { session: unit, next }: SessionBatches,
  { problems }: IngestResult,
): Promise<Batch | null> {
  try {
    return await next();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    problems.push({ path: unit.files[0]?.path ?? unit.sessionId, message });
    return null;
  }
}

function note(batch: Batch, total: IngestResult): void {
  total.bytes += batch.bytes;
  total.damagedLines += batch.damagedLines;
  if (batch.size !== null && batch.problem === null && batch.leftOut === null) total.files++;
  if (batch.problem !== null) total.problems.push({ path: batch.path, message: batch.problem });
  if (batch.leftOut !== null) total.leftOut[batch.leftOut]++;
}

function createIngested(): IngestResult {
  return {
    files: 0,
    bytes: 0,
    sessions: 0,
    prompts: 0,
    observations: 0,
    damagedLines: 0,
    leftOut: { excluded: 0, project: 0, foreign: 0 },
    problems: [],
    noRoom: { sessions: 0, bytes: 0 },
    stopped: false,
  };
}

// What of a history has room in the store. More would be dropped by the next prune, oldest first: better to leave the
// oldest unread and say so.
export function fitStore(units: readonly SessionFiles[], roomBytes: number): Fitting {
  let left = (roomBytes * FILL) / SHARE;
  const fitting = new Set<SessionFiles>();
  const noRoom = { sessions: 0, bytes: 0 };
  for (const unit of units.toSorted((a, b) => newest(b) - newest(a))) {
    const bytes = unreadBytes(unit);
    if (bytes <= left && noRoom.sessions === 0) {
      left -= bytes;
      fitting.add(unit);
    } else {
      noRoom.sessions++;
      noRoom.bytes += bytes;
    }
  }
  return { units: units.filter((unit) => fitting.has(unit)), noRoom };
}

function newest({ files }: SessionFiles): number {
  return Math.max(...files.map(({ modifiedAt }) => modifiedAt));
}
