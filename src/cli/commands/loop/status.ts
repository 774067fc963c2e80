import type { LoopRow } from "../../../gates/loop/rows.ts";
import type { LoopFile } from "../../../gates/loop/state-file.ts";
import { clipLine } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand, type Output, SESSION_OPTIONS } from "../../command.ts";
import { describeStatus, isOpen } from "../hold/declared-work.ts";
import { chooseLoop, type ForeignLoop, findForeignLoop } from "./choose.ts";

const MAX_ERROR = 300;

export const command = defineCommand({
  examples: ["holdfast loop status", "holdfast loop status --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, out } = invocation;
    const chosen = await chooseLoop(invocation, options);
    const foreign = chosen && isOpen(chosen.row) ? null : await findForeignLoop(invocation, options);
    if (options.json) out.json(foreign ?? (chosen ? { ...chosen.row, how: chosen.how } : null));
    else if (foreign) printForeign(out, foreign);
    else if (chosen) print(out, chosen.row, chosen.how);
    else out.line("No loop here.");
  },
});

/** One line, for `status` too. */
export function describeLoop(row: LoopRow): string {
  return `${describeStatus(row)}, round ${row.iteration} of ${row.max_iterations}, last result ${row.validation_result}`;
}

/** The same of another tool's loop.json. */
export function describeForeignLoop({ verifiedDone, iteration, maxIterations, lastError }: LoopFile): string {
  const error = lastError ? `, last error: ${printable(clipLine(lastError, MAX_ERROR))}` : "";
  return `of another tool, ${verifiedDone ? "done" : "open"}, round ${iteration} of ${maxIterations}${error}`;
}

function printForeign(out: Output, { session, how, file }: ForeignLoop): void {
  out.line(`${out.style.bold("Loop")} of another tool in session ${session} (${how}), from its loop.json`);
  out.line(`  ${"state".padEnd(8)} ${describeForeignLoop(file)}`);
  out.line(`  ${"task".padEnd(8)} ${printable(file.task)}`);
  if (!file.verifiedDone) out.line(`  ${"end it".padEnd(8)} ${out.style.cyan("holdfast loop cancel")}`);
}

function print(out: Output, row: LoopRow, how: string): void {
  const line = (label: string, text: string) => out.line(`  ${label.padEnd(8)} ${text}`);
  out.line(`${out.style.bold("Loop")} of session ${row.session_id} (${how})`);
  line("state", describeLoop(row));
  line("task", row.task);
  if (row.verify) line("verify", row.verify);
  if (row.promise) line("promise", row.promise);
  line("since", `${formatTime(row.created_at)}, started by ${row.started_by === "user" ? "you" : "Claude"}`);
  if (row.last_error) line("error", row.last_error.replaceAll("\n", `\n${" ".repeat(11)}`));
  if (row.status === "suspended") line("go on", out.style.cyan("holdfast loop resume"));
}
