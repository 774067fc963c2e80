// The watchdog's thread: ends the hook's process when the main thread is too busy to do it.
import { libc, SIG_IGN, signalCalls } from "../platform/libc.ts";
import { BEAT, GROUPS, IS_EXITING, SIGTERM, type Watch } from "../platform/process/watchdog.ts";
import { recordFault } from "../store/fault-log.ts";

declare const self: Worker;

const POLL_MS = 100;
/** Time for the main thread to answer by itself. */
const GRACE_MS = 400;
/** A main thread that is not stuck beats far more often than this. */
const MAX_STUCK_MS = 10_000;
const POLLIN = 1;

self.onmessage = ({ data }: MessageEvent<Watch>) => void watch(data);

async function watch(hook: Watch): Promise<void> {
  const why = waitForEnd(hook);
  if (why === null) return;
  for (const group of hook.shared.subarray(GROUPS)) killGroup(group);
  const { event, sessionId, leftMs } = hook;
  if (leftMs !== null) await recordFault(hook, { part: "hook", message: why, event, sessionId });
  libc()?._exit(0);
}

/** The reason to end the process; null when the main thread answers. */
function waitForEnd({ shared, signalled, leftMs }: Watch): string | null {
  const deadline = performance.now() + (leftMs ?? Number.POSITIVE_INFINITY) + GRACE_MS;
  let beat = Atomics.load(shared, BEAT);
  let movedAt = performance.now();
  for (;;) {
    const isSignalled = wait(signalled);
    if (isSignalled) {
      signalCalls()?.signal(SIGTERM, SIG_IGN);
      self.postMessage("SIGTERM");
      wait(null, GRACE_MS);
    }
    const now = performance.now();
    if (Atomics.load(shared, IS_EXITING) === 1) return null;
    if (isSignalled) return "the client ended the hook (SIGTERM)";
    if (now > deadline) return "out of time";
    const latest = Atomics.load(shared, BEAT);
    if (latest !== beat) movedAt = now;
    beat = latest;
    if (now - movedAt > MAX_STUCK_MS) return "busy with one thing for too long";
  }
}

/** True when the signal arrived during the wait. */
function wait(signalled: number | null, milliseconds = POLL_MS): boolean {
  // struct pollfd: the descriptor (-1 for none), then the requested events in the low half of the second number.
  const pollfd = new Int32Array([signalled ?? -1, POLLIN]);
  return (libc()?.poll(new Uint8Array(pollfd.buffer), 1, milliseconds) ?? 0) > 0;
}

/** Without a SIGTERM first: no time is left to wait for it. */
function killGroup(group: number): void {
  try {
    if (group > 1) process.kill(-group, "SIGKILL");
  } catch {
    // Already ended.
  }
}
