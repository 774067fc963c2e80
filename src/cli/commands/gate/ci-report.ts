// What `gate run` leaves for CI: JUnit and SARIF files where they were asked for, and the summary of a job.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Stage } from "../../../gates/commands/check.ts";
import { resolvePath } from "../../../gates/quality/locate-failure.ts";
import type { CheckRun } from "../../../gates/quality/run-stages.ts";
import type { CheckRow } from "../../../store/check-results.ts";
import { type ErrorPlace, findErrorPlaces } from "../../../text/output/error-places.ts";
import { plainLines } from "../../../text/output/plain-lines.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { renderJUnit, renderSarif, renderSummary } from "./report-formats.ts";
import { readLog } from "./run-view.ts";

/** One check of a run, without secrets. */
export interface ReportedCheck {
  stage: string;
  command: string;
  outcome: CheckRow["outcome"] | "not run";
  exitCode: number | null;
  durationMs: number;
  /** The part of the output that says what failed. */
  excerpt: string;
  output: string;
  /** Files are named from the top of the work tree. */
  places: ErrorPlace[];
}

interface ReportFiles {
  junit: string | null;
  sarif: string | null;
  summary: string | null;
}

const MAX_PLACES = 100;
const MAX_OUTPUT = 64 * 1024;

/** Fails before anything runs, not after ten minutes of checks. */
export function prepareFile(cwd: string, given: string | undefined): string | null {
  if (given === undefined) return null;
  const path = resolve(cwd, given);
  return tryToWrite(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    // A report of an earlier run must not pass for this one's.
    writeFileSync(path, "");
    return path;
  });
}

/** Every check of the stages, in the order of the config. */
export function reportChecks(
  stages: readonly Stage[],
  ran: readonly CheckRun<CheckRow>[],
  root: string,
): ReportedCheck[] {
  return stages.flatMap(({ checks }) =>
    checks.map((check): ReportedCheck => {
      const { result } = ran.find((run) => run.check === check) ?? {};
      const { stage } = check;
      if (result === undefined) return { ...NOT_RUN, stage, command: redact(check.run).text };
      const output = result.outcome === "passed" ? "" : (readLog(result.log_path) ?? result.telling);
      const inTree = (file: string) => resolvePath(file, check, root) || null;
      return {
        stage,
        command: result.command,
        outcome: result.outcome,
        exitCode: result.exit_code,
        durationMs: result.duration_ms,
        excerpt: result.telling,
        output: keepEnd(plainLines(output).join("\n").trimEnd()),
        places: result.outcome === "failed" ? findErrorPlaces(output, inTree, MAX_PLACES) : [],
      };
    }),
  );
}

const NOT_RUN = {
  outcome: "not run",
  exitCode: null,
  durationMs: 0,
  excerpt: "",
  output: "",
  places: [],
} as const satisfies Partial<ReportedCheck>;

/** Most tools sum up at the end. */
function keepEnd(text: string): string {
  return text.length <= MAX_OUTPUT ? text : `…${text.slice(-MAX_OUTPUT).toWellFormed()}`;
}

export function writeReports(
  checks: readonly ReportedCheck[],
  { junit, sarif, summary }: ReportFiles,
  warn: (text: string) => void,
): void {
  if (junit !== null) tryToWrite(junit, () => writeFileSync(junit, renderJUnit(checks)));
  if (sarif !== null) tryToWrite(sarif, () => writeFileSync(sarif, renderSarif(checks)));
  try {
    if (summary !== null) appendFileSync(summary, renderSummary(checks));
  } catch (error) {
    // Nobody asked for it by name: the result of the checks is what counts.
    warn(`the job's summary could not be written: ${error instanceof Error ? error.message : error}`);
  }
}

function tryToWrite<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError("no-report", `${path} cannot be written: ${why}`, "Name a file you may write.", {
      cause: error,
    });
  }
}
