// Asks a command for an answer: it gets its input on stdin, and what it says on each stream is kept apart.
import { keepEnds } from "../../text/output/keep-ends.ts";
import { judgeEnd, type Outcome } from "./outcome.ts";
import { OUTPUT_LIMIT } from "./run-command.ts";
import { type GroupRequest, runInGroup } from "./run-in-group.ts";

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

/** Never rejects, and is bounded like `runCommand`. */
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
