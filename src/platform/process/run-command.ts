// Runs a check: a shell command in a process group of its own, bounded in time and in memory. What it printed comes
// back as one text, both streams in the order in which they were written.

import { keepEnds } from "../../text/output/keep-ends.ts";
import { openLog } from "./command-log.ts";
import { judgeEnd, type Outcome } from "./outcome.ts";
import { type GroupRequest, runInGroup } from "./run-in-group.ts";

export interface CommandRequest extends GroupRequest {
  /** Bytes of output kept in memory, half from the start and half from the end. */
  outputLimit?: number;
  /** Where the whole output goes (0600, replaced when it is there); its folder must exist. */
  logPath?: string;
  /** Takes out of the log what must not be written, such as secrets; gets many lines at a time. */
  cleanLog?: (text: string) => string;
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
  /** The log, when one was asked for and could be written. */
  logPath?: string;
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

/** Never rejects. Comes back at the latest about a second after the deadline, whoever still holds the pipes. */
export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  const kept = keepEnds(request.outputLimit ?? OUTPUT_LIMIT);
  const log = request.logPath === undefined ? null : await openLog(request.logPath, request.cleanLog);
  const end = await runInGroup(request, (chunk) => {
    kept.add(chunk);
    log?.add(chunk);
    request.onOutput?.(chunk);
  });
  const output = end.how === "not-started" ? end.problem : kept.text();
  const logged = log?.close(kept.tail()) ?? false;
  return {
    ...judgeEnd(end, output),
    durationMs: end.durationMs,
    output,
    truncated: kept.truncated(),
    ...(logged && request.logPath !== undefined ? { logPath: request.logPath } : {}),
  };
}

/** Gives a command its input on stdin, and keeps what it prints on each stream apart. Bounded like `runCommand`. */
export async function askCommand(
  request: GroupRequest & { stdin: string; outputLimit?: number },
): Promise<CommandAnswer> {
  const limit = request.outputLimit ?? OUTPUT_LIMIT;
  const stdout = keepEnds(limit);
  const stderr = keepEnds(limit);
  const end = await runInGroup(request, stdout.add, stderr.add);
  const complaint = end.how === "not-started" ? end.problem : stderr.text();
  return {
    ...judgeEnd(end, complaint),
    durationMs: end.durationMs,
    stdout: stdout.text(),
    stderr: complaint,
    truncated: stdout.truncated() || stderr.truncated(),
  };
}
