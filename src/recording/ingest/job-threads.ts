// Runs jobs on several threads. Each job has several results, which are returned in the order of the jobs.
import { startThread } from "../../platform/process/start-self.ts";
import { errorMessage } from "../../text/user-error.ts";

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

type ToThread<Settings, Job> =
  | { kind: "settings"; settings: Settings }
  | { kind: "job"; job: Job }
  /** The receiver consumed a result. */
  | { kind: "taken" };

type FromThread<Result> =
  | { kind: "result"; result: Result }
  | { kind: "end" }
  | { kind: "fault"; message: string };

/** Jobs queued in a thread, so that it does not wait while this thread is busy with a result. */
const MAX_ASSIGNED = 4;
/** Results of one thread that nobody has consumed yet. */
const MAX_UNTAKEN = 64;

export async function* runJobs<Settings, Job, Result>(
  jobs: readonly Job[],
  options: JobOptions<Settings, Job, Result>,
): AsyncGenerator<JobResults<Job, Result>, void> {
  if (options.threads === 0) return yield* runHere(jobs, options);
  const queues = jobs.map((job) => new ResultQueue<Job, Result>(job));
  const waiting = [...queues];
  const running = new Set<Worker>();
  const count = Math.min(options.threads, jobs.length);
  const maxAssigned = Math.min(MAX_ASSIGNED, Math.ceil(jobs.length / count));
  for (let n = 0; n < count; n++) start([]);
  try {
    yield* queues;
  } finally {
    for (const thread of running) thread.terminate();
  }

  /** A thread that dies loses its current job; a new thread inherits the jobs it had not started. */
  function start(inherited: readonly ResultQueue<Job, Result>[]): void {
    const thread = startThread(options.entry);
    const assigned: ResultQueue<Job, Result>[] = [];
    const send = (message: ToThread<Settings, Job>) => thread.postMessage(message);
    const assign = (queue: ResultQueue<Job, Result>) => {
      assigned.push(queue);
      queue.onTaken = () => send({ kind: "taken" });
      send({ kind: "job", job: queue.job });
    };
    const assignMore = () => {
      while (assigned.length < maxAssigned && waiting[0]) assign(waiting.shift() as ResultQueue<Job, Result>);
    };
    thread.onmessage = ({ data }: MessageEvent<FromThread<Result>>) => {
      if (data.kind === "result") assigned[0]?.push(data.result);
      else {
        assigned.shift()?.end(data.kind === "fault" ? new Error(data.message) : null);
        assignMore();
      }
    };
    thread.onerror = ({ message }) => {
      thread.terminate();
      running.delete(thread);
      assigned.shift()?.end(new Error(`a thread failed: ${message}`));
      if (assigned.length + waiting.length > 0) start(assigned);
    };
    running.add(thread);
    send({ kind: "settings", settings: options.settings });
    for (const queue of inherited) assign(queue);
    assignMore();
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
  onTaken: () => void = () => {};
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
      if (result !== undefined) {
        this.onTaken();
        return result;
      }
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

/** Runs in a thread: does the jobs it receives one after the other. The first message has the settings. */
export function serveJobs<Settings, Job, Result>(open: JobOptions<Settings, Job, Result>["open"]): void {
  let run: ReturnType<typeof open>;
  let before = Promise.resolve();
  let untaken = 0;
  let taken = Promise.withResolvers<void>();

  self.onmessage = ({ data }: MessageEvent<ToThread<Settings, Job>>) => {
    if (data.kind === "settings") run = open(data.settings);
    else if (data.kind === "job") before = before.then(() => doJob(data.job));
    else {
      untaken--;
      taken.resolve();
      taken = Promise.withResolvers<void>();
    }
  };

  async function doJob(job: Job): Promise<void> {
    try {
      for await (const result of (await run)(job)) {
        while (untaken >= MAX_UNTAKEN) await taken.promise;
        untaken++;
        send({ kind: "result", result });
      }
      send({ kind: "end" });
    } catch (error) {
      send({ kind: "fault", message: errorMessage(error) });
    }
  }

  function send(message: FromThread<Result>): void {
    self.postMessage(message);
  }
}
