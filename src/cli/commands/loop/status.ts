import type { LoopRow } from "../../../gates/loop/rows.ts";
import { formatTime } from "../../../text/format-time.ts";
import { defineCommand, type Output, SESSION_OPTIONS } from "../../command.ts";
import { describeStatus } from "../hold/declared-work.ts";
import { chooseLoop, findForeignLoop } from "./choose.ts";

export const command = defineCommand({
  examples: ["holdfast loop status", "holdfast loop status --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, out } = invocation;
    const chosen = await chooseLoop(invocation, options);
    const foreign = chosen ? null : await findForeignLoop(invocation, options);
    if (options.json) out.json(chosen ? { ...chosen.row, how: chosen.how } : foreign);
    else if (chosen) print(out, chosen.row, chosen.how);
    else if (foreign) printForeign(out, foreign);
    else out.line("No loop here.");
  },
});

/** One line, for `status` too. */
export function describeLoop(row: LoopRow): string {
  return `${describeStatus(row)}, iteration ${row.iteration} of ${row.max_iterations}, last result ${row.validation_result}`;
}

function printForeign(
  out: Output,
  { session, how, file }: NonNullable<Awaited<ReturnType<typeof findForeignLoop>>>,
): void {
  out.line(`${out.style.bold("Loop")} of another tool in session ${session} (${how}), from its loop.json`);
  const state = file.verifiedDone ? "done" : "open";
  out.line(`  ${"state".padEnd(8)} ${state}, iteration ${file.iteration} of ${file.maxIterations}`);
  out.line(`  ${"task".padEnd(8)} ${file.task}`);
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
