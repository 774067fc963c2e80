// Replays sessions on several cores and hands them on in their order, whoever is done first.
import { startThread } from "../../platform/process/start-self.ts";
import {
  emptyReplay,
  type ReplayedFile,
  replaySession,
  type SessionReplay,
  type Setting,
} from "./replay-session.ts";
import type { FromReader, ToReader } from "./replay-thread.ts";

export interface Replaying {
  setting: Setting;
  /** None: everything in this thread. */
  threads: number;
  progress(bytes: number): void;
}

/** So many replays wait for one before them that takes long. */
const MAX_AHEAD = 256;

export async function* runReplays(
  files: readonly ReplayedFile[],
  { setting, threads, progress }: Replaying,
): AsyncGenerator<SessionReplay, void> {
  const crew: Worker[] = [];
  /** By place; gone when it was handed on. */
  const results = new Map(files.map((_, index) => [index, Promise.withResolvers<SessionReplay>()]));
  let next = 0;
  let taken = 0;
  let moved = Promise.withResolvers<void>();

  async function work(): Promise<void> {
    let thread: Worker | null = null;
    while (next < files.length) {
      if (next - taken >= MAX_AHEAD) {
        await moved.promise;
        continue;
      }
      const index = next++;
      const file = files[index] as ReplayedFile;
      try {
        thread ??= startReplayer(crew, setting);
        results.get(index)?.resolve(await replayWith(thread, file, progress));
      } catch (error) {
        // One that fails costs the session it was at, not the others.
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
      taken++;
      moved.resolve();
      moved = Promise.withResolvers<void>();
    }
  } finally {
    for (const thread of crew) thread.terminate();
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

function startReplayer(crew: Worker[], setting: Setting): Worker {
  const thread = startThread("backtest-reader");
  crew.push(thread);
  say(thread, { kind: "setting", setting });
  return thread;
}

function replayWith(
  thread: Worker,
  file: ReplayedFile,
  progress: (bytes: number) => void,
): Promise<SessionReplay> {
  return new Promise((resolve, reject) => {
    thread.onmessage = ({ data }: MessageEvent<FromReader>) => {
      if (data.kind === "progress") progress(data.bytes);
      else if (data.kind === "replayed") resolve(data.replay);
      else reject(new Error(data.message));
    };
    thread.onerror = (event) => reject(new Error(`the reader failed: ${event.message}`));
    say(thread, { kind: "replay", file });
  });
}

function failed(file: ReplayedFile, error: unknown): SessionReplay {
  return { ...emptyReplay(file), problem: error instanceof Error ? error.message : String(error) };
}

function say(thread: Worker, message: ToReader): void {
  thread.postMessage(message);
}
