import type { Environment } from "../../../config/environment.ts";
import { findLoop, type LoopRow, openLoopsOfOthers } from "../../../gates/loop/rows.ts";
import { type LoopFile, removeLoopFile, writeLoopFile } from "../../../gates/loop/state-file.ts";
import { clipLine } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { isOpen, shownRow } from "../../../views/status/active-items.ts";
import { readForeignLoop } from "../../../views/status/foreign-work.ts";
import { type Caller, type Context, defineCommand, type Output, SESSION_OPTIONS } from "../../command.ts";
import type { FoundSession, Target } from "../../target.ts";
import {
  type ChosenWork,
  changeStateFile,
  chooseWork,
  describeStatus,
  findStateFolder,
  type WorkOwner,
} from "../hold/declared-work.ts";

const MAX_ERROR = 300;

export const command = defineCommand({
  examples: ["holdfast loop status", "holdfast loop status --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await chooseLoop(invocation, options);
    const file = chosen && (await findForeignLoop(env, chosen));
    if (chosen && file) {
      const { id: session, projectDir, foundBy: how } = chosen.session;
      if (options.json) out.json({ session, projectDir, how, file });
      else printForeign(out, chosen.session, file);
    } else if (chosen?.row) {
      const row = await shownRow(chosen.row);
      if (options.json) out.json({ ...row, how: chosen.session.foundBy });
      else print(out, row, chosen.session.foundBy);
    } else if (options.json) out.json(null);
    else out.line("No loop here.");
  },
});

/** One line, for `status` too. */
export function describeLoop(row: LoopRow): string {
  return `${describeStatus(row)}, round ${row.iteration} of ${row.max_iterations}, last result ${row.validation_result}`;
}

/** The same for another tool's loop.json. */
export function describeForeignLoop({ verifiedDone, iteration, maxIterations, lastError }: LoopFile): string {
  const error = lastError ? `, last error: ${printable(clipLine(lastError, MAX_ERROR))}` : "";
  return `of another tool, ${verifiedDone ? "done" : "open"}, round ${iteration} of ${maxIterations}${error}`;
}

function printForeign(out: Output, { id, foundBy }: FoundSession, file: LoopFile): void {
  out.line(`${out.style.bold("Loop")} of another tool in session ${id} (${foundBy}), from its loop.json`);
  out.line(`  ${"state".padEnd(8)} ${describeForeignLoop(file)}`);
  out.line(`  ${"task".padEnd(8)} ${printable(file.task)}`);
  if (!file.verifiedDone) out.line(`  ${"end it".padEnd(8)} ${out.style.cyan("holdfast loop cancel")}`);
}

function print(out: Output, row: LoopRow, foundBy: string): void {
  const line = (label: string, text: string) => out.line(`  ${label.padEnd(8)} ${text}`);
  out.line(`${out.style.bold("Loop")} of session ${row.session_id} (${foundBy})`);
  line("state", describeLoop(row));
  line("task", row.task);
  if (row.verify) line("verify", row.verify);
  if (row.promise) line("promise", row.promise);
  line("since", `${formatTime(row.created_at)}, started by ${row.started_by === "user" ? "you" : "Claude"}`);
  if (row.last_error) line("error", row.last_error.replaceAll("\n", `\n${" ".repeat(11)}`));
  if (row.status === "suspended") line("continue", out.style.cyan("holdfast loop resume"));
}

export function chooseLoop(caller: Caller, target: Target): Promise<ChosenWork<LoopRow> | null> {
  return chooseWork(caller, target, {
    name: "loop",
    ofSession: findLoop,
    newestOf: (store, projectDir) => openLoopsOfOthers(store, projectDir, "")[0] ?? null,
    ownerOf,
  });
}

export async function requireLoop(caller: Caller, target: Target) {
  return requireChosen(await chooseLoop(caller, target));
}

export function requireChosen(chosen: ChosenWork<LoopRow> | null) {
  if (chosen?.row) return { row: chosen.row, session: chosen.session };
  throw new UserError(
    "no-loop",
    "there is no loop here",
    '`holdfast loop start "task" --verify "command"` starts one.',
  );
}

/** Another tool's loop.json, if no loop of ours is open. */
export async function findForeignLoop(
  env: Environment,
  { row, session: { id, projectDir } }: ChosenWork<LoopRow>,
): Promise<LoopFile | null> {
  if (row && isOpen(row)) return null;
  return readForeignLoop(await findStateFolder(env, { projectDir, sessionId: id }), id, row);
}

/** Updates loop.json after a command changed the row. */
export function publishLoop(context: Context, row: LoopRow): Promise<void> {
  return changeStateFile(context, ownerOf(row), "loop.json", (folder) => writeLoopFile(folder, row));
}

/** Removes loop.json: the session no longer has a loop. */
export function withdrawLoop(context: Context, row: LoopRow): Promise<void> {
  return changeStateFile(context, ownerOf(row), "loop.json", removeLoopFile);
}

export function ownerOf({ project_dir, session_id }: LoopRow): WorkOwner {
  return { projectDir: project_dir, sessionId: session_id };
}
