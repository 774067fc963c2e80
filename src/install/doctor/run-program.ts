// Starts a program, gives it its input, and waits for it, but not for ever.
import { spawn } from "node:child_process";
import { errorCode } from "../error-code.ts";

export interface ProgramRun {
  /** null when it was not started or was ended by a signal. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  durationMs: number;
  /** Why there is no exit code of its own. */
  failure: "not-started" | "hung" | "killed" | null;
  /** The system's word for it, such as ENOENT or SIGSEGV. */
  detail: string;
}

interface Settings {
  cwd: string;
  env: Record<string, string | undefined>;
  input: string;
  limitMs: number;
}

const MAX_OUTPUT = 1024 * 1024;

export function runProgram(words: string[], settings: Settings): Promise<ProgramRun> {
  const startedAt = performance.now();
  const { promise, resolve } = Promise.withResolvers<ProgramRun>();
  let stdout = "";
  let stderr = "";
  let limit: Timer | undefined;
  const settle = (exitCode: number | null, failure: ProgramRun["failure"], detail: string) => {
    clearTimeout(limit);
    resolve({ exitCode, stdout, stderr, durationMs: performance.now() - startedAt, failure, detail });
  };
  const refuse = (error: unknown) => settle(null, "not-started", errorCode(error));
  try {
    const child = start(words, settings);
    limit = setTimeout(() => {
      endGroup(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
      settle(null, "hung", `${settings.limitMs / 1000} s`);
    }, settings.limitMs);
    child.stdout.on("data", (chunk) => {
      if (stdout.length < MAX_OUTPUT) stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      if (stderr.length < MAX_OUTPUT) stderr += chunk;
    });
    child.on("error", refuse);
    child.on("close", (code, signal) => settle(code, code === null ? "killed" : null, signal ?? ""));
    child.stdin.on("error", () => {}); // It ended without reading: its exit code tells the rest.
    child.stdin.end(settings.input);
  } catch (error) {
    refuse(error); // Some refusals of the system are thrown, others are told by an event.
  }
  return promise;
}

function start([program = "", ...args]: string[], { cwd, env }: Settings) {
  // A group of its own: whatever a shell started goes with it, and nobody keeps our pipes open.
  return spawn(program, args, { cwd, env, detached: true });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has just ended by itself.
  }
}
