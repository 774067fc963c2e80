// Reads sessions on several cores and hands on their batches in the order of the sessions.
import type { Environment } from "../../config/environment.ts";
import { startThread } from "../../platform/process/start-self.ts";
import type { Batch } from "./batch.ts";
import { type BoundedQueue, createBoundedQueue } from "./bounded-queue.ts";
import { readSession } from "./read-session.ts";
import type { FromReader, ToReader } from "./reader.ts";
import type { SessionFiles } from "./session-files.ts";

export interface ReaderOptions {
  env: Environment;
  wantedKey: string | null;
  /** Threads; none: everything in this one. */
  readers: number;
}

export type SessionBatches = { session: SessionFiles; next(): Promise<Batch | null> };

/** So many batches of a session wait for those before it. */
const MAX_WAITING = 12;
/** So far a reader may be ahead of the writer, in sessions. */
const AHEAD = 64;
/** So many sessions a reader is given at once. */
const IN_ADVANCE = 4;

export async function* readSessions(
  units: readonly SessionFiles[],
  reading: ReaderOptions,
): AsyncGenerator<SessionBatches, void> {
  if (reading.readers === 0) return yield* readHere(units, reading);
  const work = createWork(units);
  const crew = new Set<Worker>();
  for (let n = 0; n < Math.min(reading.readers, units.length); n++) void follow(reading, crew, work);
  try {
    for (const { unit, lane } of work.pieces) {
      yield { session: unit, next: lane.next };
      work.moveOn();
    }
  } finally {
    for (const reader of crew) reader.terminate();
  }
}

async function* readHere(
  units: readonly SessionFiles[],
  { env, wantedKey }: ReaderOptions,
): AsyncGenerator<SessionBatches, void> {
  const places = { env, wantedKey, known: new Map() };
  for (const unit of units) {
    const batches = readSession(unit, places);
    yield {
      session: unit,
      next: async () => {
        const { value, done } = await batches.next();
        return done ? null : value;
      },
    };
  }
}

interface Piece {
  unit: SessionFiles;
  lane: BoundedQueue<Batch>;
}

interface Work {
  pieces: readonly Piece[];
  /** The next one to read, when its turn is near; null at the end. */
  take(): Promise<Piece | null>;
  /** The writer has done with one. */
  moveOn(): void;
}

function createWork(units: readonly SessionFiles[]): Work {
  const pieces = units.map((unit) => ({ unit, lane: createBoundedQueue<Batch>(MAX_WAITING) }));
  let written = 0;
  let taken = 0;
  let moved = Promise.withResolvers<void>();
  return {
    pieces,
    async take() {
      while (taken < pieces.length && taken - written >= AHEAD) await moved.promise;
      return pieces[taken++] ?? null;
    },
    moveOn() {
      written++;
      moved.resolve();
      moved = Promise.withResolvers<void>();
    },
  };
}

/** A reader that died is replaced; the session it was at is lost, those it was still to read are not. */
async function follow(reading: ReaderOptions, crew: Set<Worker>, work: Work): Promise<void> {
  let left: Piece[] = [];
  do {
    const reader = startReader(reading);
    crew.add(reader);
    left = await runReader(reader, work, left);
    reader.terminate();
    crew.delete(reader);
  } while (left.length > 0);
}

function startReader({ env, wantedKey }: ReaderOptions): Worker {
  const reader = startThread("ingest-reader");
  say(reader, { kind: "setting", env, wantedKey });
  return reader;
}

/** Resolves when there is nothing more to read, or with what a reader that died leaves behind. */
function runReader(reader: Worker, work: Work, inherited: readonly Piece[]): Promise<Piece[]> {
  const { promise, resolve } = Promise.withResolvers<Piece[]>();
  const pieces: Piece[] = [];
  let isEnd = false;

  function give(piece: Piece): void {
    pieces.push(piece);
    say(reader, { kind: "read", unit: piece.unit });
  }

  /** Some in advance: the writer does not answer while it writes. */
  async function refill(): Promise<void> {
    while (!isEnd && pieces.length < IN_ADVANCE) {
      const piece = await work.take();
      if (piece) give(piece);
      else isEnd = true;
    }
    if (isEnd && pieces.length === 0) resolve([]);
  }

  reader.onmessage = async ({ data }: MessageEvent<FromReader>) => {
    const piece = pieces[0];
    if (data.kind === "batch") {
      await piece?.lane.push(data.batch);
      say(reader, { kind: "taken" });
      return;
    }
    pieces.shift();
    if (data.kind === "end") piece?.lane.end();
    else piece?.lane.fail(new Error(data.message));
    await refill();
  };
  reader.onerror = ({ message }) => {
    pieces.shift()?.lane.fail(new Error(`the reader failed: ${message}`));
    resolve(pieces);
  };
  for (const piece of inherited) give(piece);
  void refill();
  return promise;
}

function say(reader: Worker, message: ToReader): void {
  reader.postMessage(message);
}
