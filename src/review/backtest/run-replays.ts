// Replays sessions on several threads and yields them in their order, whichever is finished first.
import { startThread } from "../../platform/process/start-self.ts";
import {
  emptyReplay,
  type ReplayedFile,
  replaySession,
  type SessionReplay,
  type Setting,
} from "./replay-session.ts";
import type { FromThread, ToThread } from "./replay-thread.ts";

export interface ReplayOptions {
  setting: Setting;
  /** 0: everything in this thread. */
  threads: number;
  progress(bytes: number): void;
}

/** At most so many finished replays wait for a slow one before them. */
const MAX_AHEAD = 256;

export async function* runReplays(
  files: readonly ReplayedFile[],
  { setting, threads, progress }: ReplayOptions,
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
        thread ??= startReplayThread(started, setting);
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
  try {
    for (const [index, file] of files.entries()) {
      const replay = threads === 0 ? null : await results.get(index)?.promise;
      results.delete(index);
      yield replay ?? (await replayHere(file, setting, progress));
      yielded++;
      progressed.resolve();
      progressed = Promise.withResolvers<void>();
    }
  } finally {
    for (const thread of started) thread.terminate();
  }
}

async function replayHere(
  file: ReplayedFile,
  setting: Setting,
  progress: (bytes: number) => void,
): Promise<SessionReplay> {
  try {
    return await replaySession(file, setting, progress);
  } catch (error) {
    return failed(file, error);
  }
}

function startReplayThread(started: Worker[], setting: Setting): Worker {
  const thread = startThread("backtest-reader");
  started.push(thread);
  post(thread, { kind: "setting", setting });
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
