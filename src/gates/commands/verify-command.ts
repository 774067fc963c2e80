// Runs a command that says by its exit code whether something is true, and tells in few words what came of it. Where a pipe
// hides the exit code of tests, their summary decides. What gates ran goes into the run ledger.

import { mayCapture } from "../../config/place.ts";
import { type CommandRequest, type CommandResult, runCommand } from "../../platform/process/run-command.ts";
import { type OwnRun, recordOwnRun } from "../../recording/queue/pending-queue.ts";
import { noteFault } from "../../store/hook-context.ts";
import type { StopContext } from "../engine/stop-context.ts";

export interface VerifyResult {
  passed: boolean;
  /** Stable while the command fails in the same way. */
  fingerprint: string;
  /** What the output says of the failure. */
  error: string;
  /** It said nothing about the work: it was not there, took too long, or somebody ended it. */
  fault: string | null;
}

type VerifyTerms = Pick<CommandRequest, "signal" | "isWanted"> & {
  /** Told what came of it, as it was printed. */
  onResult?(result: CommandResult): Promise<void>;
};

/** Errors are usually at the start or the end of the output. */
const OUTPUT_LIMIT = 64 * 1024;
const BLOCKING_WAIT_MS = 20;

export async function runVerifyCommand(
  command: string,
  cwd: string,
  timeoutMs: number,
  { onResult, ...endEarly }: VerifyTerms = {},
): Promise<VerifyResult> {
  const result = await runCommand({
    command,
    cwd,
    timeoutMs,
    outputLimit: OUTPUT_LIMIT,
    blockingWaitMs: BLOCKING_WAIT_MS,
    ...endEarly,
  });
  await onResult?.(result);
  const excerpt = result.output === "" ? "" : await excerptWithoutSecrets(result.output);
  const fault = describeFault(result, timeoutMs);
  const hidden = result.outcome === "passed" ? await findHiddenFailure(command, result.output) : null;
  const problem = fault ?? hidden;
  return {
    passed: result.outcome === "passed" && hidden === null,
    fingerprint: fault === null ? await fingerprint(result, cwd) : result.outcome,
    error: [
      ...(problem ? [problem] : []),
      excerpt || `(exit code ${result.exitCode ?? "none"}, no output)`,
    ].join("\n"),
    fault: fault && `verify command: ${fault}`,
  };
}

/** null when the exit code is that of the tests, or no failed tests are plain to see. */
async function findHiddenFailure(command: string, output: string): Promise<string | null> {
  if (output === "" || !/[|;&\n]/.test(command)) return null;
  const [{ hidesExitCode }, { readTestResult }, { describeTestResult }] = await Promise.all([
    import("../../text/test-runs/test-command.ts"),
    import("../../text/test-runs/read-test-runs.ts"),
    import("../../text/test-runs/test-run.ts"),
  ]);
  const tests = hidesExitCode(command) ? readTestResult(output, command) : null;
  return tests?.state === "red" ? `${describeTestResult(tests)}; the exit code 0 is not theirs.` : null;
}

/** Rules for what differs from run to run take time to load, and a silent command needs none. */
async function fingerprint({ exitCode, output }: CommandResult, root: string): Promise<string> {
  if (output === "") return `silent, exit code ${exitCode}`;
  const { fingerprintOutput } = await import("../../text/output/fingerprint-output.ts");
  return fingerprintOutput(exitCode, output, { roots: [root] });
}

/** Redacted before and after: an excerpt may join what stood apart. */
async function excerptWithoutSecrets(output: string): Promise<string> {
  const [{ redact }, { errorExcerpt }] = await Promise.all([
    import("../../text/redaction/redact.ts"),
    import("../../text/output/error-excerpt.ts"),
  ]);
  return redact(errorExcerpt(redact(output).text)).text;
}

/** Why a command said nothing about what it checks; null when it did. */
export function describeFault({ outcome, signal }: CommandResult, timeoutMs: number): string | null {
  switch (outcome) {
    case "timeout":
      return `It took longer than ${Math.round(timeoutMs / 1000)} s and was stopped.`;
    case "missing":
      return "It could not be started.";
    case "killed":
      return `It was killed${signal ? ` (${signal})` : ""}.`;
    case "passed":
    case "failed":
      return null;
  }
}

type GateRun = Omit<OwnRun, "sessionId" | "tree"> & {
  /** Asked when the command has ended; empty when nobody can tell. */
  tree(result: CommandResult): Promise<string>;
};

/** What was found stands when it cannot be written. */
export async function noteRun(stop: StopContext, run: GateRun, result: CommandResult): Promise<void> {
  const { store, event, config } = stop;
  const { check, command, dir } = run;
  stop.ownRuns.push({ command, outcome: result.outcome });
  if (event.sessionId === null || !mayCapture(stop, config)) return;
  try {
    const tree = (await run.tree(result)) || null;
    await recordOwnRun(store, { sessionId: event.sessionId, check, command, dir, tree }, result);
  } catch (error) {
    await noteFault(stop, "runs", error);
  }
}
