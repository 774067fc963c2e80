// A tool, and the command that it answers with: with what that prints as JSON (docs/json.md), so the same limits, the same records,
// the same words for what is wrong. A process each: the server stays small, runs the program as it is after an update, and outlives
// whatever happens in it.
import type * as z from "zod";
import { ownCommand } from "../../../platform/process/start-self.ts";
import { UserError } from "../../../text/user-error.ts";

export interface Tool {
  name: string;
  title: string;
  /** For Claude: what it is for, and when. */
  description: string;
  /** Strict: a key that is not in it is an error. */
  input: z.ZodObject;
  /** It writes something. */
  changes?: true;
  /** In every prompt of the client; the others are found by its tool search. */
  loaded?: true;
  /** Words that the client's tool search finds it by. */
  searchHint?: string;
  /** By the code of an error: what Claude can do next, where that differs from `NEXT_STEPS`. */
  nextSteps?: Readonly<Record<string, string>>;
  /** The lines of the answer. */
  run(input: never, caller: Caller): Promise<string[]>;
}

export function defineTool<const Input extends z.ZodObject>(
  tool: Omit<Tool, "input" | "run"> & {
    input: Input;
    run(input: z.infer<Input>, caller: Caller): Promise<string[]>;
  },
): Tool {
  return tool;
}

export interface Caller {
  /** The folder the server was started in. */
  cwd: string;
  /** The client's own name for the call; empty where it gives none. */
  callId: string;
  /** The client no longer waits. */
  signal?: AbortSignal;
}

const MAX_TIME_MS = 30_000;
const MAX_OUTPUT = 8 * 1024 * 1024;

/** `words` as on a command line, without --json. A value that may start with a dash is given as `--name=value` or after `--`. */
export async function callCommand<T>(
  { cwd, callId, signal }: Caller,
  command: string,
  words: readonly string[],
) {
  const child = Bun.spawn([...ownCommand(), ...command.split(" "), "--json", ...words], {
    cwd,
    // Whoever talks to us is an agent, also one that sets no variable of its own.
    env: { ...process.env, CLAUDECODE: "1", HOLDFAST_MCP_CALL: callId, NO_COLOR: "1" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: MAX_TIME_MS,
    killSignal: "SIGKILL",
    maxBuffer: MAX_OUTPUT,
    ...(signal === undefined ? {} : { signal }),
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  if (child.signalCode !== null)
    throw new UserError(
      "ended",
      `it took longer than ${MAX_TIME_MS / 1000} s, or the answer was too long`,
      "Ask for less: a smaller limit, fewer words, or one by its id.",
    );
  const printed = parse(stdout);
  const { error } = (printed ?? {}) as { error?: { code: string; message: string; hint: string | null } };
  if (error) throw new UserError(error.code, error.message, error.hint ?? "`holdfast doctor` says more.");
  if (printed === undefined)
    throw new UserError(
      "no-answer",
      `holdfast failed with exit code ${exitCode}: ${stderr.trim() || "it printed nothing"}`,
      "`holdfast doctor` says more.",
    );
  return {
    value: printed as T,
    /** What a terminal would see on stderr, such as that only this project is shown. */
    notes: stderr.trim() === "" ? [] : [stderr.trim()],
    exitCode,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For a value that may be left out. */
export function optionWords(options: Record<string, string | number | undefined>): string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
}

export function flagWords(flags: Record<string, boolean | undefined>): string[] {
  return Object.entries(flags).flatMap(([name, isOn]) => (isOn ? [`--${name}`] : []));
}
