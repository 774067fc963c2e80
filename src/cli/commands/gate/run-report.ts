// Progress while checks run: on a terminal the running checks and their last output, elsewhere one line per result.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Check, Stage } from "../../../gates/commands/check.ts";
import type { CheckRun } from "../../../gates/quality/due-checks.ts";
import { resolvePath, withoutRoot } from "../../../gates/quality/locate-failure.ts";
import type { CheckRow } from "../../../store/check-results.ts";
import { clip, oneLine } from "../../../text/clip.ts";
import { type ErrorPlace, findErrorPlaces } from "../../../text/output/error-places.ts";
import { plainLines } from "../../../text/output/plain-lines.ts";
import { printable } from "../../../text/printable.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { errorMessage } from "../../../text/unknown-values.ts";
import { UserError } from "../../../text/user-error.ts";
import type { Output } from "../../command.ts";
import { renderJUnit, renderSummary } from "./report-formats.ts";

interface Running {
  since: number;
  lastLine: string;
}

const MAX_SHOWN = 60;
const REDRAW_MS = 200;

interface View {
  /** Print nothing. */
  json?: boolean;
  /** Redraw nothing, and show failures with their full output. */
  ci?: boolean;
  /** GitHub's runner obeys commands in our output, and must not obey those in a check's. */
  fenced: boolean;
}

export function watchChecks(out: Output, view: View) {
  const running = new Map<Check, Running>();
  const isDrawn = out.interactive && !view.ci;
  const draw = () => {
    if (isDrawn && running.size > 0) out.draw(`${out.style.cyan("…")} ${describeRunning(running)}`);
  };
  const clock = isDrawn ? setInterval(draw, REDRAW_MS) : null;
  return {
    begin(check: Check) {
      running.set(check, { since: Date.now(), lastLine: "" });
      draw();
    },
    output(check: Check, chunk: Uint8Array) {
      const state = running.get(check);
      const line = lastLineOf(chunk);
      if (state && line !== "") state.lastLine = line;
    },
    finish(check: Check, row: CheckRow) {
      running.delete(check);
      if (isDrawn) out.draw("");
      if (!view.json) printResult(out, row, view);
      draw();
    },
    end() {
      if (clock) clearInterval(clock);
      if (isDrawn) out.draw("");
    },
  };
}

function printResult(out: Output, row: CheckRow, { ci: full, fenced }: View): void {
  const { style } = out;
  const passed = row.outcome === "passed";
  const sign = passed ? style.green("✓") : row.outcome === "failed" ? style.red("✗") : style.yellow("!");
  const code = row.exit_code === null || passed ? "" : `, exit code ${row.exit_code}`;
  const time = style.dim(`(${row.outcome}${code}, ${(row.duration_ms / 1000).toFixed(1)} s)`);
  // On one line, so that neither can start a line that the runner would obey.
  out.line(`${sign} ${oneLine(printable(`${row.stage}: ${row.command}`))} ${time}`);
  if (passed) return;
  const text = full ? (readLog(row.log_path) ?? row.telling) : row.telling;
  const fence = fenced ? crypto.randomUUID() : null;
  if (fence) out.line(`::stop-commands::${fence}`);
  for (const line of text.split("\n")) out.line(`    ${printable(stripVTControlCharacters(line))}`);
  if (fence) out.line(`::${fence}::`);
  if (!full && row.log_path) out.line(style.dim(`    full output: ${row.log_path}`));
}

function readLog(path: string | null): string | null {
  try {
    return path === null ? null : readFileSync(path, "utf8").trimEnd();
  } catch {
    return null; // The excerpt is shown instead.
  }
}

function describeRunning(running: ReadonlyMap<Check, Running>): string {
  const parts = [...running].map(([{ run }, { since }]) => {
    return `${clip(printable(run), MAX_SHOWN)} ${Math.round((Date.now() - since) / 1000)} s`;
  });
  const [lastLine = ""] = [...running.values()].map((state) => state.lastLine).filter((text) => text !== "");
  return lastLine === "" ? parts.join(", ") : `${parts.join(", ")} · ${clip(lastLine, MAX_SHOWN)}`;
}

function lastLineOf(chunk: Uint8Array): string {
  const text = stripVTControlCharacters(Buffer.from(chunk).toString("utf8"));
  return printable(text.trimEnd().split(/\r?\n/).at(-1)?.trim() ?? "");
}

// Files that `gate run` writes for CI: JUnit on request, and the job summary.

/** One check of a run, without secrets. */
export interface ReportedCheck {
  stage: string;
  command: string;
  outcome: CheckRow["outcome"] | "not run";
  exitCode: number | null;
  durationMs: number;
  /** The relevant part of the output. */
  excerpt: string;
  output: string;
  /** Files are relative to the top of the work tree. */
  places: ErrorPlace[];
}

interface ReportFiles {
  junit: string | null;
  summary: string | null;
}

const MAX_PLACES = 100;
const MAX_OUTPUT = 64 * 1024;

/** Fails early, not after ten minutes of checks. */
export function prepareFile(cwd: string, given: string | undefined): string | null {
  if (given === undefined) return null;
  const path = resolve(cwd, given);
  return tryToWrite(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    // A report of an earlier run must not be mistaken for this one.
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
        places:
          result.outcome === "failed"
            ? findErrorPlaces(withoutRoot(output, check, root), inTree, MAX_PLACES)
            : [],
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
  { junit, summary }: ReportFiles,
  warn: (text: string) => void,
): void {
  if (junit !== null) tryToWrite(junit, () => writeFileSync(junit, renderJUnit(checks)));
  try {
    if (summary !== null) appendFileSync(summary, renderSummary(checks));
  } catch (error) {
    // Nobody asked for this file, so the result of the checks stands.
    warn(`the job summary could not be written: ${errorMessage(error)}`);
  }
}

function tryToWrite<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const why = errorMessage(error);
    throw new UserError("no-report", `${path} cannot be written: ${why}`, "Name a file you may write.", {
      cause: error,
    });
  }
}
