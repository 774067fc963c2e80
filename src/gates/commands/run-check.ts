// Runs one command of a stage, and returns the result as it is stored and shown: without secrets.

import { checkLogDir, type Environment } from "../../config/environment.ts";
import { type CommandRequest, type CommandResult, runCommand } from "../../platform/process/run-command.ts";
import { tryReplaceFile } from "../../platform/replace-file.ts";
import type { CheckRow } from "../../store/check-results.ts";
import { errorExcerpt } from "../../text/output/error-excerpt.ts";
import { fingerprintOutput } from "../../text/output/fingerprint-output.ts";
import { redact } from "../../text/redaction/redact.ts";
import { type Check, workFolder } from "./check.ts";
import { describeFault } from "./verify-command.ts";

export interface CheckTarget {
  env: Pick<Environment, "holdfastHome">;
  projectDir: string;
  /** The top of the work tree, if it differs from the check's folder. */
  root?: string | null;
  /** The top of a copy of the work tree, if the check runs in one. */
  copy?: string;
  /** The key of the result in the store. */
  key: string;
}

export type CheckOptions = Pick<CommandRequest, "timeoutMs"> &
  Partial<Pick<CommandRequest, "signal" | "onOutput">> & {
    /** Called with the result, not redacted. */
    onResult?(result: CommandResult): Promise<void>;
  };

/** Kept half from the start and half from the end of the output. */
const MAX_OUTPUT_BYTES = 1024 * 1024;
const MAX_EXCERPT_LENGTH = 700;

/** Never rejects. */
export async function runCheck(
  check: Pick<Check, "stage" | "run" | "folder" | "cwd" | "env">,
  target: CheckTarget,
  { onResult, ...options }: CheckOptions,
): Promise<CheckRow> {
  const { copy } = target;
  const root = target.root ?? check.folder;
  const home = workFolder(check);
  const isCopied = copy !== undefined && `${home}/`.startsWith(`${root}/`);
  const cwd = isCopied ? `${copy}${home.slice(root.length)}` : home;
  const result = await runCommand({
    command: check.run,
    cwd,
    env: check.env,
    outputLimit: MAX_OUTPUT_BYTES,
    ...options,
  });
  await onResult?.(result);
  // A failure in a copy must look like the same failure in the tree itself. An address (`file://`) encodes spaces.
  const top = copy ?? root;
  const shown = result.output.replaceAll(top, root).replaceAll(Bun.pathToFileURL(top).pathname, root);
  const output = redact(shown).text;
  const isFailure = result.outcome === "failed";
  return {
    key: target.key,
    project_dir: target.projectDir,
    stage: check.stage,
    command: redact(check.run).text,
    outcome: result.outcome,
    exit_code: result.exitCode,
    telling: result.outcome === "passed" ? "" : describe(result, output, options.timeoutMs),
    fingerprint: isFailure
      ? fingerprintOutput(result.exitCode, output, [home, check.folder, root])
      : result.outcome,
    log_path: result.outcome === "passed" || output === "" ? null : await writeLog(target, output),
    duration_ms: Math.round(result.durationMs),
    at: Date.now(),
  };
}

function describe(result: CommandResult, output: string, timeoutMs: number): string {
  const excerpt = redact(errorExcerpt(output, MAX_EXCERPT_LENGTH)).text;
  const fault = describeFault(result, timeoutMs);
  if (fault === null) return excerpt || "The command printed nothing.";
  return result.outcome === "killed" ? fault : `${fault}\n${excerpt}`.trim();
}

/** null when the log cannot be written, which does not change the result. */
async function writeLog({ env, key }: CheckTarget, output: string): Promise<string | null> {
  const path = `${checkLogDir(env)}/${key}.log`;
  return (await tryReplaceFile(path, output)) ? path : null;
}
