// Reads sessions on several threads and hands on their batches in the order of the sessions.
import type { Environment } from "../../config/environment.ts";
import { startThread } from "../../platform/process/start-self.ts";
import type { Batch } from "./batch.ts";
import { readSession } from "./read-session.ts";
import type { FromReader, ToReader } from "./reader.ts";
import type { SessionFiles } from "./session-files.ts";

export interface ReaderOptions {
  env: Environment;
  wantedKey: string | null;
  /** Number of threads; 0 reads everything in this one. */
  readers: number;
}

export interface SessionBatches {
  session: SessionFiles;
  /** null at the end. Throws what the reader failed with. */
  next(): Promise<Batch | null>;
}

/** Batches of one session that wait for the sessions before it. */
const MAX_WAITING_BATCHES = 12;
/** Sessions that readers may be ahead of the writer. */
const MAX_AHEAD = 64;
/** Sessions given to a reader in advance: the writer cannot answer while it writes. */
const GIVEN_IN_ADVANCE = 4;

export async function* readSessions(
  sessions: readonly SessionFiles[],
  options: ReaderOptions,
): AsyncGenerator<SessionBatches, void> {
  if (options.readers === 0) return yield* readInThisThread(sessions, options);
  const jobs = new JobList(sessions);
  const threads = new Set<Worker>();
  const count = Math.min(options.readers, sessions.length);
  for (let n = 0; n < count; n++) void runReaders(options, threads, jobs);
  try {
    for (const { session, batches } of jobs.all) {
      yield { session, next: () => batches.next() };
      jobs.markWritten();
    }
  } finally {
    for (const thread of threads) thread.terminate();
  }
}

async function* readInThisThread(
  sessions: readonly SessionFiles[],
  { env, wantedKey }: ReaderOptions,
): AsyncGenerator<SessionBatches, void> {
  const finder = { env, wantedKey, known: new Map() };
  for (const session of sessions) {
    const batches = readSession(session, finder);
    yield {
      session,
      next: async () => {
        const { value, done } = await batches.next();
        return done ? null : value;
      },
    };
  }
}

interface Job {
  session: SessionFiles;
  batches: BoundedQueue<Batch>;
}

/** The sessions to read, handed out in order and not too far ahead of the writer. */
class JobList {
  readonly all: readonly Job[];
  #taken = 0;
  #written = 0;
  #moved = Promise.withResolvers<void>();

  constructor(sessions: readonly SessionFiles[]) {
    this.all = sessions.map((session) => ({
      session,
      batches: new BoundedQueue<Batch>(MAX_WAITING_BATCHES),
    }));
  }

  /** null at the end. */
  async take(): Promise<Job | null> {
    while (this.#taken < this.all.length && this.#taken - this.#written >= MAX_AHEAD)
      await this.#moved.promise;
    return this.all[this.#taken++] ?? null;
  }

  markWritten(): void {
    this.#written++;
    this.#moved.resolve();
    this.#moved = Promise.withResolvers<void>();
  }
}

/** A reader that died is replaced. The session it was reading is lost; those it had still to read are not. */
async function runReaders(options: ReaderOptions, threads: Set<Worker>, jobs: JobList): Promise<void> {
  let left: Job[] = [];
  do {
    const thread = startReader(options);
    threads.add(thread);
    left = await runReader(thread, jobs, left);
    thread.terminate();
    threads.delete(thread);
  } while (left.length > 0);
}

function startReader({ env, wantedKey }: ReaderOptions): Worker {
  const thread = startThread("ingest-reader");
  send(thread, { kind: "setting", env, wantedKey });
  return thread;
}

/** Resolves when there is nothing more to read, or with the jobs that a reader which died leaves behind. */
function runReader(thread: Worker, jobs: JobList, inherited: readonly Job[]): Promise<Job[]> {
  const { promise, resolve } = Promise.withResolvers<Job[]>();
  const given: Job[] = [];
  let isEnd = false;

  function give(job: Job): void {
    given.push(job);
    send(thread, { kind: "read", session: job.session });
  }

  async function refill(): Promise<void> {
    while (!isEnd && given.length < GIVEN_IN_ADVANCE) {
      const job = await jobs.take();
      if (job) give(job);
      else isEnd = true;
    }
    if (isEnd && given.length === 0) resolve([]);
  }

  thread.onmessage = async ({ data }: MessageEvent<FromReader>) => {
    const job = given[0];
    if (data.kind === "batch") {
      await job?.batches.push(data.batch);
      send(thread, { kind: "taken" });
      return;
    }
    given.shift();
    if (data.kind === "end") job?.batches.end();
    else job?.batches.fail(new Error(data.message));
    await refill();
  };
  thread.onerror = ({ message }) => {
    given.shift()?.batches.fail(new Error(`the reader failed: ${message}`));
    resolve(given);
  };
  for (const job of inherited) give(job);
  void refill();
  return promise;
}

function send(thread: Worker, message: ToReader): void {
  thread.postMessage(message);
}

// A queue between a producer and a consumer. The producer waits while it is full.
class BoundedQueue<T> {
  readonly #values: T[] = [];
  readonly #max: number;
  #ended = false;
  #failure: { error: unknown } | null = null;
  #changed = Promise.withResolvers<void>();

  constructor(max: number) {
    this.#max = max;
  }

  async push(value: T): Promise<void> {
    this.#values.push(value);
    this.#notify();
    while (this.#values.length >= this.#max && this.#failure === null) await this.#changed.promise;
  }

  end(): void {
    this.#ended = true;
    this.#notify();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#notify();
  }

  /** null at the end. Throws what the producer failed with. */
  async next(): Promise<T | null> {
    for (;;) {
      const value = this.#values.shift();
      if (value !== undefined) {
        this.#notify();
        return value;
      }
      if (this.#failure) throw this.#failure.error;
      if (this.#ended) return null;
      await this.#changed.promise;
    }
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}
