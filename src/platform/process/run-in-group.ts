// One shell command from start to end: read while it runs, ended with everything it started when its time is over or
// nobody wants it any more, and given back without waiting for whoever still holds its pipes.
import { endGroup, register, stayUnlessLeaving, unregister } from "./process-group.ts";
import { type CommandSpec, type Sink, type StartedCommand, startCommand } from "./start-command.ts";

export interface GroupRequest extends CommandSpec {
  timeoutMs: number;
  signal?: AbortSignal;
  /** Asked now and then while it runs; false ends it. */
  isWanted?: () => boolean;
}

export type GroupEnd = { exitCode: number | null; signal: string | null; durationMs: number } & (
  | { how: "exited" | "deadline" | "stopped" }
  | { how: "not-started"; problem: string }
);

/** How long we read on after the end, when somebody still holds the pipe. */
const DRAIN_MS = 250;
const ASK_AGAIN_MS = 250;
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
  await stayUnlessLeaving();
  const durationMs = performance.now() - startedAt;
  if (how === "exited") await within(DRAIN_MS, command.outputRead);
  await endGroup(command.pid);
  await within(DRAIN_MS, Promise.all([command.exited, command.outputRead]));
  unregister(command.pid);
  command.letGo();
  // Who ends a hook mostly ends its commands in the same breath, and their end can be heard first.
  await stayUnlessLeaving();
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
  const watch = isWanted && setInterval(() => !isWanted() && stop(), ASK_AGAIN_MS);
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
  // A timer left behind would keep the process from leaving.
  clearTimeout(limit);
}

function describe(error: unknown, { cwd }: GroupRequest): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return `The command could not be started in ${JSON.stringify(cwd)} (${code}).`;
}
