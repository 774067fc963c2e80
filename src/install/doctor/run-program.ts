// Runs a program with a time limit, and finds out whether the program of a shell command exists.
import { type CommandAnswer, runForAnswer } from "../../platform/process/run-command.ts";
import { shellCommand } from "../../platform/system.ts";
import { firstLine } from "../../text/clip.ts";
import { quoteForShell } from "../../text/printable.ts";

interface Settings {
  cwd: string;
  env: Record<string, string | undefined>;
  input: string;
  limitMs: number;
}

/** More is not shown. */
const MAX_OUTPUT_BYTES = 64 * 1024;

export function runProgram(
  words: string[],
  { cwd, env, input: stdin, limitMs: timeoutMs }: Settings,
): Promise<CommandAnswer> {
  const command = `exec ${words.map((word) => quoteForShell(word)).join(" ")}`;
  return runForAnswer({
    command,
    cwd,
    env: { HOLDFAST: undefined, ...env },
    stdin,
    timeoutMs,
    outputLimit: MAX_OUTPUT_BYTES,
  });
}

/** What went wrong; null if the program ended with exit code 0. */
export function describeFailure(run: CommandAnswer): string | null {
  if (run.outcome === "passed") return null;
  if (run.outcome === "missing") return `could not be started${quoteStart(run.stderr)}`;
  if (run.outcome === "timeout")
    return `did not end within ${(run.durationMs / 1000).toFixed(1)} s and was killed`;
  if (run.signal !== null) return `was ended by ${run.signal}`;
  return `ended with exit code ${run.exitCode}${quoteStart(run.stderr)}`;
}

export function quoteStart(text: string): string {
  const line = firstLine(text.trim());
  return line === "" ? "" : `: ${line.slice(0, 120)}`;
}

/** A word without anything that the shell would expand; a number may be part of a redirection. */
const PLAIN_WORD = /^(?!\d+$)[\w./+:@%,-]+$/;

/** The shell's own answer, which knows its builtins and keywords. */
const IS_PROGRAM = 'case $0 in */*) [ -x "$0" ];; *) command -v -- "$0";; esac';

/**
 * The first word of a shell command if there is no such program; null if there is, or if unknown. `folder`: where the command
 * will run.
 */
export function findMissingProgram(command: string, folder: string, path: string): string | null {
  const [word = ""] = command.trimStart().split(/[\s;&|<>()]/, 1);
  if (!PLAIN_WORD.test(word)) return null;
  try {
    const asked = Bun.spawnSync([...shellCommand(IS_PROGRAM), word], { cwd: folder, env: { PATH: path } });
    return asked.exitCode === 0 ? null : word;
  } catch {
    return null; // The folder is a file, or closed to us.
  }
}
