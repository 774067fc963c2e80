// Runs a command whose exit code says whether something is true, and sums up the result. If a pipe hides the exit code of tests,
// their summary decides. Runs by gates are recorded like those of Claude.

import { mayCapture } from "../../config/place.ts";
import { type CommandRequest, type CommandResult, runCommand } from "../../platform/process/run-command.ts";
import { type OwnRun, recordOwnRun } from "../../recording/queue/pending-queue.ts";
import { attempt } from "../../store/hook-context.ts";
import { hasOtherEnvironment } from "../engine/environment-mark.ts";
import type { StopContext } from "../engine/stop-context.ts";

export interface VerifyResult {
  passed: boolean;
  /** Stable while the command fails in the same way. */
  fingerprint: string;
  /** An excerpt of the output about the failure. */
  error: string;
  /** Why the command says nothing about the work: it was missing, took too long, or was killed. */
  fault: string | null;
}

type VerifyOptions = Pick<CommandRequest, "signal" | "isWanted"> & {
  /** Called with the result, not redacted. */
  onResult?(result: CommandResult): Promise<void>;
};

/** Errors are usually at the start or the end of the output. */
const MAX_OUTPUT_BYTES = 64 * 1024;
const BLOCKING_WAIT_MS = 20;

export async function runVerifyCommand(
  command: string,
  cwd: string,
  timeoutMs: number,
  { onResult, ...endEarly }: VerifyOptions = {},
): Promise<VerifyResult> {
  const result = await runCommand({
    command,
    cwd,
    timeoutMs,
    outputLimit: MAX_OUTPUT_BYTES,
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

/** null when the exit code is that of the tests, or the output shows no failed tests. */
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

/** The rules for output that differs between runs take time to load, and a silent command does not need them. */
async function fingerprint({ exitCode, output }: CommandResult, root: string): Promise<string> {
  if (output === "") return `silent, exit code ${exitCode}`;
  const { fingerprintOutput } = await import("../../text/output/fingerprint-output.ts");
  return fingerprintOutput(exitCode, output, [root]);
}

/** Redacted before and after, because an excerpt may join separate parts. */
async function excerptWithoutSecrets(output: string): Promise<string> {
  const [{ redact }, { errorExcerpt }] = await Promise.all([
    import("../../text/redaction/redact.ts"),
    import("../../text/output/error-excerpt.ts"),
  ]);
  return redact(errorExcerpt(redact(output).text)).text;
}

/** Why the result says nothing about what the command checks; null when it does. */
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
  /** Called when the command has ended; empty when unknown. */
  tree(result: CommandResult): Promise<string>;
};

/** Never throws: a run that cannot be recorded does not change the findings. */
export async function noteRun(stop: StopContext, run: GateRun, result: CommandResult): Promise<void> {
  const { store, sessionId, config } = stop;
  const { check, command, dir } = run;
  stop.ownRuns.push({ command, outcome: result.outcome });
  if (!mayCapture(stop, config)) return;
  await attempt(stop, "runs", async () => {
    const tree = (await run.tree(result)) || null;
    const isInAgent = hasOtherEnvironment(stop);
    await recordOwnRun(store, { sessionId, check, command, dir, tree, isInAgent }, result);
  });
}
