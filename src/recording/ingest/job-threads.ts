// Runs jobs on several threads. Each job has several results, which are returned in the order of the jobs.
import { startThread } from "../../platform/process/start-self.ts";
import { errorMessage } from "../../text/unknown-values.ts";

type Run<Job, Result> = (job: Job) => AsyncIterable<Result>;

export interface JobOptions<Settings, Job, Result> {
  /** 0: run everything in this thread. */
  threads: number;
  /** The entry point of a thread, which calls `serveJobs` with the same `open`. */
  entry: Parameters<typeof startThread>[0];
  settings: Settings;
  open: (settings: Settings) => Promise<Run<Job, Result>>;
}

export interface JobResults<Job, Result> {
  job: Job;
  /** null at the end. Throws the job's error. */
  next(): Promise<Result | null>;
}

interface ToThread<Settings, Job> {
  settings: Settings;
  job: Job;
}

type FromThread<Result> =
  | { kind: "result"; result: Result }
  | { kind: "end" }
  | { kind: "fault"; message: string };

/** Jobs begun before the caller has reached them: their results are kept in memory. */
const MAX_AHEAD = 64;

export async function* runJobs<Settings, Job, Result>(
  jobs: readonly Job[],
  options: JobOptions<Settings, Job, Result>,
): AsyncGenerator<JobResults<Job, Result>, void> {
  if (options.threads === 0) return yield* runHere(jobs, options);
  const queues = jobs.map((job) => new ResultQueue<Job, Result>(job));
  const waiting = [...queues];
  const running = new Set<Worker>();
  /** Starts the next job of each thread without one. */
  let idle: (() => void)[] = [];
  let done = 0;
  for (let n = 0; n < Math.min(options.threads, jobs.length); n++) start();
  try {
    for (const queue of queues) {
      yield queue;
      done++;
      const ready = idle;
      idle = [];
      for (const startNext of ready) startNext();
    }
  } finally {
    for (const thread of running) thread.terminate();
  }

  /** A thread that dies loses its current job; a new thread takes its place. */
  function start(): void {
    const thread = startThread(options.entry);
    let current: ResultQueue<Job, Result> | undefined;
    const startNext = () => {
      if (!running.has(thread)) return;
      if (jobs.length - waiting.length - done >= MAX_AHEAD) {
        idle.push(startNext);
        return;
      }
      current = waiting.shift();
      if (!current) return;
      const message: ToThread<Settings, Job> = { settings: options.settings, job: current.job };
      thread.postMessage(message);
    };
    thread.onmessage = ({ data }: MessageEvent<FromThread<Result>>) => {
      if (data.kind === "result") return current?.push(data.result);
      current?.end(data.kind === "fault" ? new Error(data.message) : null);
      startNext();
    };
    thread.onerror = ({ message }) => {
      thread.terminate();
      running.delete(thread);
      current?.end(new Error(`a thread failed: ${message}`));
      if (waiting.length > 0) start();
    };
    running.add(thread);
    startNext();
  }
}

async function* runHere<Settings, Job, Result>(
  jobs: readonly Job[],
  { open, settings }: JobOptions<Settings, Job, Result>,
): AsyncGenerator<JobResults<Job, Result>, void> {
  const run = await open(settings);
  for (const job of jobs) {
    const results = run(job)[Symbol.asyncIterator]();
    yield {
      job,
      next: async () => {
        const { value, done } = await results.next();
        return done ? null : value;
      },
    };
  }
}

class ResultQueue<Job, Result> implements JobResults<Job, Result> {
  readonly job: Job;
  readonly #results: Result[] = [];
  #ended: { error: Error | null } | null = null;
  #changed = Promise.withResolvers<void>();

  constructor(job: Job) {
    this.job = job;
  }

  push(result: Result): void {
    this.#results.push(result);
    this.#notify();
  }

  end(error: Error | null): void {
    this.#ended = { error };
    this.#notify();
  }

  async next(): Promise<Result | null> {
    for (;;) {
      const result = this.#results.shift();
      if (result !== undefined) return result;
      if (this.#ended?.error) throw this.#ended.error;
      if (this.#ended) return null;
      await this.#changed.promise;
    }
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}

declare const self: Worker;

/** By then what runs often is compiled. */
const RESULTS_BEFORE_LAST_TIER = 2;
/** The JIT's last tier takes more time than it saves in the seconds that a thread lives. */
const NO_LAST_TIER = 1000;

/** Runs in a thread: does the jobs it receives, one at a time. */
export function serveJobs<Settings, Job, Result>(open: JobOptions<Settings, Job, Result>["open"]): void {
  let run: ReturnType<typeof open> | undefined;
  const send = (message: FromThread<Result>) => self.postMessage(message);
  let results = 0;
  Bun.unsafe.setJITPolicy(1);
  self.onmessage = async ({ data: { settings, job } }: MessageEvent<ToThread<Settings, Job>>) => {
    try {
      run ??= open(settings);
      for await (const result of (await run)(job)) {
        send({ kind: "result", result });
        if (++results === RESULTS_BEFORE_LAST_TIER) Bun.unsafe.setJITPolicy(NO_LAST_TIER);
      }
      send({ kind: "end" });
    } catch (error) {
      send({ kind: "fault", message: errorMessage(error) });
    }
  };
}
