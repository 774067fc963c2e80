// Starts a program, gives it its input, and waits for it up to a limit.
import { spawn } from "node:child_process";
import { errorCode } from "../client-files.ts";

export interface ProgramRun {
  /** null when it was not started or was ended by a signal. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  durationMs: number;
  /** Why there is no exit code of its own. */
  failure: "not-started" | "hung" | "killed" | null;
  /** The code or signal, such as ENOENT or SIGSEGV. */
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
    child.stdin.on("error", () => {}); // It ended without reading; its exit code is what counts.
    child.stdin.end(settings.input);
  } catch (error) {
    refuse(error); // Some errors are thrown, others come as an event.
  }
  return promise;
}

function start([program = "", ...args]: string[], { cwd, env }: Settings) {
  // A process group of its own: what a shell started ends with it, and nothing keeps our pipes open.
  return spawn(program, args, { cwd, env, detached: true });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}
