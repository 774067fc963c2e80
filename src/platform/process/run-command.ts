// Runs a shell command in a process group of its own, bounded in time and in memory.
import { HeadAndTail } from "../../text/output/head-and-tail.ts";
import { type GroupEnd, type GroupRequest, runInGroup } from "./process-group.ts";

/**
 * - failed: it ran and failed; a crash (SIGSEGV, SIGABRT) is a failure too
 * - timeout: it was ended at its deadline
 * - missing: the command or its folder does not exist, or it cannot be started
 * - killed: ended by us or another process, which says nothing about what it checks
 */
export type CommandOutcome = "passed" | "failed" | "timeout" | "missing" | "killed";

interface CommandEnd {
  outcome: CommandOutcome;
  /** null when it ended by a signal, did not end, or was not started. */
  exitCode: number | null;
  signal: string | null;
  durationMs: number;
}

// A shell reports 128 + n when its command ended by signal n. Only codes that programs do not use for themselves.
const SIGNAL_CODES: Record<number, string> = {
  130: "SIGINT",
  134: "SIGABRT",
  136: "SIGFPE",
  137: "SIGKILL",
  139: "SIGSEGV",
  143: "SIGTERM",
};

const OUTSIDE_SIGNALS = new Set(["SIGHUP", "SIGINT", "SIGQUIT", "SIGKILL", "SIGTERM", "SIGXCPU"]);

// An error message of the shell, `env` or a package manager's shell about a command, in any language.
const SHELL_LINE =
  /^(?:\S*\/)?(?:sh|bash|dash|ash|zsh|ksh|mksh|busybox|env|exec)\b.*:|not found|cannot execute/m;

const TAIL_LENGTH = 2000;

export interface CommandRequest extends GroupRequest {
  /** Bytes of output to keep, half from the start and half from the end. */
  outputLimit: number;
  /** Called with each chunk of output, for a live view. */
  onOutput?: (chunk: Uint8Array) => void;
}

export interface CommandResult extends CommandEnd {
  output: string;
}

export interface CommandAnswer extends CommandEnd {
  stdout: string;
  stderr: string;
}

/**
 * Returns the output of both streams as one text, in the order of writing. Never rejects, and returns at most about a second
 * after the deadline, even if another process still holds the pipes.
 */
export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  const kept = new HeadAndTail(request.outputLimit);
  const end = await runInGroup(request, (chunk) => {
    kept.add(chunk);
    request.onOutput?.(chunk);
  });
  const output = end.how === "not-started" ? end.problem : kept.text();
  return { ...classifyEnd(end, output), output };
}

/** Sends input on stdin, and returns the two streams separately. Bounded like `runCommand`. */
export async function runForAnswer(
  request: GroupRequest & { stdin: string; outputLimit: number },
): Promise<CommandAnswer> {
  const stdout = new HeadAndTail(request.outputLimit);
  const stderr = new HeadAndTail(request.outputLimit);
  const end = await runInGroup(
    request,
    (chunk) => stdout.add(chunk),
    (chunk) => stderr.add(chunk),
  );
  const complaint = end.how === "not-started" ? end.problem : stderr.text();
  return { ...classifyEnd(end, complaint), stdout: stdout.text(), stderr: complaint };
}

function classifyEnd(end: GroupEnd, output: string): CommandEnd {
  const signal = end.signal ?? SIGNAL_CODES[end.exitCode ?? 0] ?? null;
  const ended = { exitCode: end.exitCode, signal, durationMs: end.durationMs };
  if (end.how === "not-started") return { outcome: "missing", ...ended };
  if (end.how === "deadline") return { outcome: "timeout", ...ended };
  if (end.how === "stopped") return { outcome: "killed", ...ended };
  if (signal !== null) return { outcome: OUTSIDE_SIGNALS.has(signal) ? "killed" : "failed", ...ended };
  if (end.exitCode === 0) return { outcome: "passed", ...ended };
  return { outcome: couldNotStart(end.exitCode, output) ? "missing" : "failed", ...ended };
}

/** 126 and 127 alone prove nothing, because some runners exit with the number of failed tests. */
function couldNotStart(exitCode: number | null, output: string): boolean {
  return (exitCode === 126 || exitCode === 127) && SHELL_LINE.test(output.slice(-TAIL_LENGTH));
}
