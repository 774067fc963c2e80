// What the end of a command means.
import type { GroupEnd } from "./run-in-group.ts";

/**
 * - failed: it ran and says no; a crash of its own (SIGSEGV, SIGABRT) is a no as well
 * - timeout: it was ended at its deadline
 * - missing: it, or the folder it runs in, is not there or cannot be started
 * - killed: ended from outside, by us or by another, which says nothing about what it checks
 */
export type Outcome = "passed" | "failed" | "timeout" | "missing" | "killed";

interface Judged {
  outcome: Outcome;
  exitCode: number | null;
  signal: string | null;
}

// A shell tells by 128 + n that what it ran ended by signal n. Only those that nobody uses as a code of their own.
const SIGNAL_CODES: Record<number, string> = {
  130: "SIGINT",
  134: "SIGABRT",
  136: "SIGFPE",
  137: "SIGKILL",
  139: "SIGSEGV",
  143: "SIGTERM",
};
const FROM_OUTSIDE = new Set(["SIGHUP", "SIGINT", "SIGQUIT", "SIGKILL", "SIGTERM", "SIGXCPU"]);
// The shell, `env` or a package manager's shell speaking of a command, in whatever language it speaks.
const SHELL_LINE =
  /^(?:\S*\/)?(?:sh|bash|dash|ash|zsh|ksh|mksh|busybox|env|exec)\b.*:|not found|cannot execute/m;
const LAST_WORDS = 2000;

export function judgeEnd(end: GroupEnd, output: string): Judged {
  const signal = end.signal ?? SIGNAL_CODES[end.exitCode ?? 0] ?? null;
  const ended = { exitCode: end.exitCode, signal };
  if (end.how === "not-started") return { outcome: "missing", ...ended };
  if (end.how === "deadline") return { outcome: "timeout", ...ended };
  if (end.how === "stopped") return { outcome: "killed", ...ended };
  if (signal !== null) return { outcome: FROM_OUTSIDE.has(signal) ? "killed" : "failed", ...ended };
  if (end.exitCode === 0) return { outcome: "passed", ...ended };
  return { outcome: couldNotStart(end.exitCode, output) ? "missing" : "failed", ...ended };
}

/** Some runners exit with the number of failed tests, so 126 and 127 alone do not tell. */
function couldNotStart(exitCode: number | null, output: string): boolean {
  return (exitCode === 126 || exitCode === 127) && SHELL_LINE.test(output.slice(-LAST_WORDS));
}
