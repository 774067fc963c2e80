// Runs a shell command in a process group of its own, bounded in time and in memory.
import { HeadAndTail } from "../../text/output/head-and-tail.ts";
import { classifyEnd, type Outcome } from "./outcome.ts";
import { type GroupRequest, runInGroup } from "./run-in-group.ts";

export interface CommandRequest extends GroupRequest {
  /** Bytes of output kept in memory, half from the start and half from the end. */
  outputLimit?: number;
  /** Sees the output as it comes, for a live view. */
  onOutput?: (chunk: Uint8Array) => void;
}

export interface CommandResult {
  outcome: Outcome;
  /** null when it ended by a signal, did not end, or was not started. */
  exitCode: number | null;
  signal: string | null;
  durationMs: number;
  output: string;
  /** The middle of the output was left out. */
  truncated: boolean;
}

export interface CommandAnswer {
  outcome: Outcome;
  exitCode: number | null;
  signal: string | null;
  durationMs: number;
  stdout: string;
  stderr: string;
  /** The middle of one of them was left out. */
  truncated: boolean;
}

const OUTPUT_LIMIT = 256 * 1024;

/**
 * Returns what it printed as one text, both streams in the order of writing. Never rejects, and returns at the latest about
 * a second after the deadline, even when another process still holds the pipes.
 */
export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  const kept = new HeadAndTail(request.outputLimit ?? OUTPUT_LIMIT);
  const end = await runInGroup(request, (chunk) => {
    kept.add(chunk);
    request.onOutput?.(chunk);
  });
  const output = end.how === "not-started" ? end.problem : kept.text();
  return {
    ...classifyEnd(end, output),
    durationMs: end.durationMs,
    output,
    truncated: kept.isTruncated,
  };
}

/** Gives a command its input on stdin, and keeps what it prints on each stream apart. Bounded like `runCommand`. */
export async function askCommand(
  request: GroupRequest & { stdin: string; outputLimit?: number },
): Promise<CommandAnswer> {
  const limit = request.outputLimit ?? OUTPUT_LIMIT;
  const stdout = new HeadAndTail(limit);
  const stderr = new HeadAndTail(limit);
  const end = await runInGroup(
    request,
    (chunk) => stdout.add(chunk),
    (chunk) => stderr.add(chunk),
  );
  const complaint = end.how === "not-started" ? end.problem : stderr.text();
  return {
    ...classifyEnd(end, complaint),
    durationMs: end.durationMs,
    stdout: stdout.text(),
    stderr: complaint,
    truncated: stdout.isTruncated || stderr.isTruncated,
  };
}
