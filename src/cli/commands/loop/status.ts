import type { FileGoal } from "../../../gates/goals/goal.ts";
import { type Loop, toLoop } from "../../../gates/loop/loop.ts";
import { listEvidence } from "../../../store/goals.ts";
import { clipLine } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { shownRow } from "../../../views/status/active-items.ts";
import { defineCommand, type Output, SESSION_OPTIONS } from "../../command.ts";
import { type FoundSession, withStore } from "../../target.ts";
import { chooseGoal, describeStatus, findForeignGoal } from "../goals/choose.ts";

const MAX_ERROR = 300;

export const command = defineCommand({
  examples: ["holdfast loop status", "holdfast loop status --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await chooseGoal(invocation, options, "loop");
    const file = chosen && (await findForeignGoal(env, "loop", chosen));
    const goal = chosen?.goal;
    if (chosen && file) {
      const { id: session, projectDir, foundBy: how } = chosen.session;
      if (options.json) out.json({ session, projectDir, how, file });
      else printForeign(out, chosen.session, file);
    } else if (goal) {
      const row = await shownRow(await withStore(env, (store) => toLoop(goal, listEvidence(store, goal.id))));
      if (options.json) out.json({ ...row, how: chosen.session.foundBy });
      else print(out, row, chosen.session.foundBy);
    } else if (options.json) out.json(null);
    else out.line("No loop here.");
  },
});

/** One line, for `status` too. */
export function describeLoop(row: Loop): string {
  return `${describeStatus(row)}, round ${row.iteration} of ${row.max_iterations}, last result ${row.validation_result}`;
}

/** The same for another tool's loop.json. */
export function describeForeignLoop({ goal, conditions }: FileGoal): string {
  const [{ because } = { because: "" }] = conditions;
  const error = because ? `, last error: ${printable(clipLine(because, MAX_ERROR))}` : "";
  return `of another tool, open, round ${goal.rounds ?? 0} of ${goal.maxRounds ?? 0}${error}`;
}

function printForeign(out: Output, { id, foundBy }: FoundSession, file: FileGoal): void {
  out.line(`${out.style.bold("Loop")} of another tool in session ${id} (${foundBy}), from its loop.json`);
  out.line(`  ${"state".padEnd(8)} ${describeForeignLoop(file)}`);
  out.line(`  ${"task".padEnd(8)} ${printable(file.text)}`);
  out.line(`  ${"end it".padEnd(8)} ${out.style.cyan("holdfast cancel")}`);
}

function print(out: Output, row: Loop, foundBy: string): void {
  const line = (label: string, text: string) => out.line(`  ${label.padEnd(8)} ${text}`);
  out.line(`${out.style.bold("Loop")} of session ${row.session_id} (${foundBy})`);
  line("state", describeLoop(row));
  line("task", row.task);
  if (row.verify) line("verify", row.verify);
  if (row.promise) line("promise", row.promise);
  line("since", `${formatTime(row.created_at)}, started by ${row.started_by === "user" ? "you" : "Claude"}`);
  if (row.last_error) line("error", row.last_error.replaceAll("\n", `\n${" ".repeat(11)}`));
  if (row.status === "suspended") line("continue", out.style.cyan("holdfast resume"));
}
