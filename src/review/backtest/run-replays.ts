// Replays sessions on several threads and yields them in their order, whichever is finished first.
import { startThread } from "../../platform/process/start-self.ts";
import { emptyReplay, type ReplayedFile, type SessionReplay } from "./replay-session.ts";
import type { FromThread, ToThread } from "./replay-thread.ts";
import { Replayer, type ReplaySettings } from "./replayer.ts";

export interface ReplayOptions {
  settings: ReplaySettings;
  /** 0: everything in this thread. */
  threads: number;
  progress(bytes: number): void;
}

/** At most so many finished replays wait for a slow one before them. */
const MAX_AHEAD = 256;

export async function* runReplays(
  files: readonly ReplayedFile[],
  { settings, threads, progress }: ReplayOptions,
): AsyncGenerator<SessionReplay, void> {
  const started: Worker[] = [];
  /** By index, until it is yielded. */
  const results = new Map(files.map((_, index) => [index, Promise.withResolvers<SessionReplay>()]));
  let next = 0;
  let yielded = 0;
  let progressed = Promise.withResolvers<void>();

  async function work(): Promise<void> {
    let thread: Worker | null = null;
    while (next < files.length) {
      if (next - yielded >= MAX_AHEAD) {
        await progressed.promise;
        continue;
      }
      const index = next++;
      const file = files[index] as ReplayedFile;
      try {
        thread ??= startReplayThread(started, settings);
        results.get(index)?.resolve(await replayWith(thread, file, progress));
      } catch (error) {
        // A thread that fails loses its current session only.
        thread?.terminate();
        thread = null;
        results.get(index)?.resolve(failed(file, error));
      }
    }
  }

  for (let n = 0; n < Math.min(threads, files.length); n++) void work();
  const replayer = threads === 0 ? await Replayer.open(settings) : null;
  try {
    for (const [index, file] of files.entries()) {
      if (replayer) results.get(index)?.resolve(await replayHere(replayer, file, progress));
      yield (await results.get(index)?.promise) ?? emptyReplay(file);
      results.delete(index);
      yielded++;
      progressed.resolve();
      progressed = Promise.withResolvers<void>();
    }
  } finally {
    for (const thread of started) thread.terminate();
  }
}

async function replayHere(
  replayer: Replayer,
  file: ReplayedFile,
  progress: (bytes: number) => void,
): Promise<SessionReplay> {
  try {
    return await replayer.replay(file, progress);
  } catch (error) {
    return failed(file, error);
  }
}

function startReplayThread(started: Worker[], settings: ReplaySettings): Worker {
  const thread = startThread("backtest-reader");
  started.push(thread);
  post(thread, { kind: "settings", settings });
  return thread;
}

function replayWith(
  thread: Worker,
  file: ReplayedFile,
  progress: (bytes: number) => void,
): Promise<SessionReplay> {
  return new Promise((resolve, reject) => {
    thread.onmessage = ({ data }: MessageEvent<FromThread>) => {
      if (data.kind === "progress") progress(data.bytes);
      else if (data.kind === "replayed") resolve(data.replay);
      else reject(new Error(data.message));
    };
    thread.onerror = (event) => reject(new Error(`a replay thread failed: ${event.message}`));
    post(thread, { kind: "replay", file });
  });
}

function failed(file: ReplayedFile, error: unknown): SessionReplay {
  return { ...emptyReplay(file), problem: error instanceof Error ? error.message : String(error) };
}

function post(thread: Worker, message: ToThread): void {
  thread.postMessage(message);
}
