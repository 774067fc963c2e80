// Starts this program once more, and asks after one that was started.
import { inheritedMask, withUmask } from "../files.ts";

/** As a process of its own, for work that no hook has time for; commands that it runs need the user's mask. False where we are no executable, as in a test. */
export function startDetached(args: string[]): boolean {
  if (!isCompiled()) return false;
  const child = Bun.spawn(withUmask([process.execPath, ...args], inheritedMask()), {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
    detached: true,
  });
  child.unref();
  return true;
}

/** The words that run it, also where we are no executable. */
export function ownCommand(): string[] {
  if (isCompiled()) return [process.execPath];
  return [process.execPath, new URL("../../bin/holdfast.ts", import.meta.url).pathname];
}

/** As a thread, with one of the entry points in src/bin/. */
export function startThread(name: "ingest-reader" | "backtest-reader" | "watchdog-thread"): Worker {
  // Inside the executable all entries lie side by side.
  return new Worker(
    isCompiled()
      ? Bun.main.replace(/[^/]*$/, `${name}.js`)
      : new URL(`../../bin/${name}.ts`, import.meta.url).href,
  );
}

/** Whether there is a process of that id, also another user's. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isCompiled(): boolean {
  return Bun.main.startsWith("/$bunfs/");
}
