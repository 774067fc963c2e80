// A watchdog thread for hooks that process long texts: while the main thread is busy, neither its timers nor its signal handlers
// run. At SIGTERM, at the deadline, or when the main thread has been stuck for long, the watchdog ends the process with an
// allow and records the fault (src/bin/watchdog-thread.ts).
import { redactionTime } from "../../text/redaction/time-limit.ts";
import { addressOf, libc, shutdown, signalCalls, type WatchedHook } from "../libc.ts";
import { startThread } from "./start-self.ts";

/** The message that starts the watchdog. */
export interface Watch extends WatchedHook {
  shared: Int32Array;
  /** A descriptor that becomes readable at SIGTERM; null when the system cannot provide one. */
  signalled: number | null;
}

/** Indices into the shared memory. From GROUPS on: process groups of running commands. */
export const BEAT = 0;
export const IS_EXITING = 1;
export const GROUPS = 2;

export const SIGTERM = 15;
const BEAT_MS = 100;
const shared = new Int32Array(new SharedArrayBuffer(64 * Int32Array.BYTES_PER_ELEMENT));

// Loading this file is enough to have long searches watched.
redactionTime.onLongSearch = armWatchdog;

/** Costs some milliseconds the first time, so only for long texts. */
export function armWatchdog(): void {
  const { watched } = shutdown;
  if (watched === null || !libc()) return;
  shutdown.watched = null;
  shutdown.disarm = () => void Atomics.store(shared, IS_EXITING, 1);
  const thread = startThread("watchdog-thread");
  thread.postMessage({ ...watched(), shared, signalled: openSignalPipe() } satisfies Watch);
  // The watchdog got the signal, and passes it on in case the main thread can still handle it.
  thread.onmessage = () => void process.emit("SIGTERM", "SIGTERM");
  setInterval(() => Atomics.add(shared, BEAT, 1), BEAT_MS).unref();
}

export function watchGroup(pid: number): void {
  const free = shared.indexOf(0, GROUPS);
  if (free >= 0) shared[free] = pid;
}

export function unwatchGroup(pid: number): void {
  const at = shared.indexOf(pid, GROUPS);
  if (at >= 0) shared[at] = 0;
}

/**
 * JavaScript cannot run in a signal handler, but `close` can. It is called with the signal's number, so the write end of a
 * pipe gets that number as its descriptor: at the signal it is closed, which the read end notices.
 */
function openSignalPipe(): number | null {
  const calls = signalCalls();
  const ends = new Int32Array(2);
  const inUse = calls?.dup(SIGTERM) ?? -1;
  if (inUse >= 0) libc()?.close(inUse);
  if (!calls || inUse >= 0 || calls.pipe(ends) !== 0) return null;
  const [readEnd = -1, writeEnd = -1] = ends;
  // Commands do not inherit the ends, because Bun closes them.
  if (writeEnd !== SIGTERM) {
    calls.dup2(writeEnd, SIGTERM);
    libc()?.close(writeEnd);
  }
  calls.signal(SIGTERM, addressOf(calls.close));
  return readEnd;
}
