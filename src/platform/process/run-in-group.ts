// One shell command from start to end: its output is read while it runs, it is ended with everything it started at its
// deadline or when it is no longer wanted, and nobody waits for a process that still holds its pipes.
import { blockDuringShutdown, endGroup, register, unregister } from "./process-group.ts";
import { type CommandSpec, type Sink, type StartedCommand, startCommand } from "./start-command.ts";

export interface GroupRequest extends CommandSpec {
  timeoutMs: number;
  signal?: AbortSignal;
  /** Checked now and then while it runs; false ends it. */
  isWanted?: () => boolean;
}

export type GroupEnd = { exitCode: number | null; signal: string | null; durationMs: number } & (
  | { how: "exited" | "deadline" | "stopped" }
  | { how: "not-started"; problem: string }
);

/** How long we go on reading after the end while another process holds the pipe. */
const DRAIN_MS = 250;
const CHECK_WANTED_MS = 250;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Without a sink of its own, stderr goes where stdout goes, in the order of writing. Never rejects. */
export async function runInGroup(request: GroupRequest, stdout: Sink, stderr?: Sink): Promise<GroupEnd> {
  const startedAt = performance.now();
  if (request.signal?.aborted) return { how: "stopped", exitCode: null, signal: null, durationMs: 0 };
  let command: StartedCommand;
  try {
    command = startCommand(request, stdout, stderr);
  } catch (error) {
    const durationMs = performance.now() - startedAt;
    return {
      how: "not-started",
      problem: describe(error, request),
      exitCode: null,
      signal: null,
      durationMs,
    };
  }
  const how = await firstEnd(command, request);
  await blockDuringShutdown();
  const durationMs = performance.now() - startedAt;
  if (how === "exited") await within(DRAIN_MS, command.outputRead);
  await endGroup(command.pid);
  await within(DRAIN_MS, Promise.all([command.exited, command.outputRead]));
  unregister(command.pid);
  command.release();
  // A signal to the hook mostly goes to its commands too, and their end may be noticed first.
  await blockDuringShutdown();
  return { how, durationMs, ...command.exitStatus() };
}

function firstEnd(
  command: StartedCommand,
  request: GroupRequest,
): Promise<"exited" | "deadline" | "stopped"> {
  const { promise, resolve } = Promise.withResolvers<"exited" | "deadline" | "stopped">();
  const stop = () => resolve("stopped");
  const deadline = setTimeout(() => resolve("deadline"), Math.min(request.timeoutMs, MAX_TIMER_MS));
  request.signal?.addEventListener("abort", stop);
  const { isWanted } = request;
  const watch = isWanted && setInterval(() => !isWanted() && stop(), CHECK_WANTED_MS);
  register(command.pid, stop);
  command.exited.then(() => resolve("exited"));
  return promise.finally(() => {
    clearTimeout(deadline);
    clearInterval(watch);
    request.signal?.removeEventListener("abort", stop);
  });
}

async function within(limitMs: number, awaited: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const limit = setTimeout(resolve, limitMs);
  await Promise.race([awaited, promise]);
  // A timer left behind would keep the process from exiting.
  clearTimeout(limit);
}

function describe(error: unknown, { cwd }: GroupRequest): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return `The command could not be started in ${JSON.stringify(cwd)} (${code}).`;
}
