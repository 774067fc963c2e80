import { findLoop, type LoopRow, openLoopsOfOthers } from "../../../gates/loop/rows.ts";
import {
  type LoopFile,
  MAX_ITERATIONS,
  removeLoopFile,
  writeLoopFile,
} from "../../../gates/loop/state-file.ts";
import { clipLine } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import {
  type Caller,
  type Context,
  defineCommand,
  type Output,
  parseNumber,
  SESSION_OPTIONS,
} from "../../command.ts";
import { withStore } from "../../target.ts";
import { isOpen, shownRow } from "../hold/active-items.ts";
import {
  type Choice,
  changeStateFile,
  chooseWork,
  describeStatus,
  findSessionIfAny,
  findStateFolder,
  type Target,
  type WorkOwner,
} from "../hold/declared-work.ts";
import { readForeignLoop } from "../hold/read-status.ts";

const MAX_ERROR = 300;

export const command = defineCommand({
  examples: ["holdfast loop status", "holdfast loop status --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, out } = invocation;
    const chosen = await chooseLoop(invocation, options);
    const foreign = chosen && isOpen(chosen.row) ? null : await findForeignLoop(invocation, options);
    if (options.json) out.json(await toJson(foreign, chosen));
    else if (foreign) printForeign(out, foreign);
    else if (chosen) print(out, await shownRow(chosen.row), chosen.foundBy);
    else out.line("No loop here.");
  },
});

async function toJson(foreign: ForeignLoop | null, chosen: Awaited<ReturnType<typeof chooseLoop>>) {
  if (foreign) {
    const { foundBy: how, ...loop } = foreign;
    return { ...loop, how };
  }
  return chosen && { ...(await shownRow(chosen.row)), how: chosen.foundBy };
}

/** One line, for `status` too. */
export function describeLoop(row: LoopRow): string {
  return `${describeStatus(row)}, round ${row.iteration} of ${row.max_iterations}, last result ${row.validation_result}`;
}

/** The same for another tool's loop.json. */
export function describeForeignLoop({ verifiedDone, iteration, maxIterations, lastError }: LoopFile): string {
  const error = lastError ? `, last error: ${printable(clipLine(lastError, MAX_ERROR))}` : "";
  return `of another tool, ${verifiedDone ? "done" : "open"}, round ${iteration} of ${maxIterations}${error}`;
}

function printForeign(out: Output, { session, foundBy, file }: ForeignLoop): void {
  out.line(
    `${out.style.bold("Loop")} of another tool in session ${session} (${foundBy}), from its loop.json`,
  );
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

export function chooseLoop(caller: Caller, target: Target): Promise<Choice<LoopRow> | null> {
  return chooseWork(caller, target, {
    name: "loop",
    ofSession: findLoop,
    newestOf: (store, projectDir) => openLoopsOfOthers(store, projectDir, "")[0] ?? null,
  });
}

export async function requireLoop(caller: Caller, target: Target): Promise<Choice<LoopRow>> {
  const chosen = await chooseLoop(caller, target);
  if (chosen) return chosen;
  throw new UserError(
    "no-loop",
    "there is no loop here",
    '`holdfast loop start "task" --verify "command"` starts one.',
  );
}

export interface ForeignLoop {
  session: string;
  projectDir: string;
  foundBy: string;
  file: LoopFile;
}

/** Another tool's loop.json, if there is no loop of ours. */
export async function findForeignLoop(caller: Caller, target: Target): Promise<ForeignLoop | null> {
  const session = await findSessionIfAny(caller, target);
  if (!session) return null;
  const { id, projectDir, foundBy } = session;
  const folder = await findStateFolder(caller.env, { projectDir, sessionId: id });
  const row = await withStore(caller.env, (store) => findLoop(store, id));
  const file = await readForeignLoop(folder, id, row);
  return file && { session: id, projectDir, foundBy, file };
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

/** undefined when the option was not given. */
export function parseIterations(text: string | undefined): number | undefined {
  return parseNumber("max-iterations", text, { max: MAX_ITERATIONS, example: 10 });
}
