// Runs one command of a stage and says what came of it, as it is kept and shown: without secrets.

import { checkLogDir, type Environment } from "../../config/environment.ts";
import { type CommandRequest, type CommandResult, runCommand } from "../../platform/process/run-command.ts";
import { tryReplaceFile } from "../../platform/replace-file.ts";
import type { CheckRow } from "../../store/check-results.ts";
import { errorExcerpt } from "../../text/output/error-excerpt.ts";
import { fingerprintOutput } from "../../text/output/fingerprint-output.ts";
import { redact } from "../../text/redaction/redact.ts";
import { type Check, workFolder } from "./check.ts";
import { describeFault } from "./verify-command.ts";

export interface CheckPlace {
  env: Pick<Environment, "holdfastHome">;
  projectDir: string;
  /** The top of the work tree, where it is not the check's folder. */
  root?: string | null;
  /** The folder that stands for the whole work tree, when it runs in a copy. */
  copy?: string;
  /** The result's name in the store. */
  key: string;
}

export type CheckTerms = Pick<CommandRequest, "timeoutMs"> &
  Partial<Pick<CommandRequest, "signal" | "onOutput">> & {
    /** Told what came of it, as it was printed. */
    onResult?(result: CommandResult): Promise<void>;
  };

/** Kept of the output, half from its start and half from its end. */
const OUTPUT_LIMIT = 1024 * 1024;
const MAX_TELLING = 700;

/** Never rejects. */
export async function runCheck(
  check: Check,
  place: CheckPlace,
  { onResult, ...terms }: CheckTerms,
): Promise<CheckRow> {
  const { copy } = place;
  const root = place.root ?? check.folder;
  const home = workFolder(check);
  const isCopied = copy !== undefined && `${home}/`.startsWith(`${root}/`);
  const cwd = isCopied ? `${copy}${home.slice(root.length)}` : home;
  const result = await runCommand({
    command: check.run,
    cwd,
    env: check.env,
    outputLimit: OUTPUT_LIMIT,
    ...terms,
  });
  await onResult?.(result);
  // A failure in a copy reads like the same failure in the tree itself.
  const output = redact(copy === undefined ? result.output : result.output.replaceAll(copy, root)).text;
  const isFailure = result.outcome === "failed";
  return {
    key: place.key,
    project_dir: place.projectDir,
    stage: check.stage,
    command: redact(check.run).text,
    outcome: result.outcome,
    exit_code: result.exitCode,
    telling: result.outcome === "passed" ? "" : describe(result, output, terms.timeoutMs),
    fingerprint: isFailure
      ? fingerprintOutput(result.exitCode, output, { roots: [home, check.folder, root] })
      : result.outcome,
    log_path: result.outcome === "passed" || output === "" ? null : await writeLog(place, output),
    duration_ms: Math.round(result.durationMs),
    at: Date.now(),
  };
}

function describe(result: CommandResult, output: string, timeoutMs: number): string {
  const said = redact(errorExcerpt(output, MAX_TELLING)).text;
  const fault = describeFault(result, timeoutMs);
  if (fault === null) return said || "The command printed nothing.";
  return result.outcome === "killed" ? fault : `${fault}\n${said}`.trim();
}

/** A log that cannot be written changes nothing about the result. */
async function writeLog({ env, key }: CheckPlace, output: string): Promise<string | null> {
  const path = `${checkLogDir(env)}/${key}.log`;
  return (await tryReplaceFile(path, output)) ? path : null;
}
