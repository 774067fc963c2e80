// Runs a program with a time limit, and finds out whether the program of a shell command exists.
import { constants } from "node:fs";
import { errorCode, mayAccess } from "../client-files.ts";

export interface ProgramRun {
  /** null when the program was not started or was ended by a signal. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  durationMs: number;
  /** Why there is no exit code. */
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
    // In its own process group, so that children of a shell end with it and keep no pipe open.
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

/** Built into `sh`. */
const BUILT_IN = new Set(
  `. : [ alias bg break cd command continue echo eval exec exit export false fg getopts hash if for while until case
   jobs kill local printf pwd read readonly return set shift test time times trap true type ulimit umask unalias unset
   wait then do source ! {`.split(/\s+/),
);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** As in `2>/dev/null make`. */
const DESCRIPTOR = /(?<=^|\s)\d+(?=[<>])/g;
/** A word without anything that the shell would expand. */
const PLAIN_WORD = /^[\w./+:@%,-]+$/;

/**
 * The program of a shell command if it does not exist; null if it does, or if unknown. `folder`: where the command will run.
 */
export function findMissingProgram(command: string, folder: string, path: string): string | null {
  const word = programOf(command);
  if (word === null || BUILT_IN.has(word)) return null;
  if (word.includes("/")) {
    const file = word.startsWith("/") ? word : `${folder}/${word}`;
    return mayAccess(file, constants.X_OK) ? null : word;
  }
  return Bun.which(word, { PATH: path, cwd: folder }) === null ? word : null;
}

/** The first word that is not an assignment; null unless it is plain. */
function programOf(command: string): string | null {
  const [line = ""] = command
    .trimStart()
    .replace(DESCRIPTOR, "")
    .split(/[;&|\n<>()]/, 1);
  for (const word of line.split(/\s+/)) {
    if (ASSIGNMENT.test(word)) {
      // A quoted value may contain blanks, and PATH may change which program is found.
      if (/["'`$\\]/.test(word) || word.startsWith("PATH=")) return null;
      continue;
    }
    return PLAIN_WORD.test(word) ? word : null;
  }
  return null;
}
