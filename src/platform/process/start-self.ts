// Starts another process or thread of this program, and checks whether a process is alive.
import { inheritedMask, withUmask } from "../files.ts";
import { isCompiled } from "../system.ts";

/** For work that takes longer than a hook may. Runs with the user's umask, for the commands it starts. False when not compiled, as in a test. */
export function startDetached(args: string[], variables: Record<string, string> = {}): boolean {
  if (!isCompiled()) return false;
  const child = Bun.spawn(withUmask([process.execPath, ...args], inheritedMask()), {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
    detached: true,
    env: { ...process.env, ...variables },
  });
  child.unref();
  return true;
}

/** The command line that runs this program, compiled or not. */
export function ownCommand(): string[] {
  if (isCompiled()) return [process.execPath];
  return [process.execPath, new URL("../../bin/holdfast.ts", import.meta.url).pathname];
}

/** `name`: an entry point in src/bin/. */
export function startThread(name: "ingest-reader" | "watchdog-thread"): Worker {
  // Inside the executable, all entry points are in one folder.
  return new Worker(
    isCompiled()
      ? Bun.main.replace(/[^/\\]*$/, `${name}.js`)
      : new URL(`../../bin/${name}.ts`, import.meta.url).href,
  );
}

/** Also true for another user's process. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
