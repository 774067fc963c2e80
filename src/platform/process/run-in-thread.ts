// One piece of work in a thread of its own: while it is busy, this one still answers signals and its clock.
import { startThread } from "./start-self.ts";

declare const self: Worker;

type Reply<Result> = { result: Result } | { problem: string };

/** null when it took longer. Throws what the work threw. */
export async function runInThread<Result>(
  entry: Parameters<typeof startThread>[0],
  job: unknown,
  limitMs: number,
): Promise<Result | null> {
  const thread = startThread(entry);
  const { promise, resolve, reject } = Promise.withResolvers<Result | null>();
  const timer = setTimeout(() => resolve(null), limitMs);
  thread.onmessage = ({ data }: MessageEvent<Reply<Result>>) =>
    "result" in data ? resolve(data.result) : reject(new Error(data.problem));
  thread.onerror = ({ message }) => reject(new Error(`a thread failed: ${message}`));
  thread.postMessage(job);
  return promise.finally(() => {
    clearTimeout(timer);
    thread.terminate();
  });
}

/** In the thread. */
export function serveOneJob<Job, Result>(run: (job: Job) => Result): void {
  self.onmessage = ({ data }: MessageEvent<Job>) => {
    try {
      self.postMessage({ result: run(data) });
    } catch (error) {
      self.postMessage({ problem: error instanceof Error ? error.message : String(error) });
    }
  };
}
