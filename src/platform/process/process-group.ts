// Process groups: each command leads one, so that it can be ended with everything it started. What starts a session of
// its own (`setsid`, a daemon) has left the group: it is not ended, and not waited for either.
import { shutdown } from "../libc.ts";
import { unwatchGroup, watchGroup } from "./watchdog.ts";

const FIRST_STEP_MS = 5;
const MAX_STEP_MS = 40;
const GRACE_MS = 500;
const HURRIED_GRACE_MS = 150;
/** By the process id of each group's leader: stops whoever waits for the command. */
const running = new Map<number, () => void>();

/** Every command still running is ended, gently first, within a fraction of a second. */
export async function killRunningCommands(): Promise<void> {
  await Promise.all(
    [...running].map(([pid, stop]) => {
      stop();
      return endGroup(pid, HURRIED_GRACE_MS);
    }),
  );
}

/** For a process about to exit: no result of a command reaches whoever waits for it, so nothing is recorded about it. */
export async function shutDownCommands(): Promise<void> {
  shutdown.inProgress = true;
  await killRunningCommands();
}

/** Returns at once, or never in a process that is about to exit. */
export function blockDuringShutdown(): Promise<void> {
  return shutdown.inProgress ? new Promise(() => {}) : Promise.resolve();
}

export function register(pid: number, stop: () => void): void {
  running.set(pid, stop);
  watchGroup(pid);
}

export function unregister(pid: number): void {
  running.delete(pid);
  unwatchGroup(pid);
}

/** SIGTERM to the whole group, then SIGKILL when it does not end. */
export async function endGroup(pid: number, graceMs = GRACE_MS): Promise<void> {
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

/** False when no process is left in it. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    // A process that became another user cannot be signalled, but exists.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A signal also reaches zombies, and where the first process of a container does not reap them, they stay for ever. */
async function hasLivingMember(group: number): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const { readdirSync, readFileSync } = await import("node:fs");
  try {
    return readdirSync("/proc").some((name) => {
      if (!/^\d+$/.test(name)) return false;
      const member = readMember(() => readFileSync(`/proc/${name}/stat`, "latin1"));
      return member !== null && member.group === group && !"ZX".includes(member.state);
    });
  } catch {
    return true; // No /proc to look into: what the signal said must do.
  }
}

/** `pid (name) state parent group …`; the name may hold anything, brackets too. */
function readMember(read: () => string): { state: string; group: number } | null {
  try {
    const line = read();
    const [state = "", , group] = line.slice(line.lastIndexOf(")") + 2).split(" ");
    return { state, group: Number(group) };
  } catch {
    return null; // Gone meanwhile.
  }
}
