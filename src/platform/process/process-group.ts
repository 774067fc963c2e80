// Runs each command as the leader of a process group, so that it can be ended with everything it started. A process that starts
// its own session (`setsid`, a daemon) leaves the group: it is neither ended nor waited for. Output is read while the command
// runs, and a process that still holds the pipes afterwards is not waited for.
import { errorCode } from "../../text/unknown-values.ts";
import { shutdown } from "../libc.ts";
import { IS_WINDOWS } from "../system.ts";
import { readStat } from "./process-facts.ts";
import { type CommandSpec, type Sink, type StartedCommand, startCommand } from "./start-command.ts";
import { unwatchGroup, watchGroup } from "./watchdog.ts";

export interface GroupRequest extends CommandSpec {
  timeoutMs: number;
  signal?: AbortSignal;
  /** Polled while the command runs; false ends it. */
  isWanted?: () => boolean;
}

export type GroupEnd = { exitCode: number | null; signal: string | null; durationMs: number } & (
  | { how: "exited" | "deadline" | "stopped" }
  | { how: "not-started"; problem: string }
);

/** How long output is read after the end, while another process holds the pipe. */
const DRAIN_MS = 250;
const CHECK_WANTED_MS = 250;
const MAX_TIMER_MS = 2 ** 31 - 1;
const FIRST_STEP_MS = 5;
const MAX_STEP_MS = 40;
const GRACE_MS = 500;
const HURRIED_GRACE_MS = 150;
/** By the leader's process id: a function that makes `runInGroup` stop waiting for the command. */
const running = new Map<number, () => void>();

/** Without a `stderr` sink, both streams go to `stdout` in the order of writing. Never rejects. */
export async function runInGroup(request: GroupRequest, stdout: Sink, stderr?: Sink): Promise<GroupEnd> {
  const startedAt = performance.now();
  if (request.signal?.aborted) return { how: "stopped", exitCode: null, signal: null, durationMs: 0 };
  let command: StartedCommand;
  try {
    command = startCommand(request, stdout, stderr);
  } catch (error) {
    const durationMs = performance.now() - startedAt;
    const problem = `The command could not be started in ${JSON.stringify(request.cwd)} (${errorCode(error)}).`;
    return { how: "not-started", problem, exitCode: null, signal: null, durationMs };
  }
  const how = await waitForEnd(command, request);
  await blockDuringShutdown();
  const durationMs = performance.now() - startedAt;
  if (how === "exited") await within(DRAIN_MS, command.outputRead);
  await endGroup(command.pid);
  await within(DRAIN_MS, Promise.all([command.exited, command.outputRead]));
  running.delete(command.pid);
  unwatchGroup(command.pid);
  command.release();
  // A signal to the hook usually reaches its commands too, and their end may be noticed first.
  await blockDuringShutdown();
  return { how, durationMs, ...command.exitStatus() };
}

function waitForEnd(
  command: StartedCommand,
  request: GroupRequest,
): Promise<"exited" | "deadline" | "stopped"> {
  const { promise, resolve } = Promise.withResolvers<"exited" | "deadline" | "stopped">();
  const stop = () => resolve("stopped");
  const deadline = setTimeout(() => resolve("deadline"), Math.min(request.timeoutMs, MAX_TIMER_MS));
  request.signal?.addEventListener("abort", stop);
  const { isWanted } = request;
  const watch = isWanted && setInterval(() => !isWanted() && stop(), CHECK_WANTED_MS);
  running.set(command.pid, stop);
  watchGroup(command.pid);
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

/** SIGTERM first, then SIGKILL, within a fraction of a second. */
export async function killRunningCommands(): Promise<void> {
  await Promise.all(
    [...running].map(([pid, stop]) => {
      stop();
      return endGroup(pid, HURRIED_GRACE_MS);
    }),
  );
}

/** For a process about to exit: results of the ended commands are never delivered, so nothing is recorded about them. */
export async function shutDownCommands(): Promise<void> {
  shutdown.inProgress = true;
  await killRunningCommands();
}

/** Resolves at once, but never in a process that is about to exit. */
function blockDuringShutdown(): Promise<void> {
  return shutdown.inProgress ? new Promise(() => {}) : Promise.resolve();
}

/** SIGTERM to the whole group, then SIGKILL if it does not end. */
export async function endGroup(pid: number, graceMs = GRACE_MS, isWindows = IS_WINDOWS): Promise<void> {
  if (isWindows) return endTree(pid);
  if (!signalGroup(pid, "SIGTERM")) return;
  // A stopped process gets the signal only once it continues.
  signalGroup(pid, "SIGCONT");
  const until = performance.now() + graceMs;
  for (let step = FIRST_STEP_MS; performance.now() < until; step = Math.min(step * 2, MAX_STEP_MS)) {
    await Bun.sleep(step);
    if (!signalGroup(pid, 0) || !(await hasLivingMember(pid))) return;
  }
  signalGroup(pid, "SIGKILL");
}

/** Windows has no groups, and no signals that a program could handle. */
function endTree(pid: number): void {
  // With its path, because a project may contain a program of the same name.
  const program = `${process.env.SystemRoot ?? "C:/Windows"}/System32/taskkill.exe`;
  try {
    Bun.spawnSync([program, "/T", "/F", "/PID", String(pid)], { stdout: "ignore", stderr: "ignore" });
  } catch {
    // It is not there: the command keeps running.
  }
}

/** False when the group is empty. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    // A process that changed its user cannot be signalled, but exists.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Signals also reach zombies, which stay for ever if the first process of a container does not reap them. */
async function hasLivingMember(group: number): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const { readdirSync } = await import("node:fs");
  try {
    return readdirSync("/proc").some((name) => {
      if (!/^\d+$/.test(name)) return false;
      const member = readStat(name);
      return member !== null && member.group === group && !"ZX".includes(member.state);
    });
  } catch {
    return true; // No /proc. The signal found a process.
  }
}
