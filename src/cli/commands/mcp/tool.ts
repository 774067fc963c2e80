// A tool answers with the JSON that a command prints (docs/internals/formats.md), so limits, records and error messages are the same. Each
// call is its own process: the server stays small, uses a new version after an update, and survives any crash.
import type * as z from "zod";
import { ownCommand } from "../../../platform/process/start-self.ts";
import { UserError } from "../../../text/user-error.ts";

export interface Tool {
  name: string;
  title: string;
  /** Tells Claude what it is for, and when to use it. */
  description: string;
  /** Strict: an unknown key is an error. */
  input: z.ZodObject;
  /** It writes something. */
  changes?: true;
  /** In every prompt of the client; the others are found by its tool search. */
  loaded?: true;
  /** Words for the client's tool search. */
  searchHint?: string;
  /** Next steps by error code, where they differ from those of other tools. */
  nextSteps?: Readonly<Record<string, string>>;
  /** The lines of the answer. */
  run(input: never, caller: ToolCaller): Promise<string[]>;
}

export function defineTool<const Input extends z.ZodObject>(
  tool: Omit<Tool, "input" | "run"> & {
    input: Input;
    run(input: z.infer<Input>, caller: ToolCaller): Promise<string[]>;
  },
): Tool {
  return tool;
}

export interface ToolCaller {
  /** The folder the server was started in. */
  cwd: string;
  /** The client's ID of the call; empty if it gives none. */
  callId: string;
  /** The client no longer waits. */
  signal?: AbortSignal;
}

const MAX_TIME_MS = 30_000;
const MAX_OUTPUT = 8 * 1024 * 1024;

/** `words`: the command line without --json. Pass a value that may start with a dash as `--name=value` or after `--`. */
export async function callCommand<T>(
  { cwd, callId, signal }: ToolCaller,
  command: string,
  words: readonly string[],
) {
  const child = Bun.spawn([...ownCommand(), ...command.split(" "), "--json", ...words], {
    cwd,
    // The caller is always an agent, even if it sets no variable.
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
      "Ask for less: a smaller limit, fewer words, or one item by its id.",
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
    /** Notes that the command printed on stderr, such as that only this project is shown. */
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

/** Options and flags as words of a command line. A value may begin with a dash. */
export function optionWords(options: Record<string, string | number | boolean | undefined>): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? `--${name}` : `--${name}=${value}`];
  });
}
