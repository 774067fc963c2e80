// Starts a program, gives it its input, and waits for it, but not for ever.
import { spawn } from "node:child_process";

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

const MOST_OUTPUT = 1024 * 1024;

export function runProgram([program = "", ...args]: string[], settings: Settings): Promise<ProgramRun> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let stdout = "";
    let stderr = "";
    const settle = (exitCode: number | null, failure: ProgramRun["failure"], detail: string) => {
      clearTimeout(timer);
      resolve({ exitCode, stdout, stderr, durationMs: performance.now() - startedAt, failure, detail });
    };
    // A group of its own: whatever a shell started goes with it, and nobody keeps our pipes open.
    const child = spawn(program, args, { cwd: settings.cwd, env: settings.env, detached: true });
    const timer = setTimeout(() => {
      endGroup(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
      settle(null, "hung", `${settings.limitMs} ms`);
    }, settings.limitMs);
    child.stdout.on("data", (chunk) => {
      if (stdout.length < MOST_OUTPUT) stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      if (stderr.length < MOST_OUTPUT) stderr += chunk;
    });
    child.stdin.on("error", () => {}); // It ended without reading: its exit code tells the rest.
    child.stdin.end(settings.input);
    child.on("error", (error: Error & { code?: string }) => settle(null, "not-started", error.code ?? error.message));
    child.on("close", (code, signal) => settle(code, code === null ? "killed" : null, signal ?? ""));
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has just ended by itself.
  }
}
