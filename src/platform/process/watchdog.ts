// A second thread for a hook with much to look at: while the main thread is busy, neither its timers nor its signal handlers
// run. At SIGTERM, at the deadline, or when the main thread has not moved for long, the thread ends the process with an
// allow and records the fault (src/bin/watchdog-thread.ts).
import { redactionTime } from "../../text/redaction/time-limit.ts";
import { libc, shutdown, signalCalls, type WatchedHook } from "../libc.ts";
import { startThread } from "./start-self.ts";

/** What the thread is told. */
export interface Watch extends WatchedHook {
  shared: Int32Array;
  /** Ready to read once SIGTERM came; null where the system gives none. */
  signalled: number | null;
}

/** Places in the memory that both threads see; from GROUPS on: process groups of running commands. */
export const BEAT = 0;
export const IS_LEAVING = 1;
export const GROUPS = 2;

export const SIGTERM = 15;
const BEAT_MS = 100;
const shared = new Int32Array(new SharedArrayBuffer(64 * Int32Array.BYTES_PER_ELEMENT));

// Whoever loads this file has texts searched under its eyes. A quiet event does not.
redactionTime.onLongSearch = armWatchdog;

/** Costs some milliseconds, the first time: for texts that are long. */
export function armWatchdog(): void {
  const { watched } = shutdown;
  if (watched === null || !libc()) return;
  shutdown.watched = null;
  shutdown.disarm = () => void Atomics.store(shared, IS_LEAVING, 1);
  const thread = startThread("watchdog-thread");
  thread.postMessage({ ...watched(), shared, signalled: openSignalPipe() } satisfies Watch);
  // The thread has seen the signal and leaves it to the main thread, if that is still listening.
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
 * No JavaScript can run in a signal handler, but `close` can, and it is called with the signal's number: the writing end
 * of a pipe is given that very number, and whoever reads the other end sees it close.
 */
function openSignalPipe(): number | null {
  const calls = signalCalls();
  const ends = new Int32Array(2);
  const inUse = calls?.dup(SIGTERM) ?? -1;
  if (inUse >= 0) libc()?.close(inUse);
  if (!calls || inUse >= 0 || calls.pipe(ends) !== 0) return null;
  const [readEnd = -1, writeEnd = -1] = ends;
  // Commands that we start inherit neither end: Bun closes them.
  if (writeEnd !== SIGTERM) {
    calls.dup2(writeEnd, SIGTERM);
    libc()?.close(writeEnd);
  }
  calls.signal(SIGTERM, calls.close.ptr);
  return readEnd;
}
