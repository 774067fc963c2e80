// Starts a program, gives it its input, and waits for it up to a limit; and tells whether a command has a program to start.
import { accessSync, constants } from "node:fs";
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

export async function runProgram(
  words: string[],
  { cwd, env, input, limitMs }: Settings,
): Promise<ProgramRun> {
  const startedAt = performance.now();
  const ended = (failure: ProgramRun["failure"], detail: string, rest: Partial<ProgramRun> = {}) => {
    const durationMs = performance.now() - startedAt;
    return { exitCode: null, stdout: "", stderr: "", durationMs, failure, detail, ...rest };
  };
  try {
    // A process group of its own: what a shell started ends with it, and nothing keeps our pipes open.
    const child = Bun.spawn(words, {
      ...{ cwd, env, stdin: Buffer.from(input), stderr: "pipe", maxBuffer: MAX_OUTPUT },
      detached: true,
    });
    const output = Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    const printed = await Promise.race([output, Bun.sleep(limitMs)]);
    if (!printed) {
      endGroup(child.pid);
      return ended("hung", `${limitMs / 1000} s`);
    }
    const [stdout, stderr] = printed;
    const { exitCode, signalCode } = child;
    return ended(exitCode === null ? "killed" : null, String(signalCode ?? ""), { exitCode, stdout, stderr });
  } catch (error) {
    return ended("not-started", errorCode(error));
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

/** What `sh` runs itself. */
const BUILT_IN = new Set(
  `. : [ alias bg break cd command continue echo eval exec exit export false fg getopts hash if for while until case
   jobs kill local printf pwd read readonly return set shift test time times trap true type ulimit umask unalias unset
   wait then do source ! {`.split(/\s+/),
);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** A word without anything that the shell would expand. */
const PLAIN_WORD = /^[\w./+:@%,-]+$/;

/**
 * The program that a shell command starts with, when it does not exist. null when it is there, or nobody can tell.
 * `folder`: where the command will run.
 */
export function findMissingProgram(command: string, folder: string, path: string): string | null {
  const word = programOf(command);
  if (word === null || BUILT_IN.has(word)) return null;
  if (word.includes("/")) {
    const file = word.startsWith("/") ? word : `${folder}/${word}`;
    return canRun(file) ? null : word;
  }
  return Bun.which(word, { PATH: path, cwd: folder }) === null ? word : null;
}

/** The first word that is no variable for it; null when there is none that is plain. */
function programOf(command: string): string | null {
  const [line = ""] = command.trimStart().split(/[;&|\n<>()]/, 1);
  for (const word of line.split(/\s+/)) {
    if (ASSIGNMENT.test(word)) {
      // A value in quotes may have blanks, so that what follows is not its program; PATH may be what finds it.
      if (/["'`$\\]/.test(word) || word.startsWith("PATH=")) return null;
      continue;
    }
    return PLAIN_WORD.test(word) ? word : null;
  }
  return null;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
