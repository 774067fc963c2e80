// What the end of a command means.
import type { GroupEnd } from "./run-in-group.ts";

/**
 * - failed: it ran and failed; a crash of its own (SIGSEGV, SIGABRT) is a failure as well
 * - timeout: it was ended at its deadline
 * - missing: it, or the folder it runs in, does not exist or cannot be started
 * - killed: ended from outside, by us or another process, which says nothing about what it checks
 */
export type Outcome = "passed" | "failed" | "timeout" | "missing" | "killed";

interface CommandEnd {
  outcome: Outcome;
  exitCode: number | null;
  signal: string | null;
}

// A shell reports by 128 + n that its command ended by signal n. Only those that no program uses as a code of its own.
const SIGNAL_CODES: Record<number, string> = {
  130: "SIGINT",
  134: "SIGABRT",
  136: "SIGFPE",
  137: "SIGKILL",
  139: "SIGSEGV",
  143: "SIGTERM",
};
const FROM_OUTSIDE = new Set(["SIGHUP", "SIGINT", "SIGQUIT", "SIGKILL", "SIGTERM", "SIGXCPU"]);
// The shell, `env` or a package manager's shell complaining about a command, in any language.
const SHELL_LINE =
  /^(?:\S*\/)?(?:sh|bash|dash|ash|zsh|ksh|mksh|busybox|env|exec)\b.*:|not found|cannot execute/m;
const TAIL_LENGTH = 2000;

export function classifyEnd(end: GroupEnd, output: string): CommandEnd {
  const signal = end.signal ?? SIGNAL_CODES[end.exitCode ?? 0] ?? null;
  const ended = { exitCode: end.exitCode, signal };
  if (end.how === "not-started") return { outcome: "missing", ...ended };
  if (end.how === "deadline") return { outcome: "timeout", ...ended };
  if (end.how === "stopped") return { outcome: "killed", ...ended };
  if (signal !== null) return { outcome: FROM_OUTSIDE.has(signal) ? "killed" : "failed", ...ended };
  if (end.exitCode === 0) return { outcome: "passed", ...ended };
  return { outcome: couldNotStart(end.exitCode, output) ? "missing" : "failed", ...ended };
}

/** Some runners exit with the number of failed tests, so 126 and 127 alone prove nothing. */
function couldNotStart(exitCode: number | null, output: string): boolean {
  return (exitCode === 126 || exitCode === 127) && SHELL_LINE.test(output.slice(-TAIL_LENGTH));
}
