import { spawn } from "node:child_process";
import { constants } from "node:os";
import { LaunchError } from "./launch-error.mjs";

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];

/**
 * Runs the program in place of this process: signals are forwarded, and this process ends the way it ended. `orNothing`:
 * false, instead of an error, when it cannot be started.
 */
export async function runExecutable(executable, args, orNothing) {
  const ended = await new Promise((resolve, reject) => {
    let child;
    // Before the program starts, so that no signal ends this process and leaves the program behind.
    for (const name of FORWARDED) process.on(name, () => child.kill(name));
    child = spawn(executable, args, { stdio: "inherit" });
    child.on("exit", (code, signal) => resolve({ code, signal }));
    child.on("error", (cause) => (orNothing ? resolve(null) : reject(unstartable(executable, cause))));
  });
  if (ended === null) {
    for (const name of FORWARDED) process.removeAllListeners(name);
    return false;
  }
  const { code, signal } = ended;
  process.exitCode = code ?? 128 + constants.signals[signal];
  if (!signal) return true;
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  return true;
}

function unstartable(executable, cause) {
  const message = `${executable} cannot be started: ${cause.message}`;
  return new LaunchError(message, "Remove that file and try again.", { cause });
}
