import type { Environment } from "../../../config/environment.ts";
import { findLoop, type LoopRow, openLoopsBeside } from "../../../gates/loop/rows.ts";
import {
  loopFilePath,
  MAX_ITERATIONS,
  parseLoopFile,
  removeLoopFile,
  writeLoopFile,
} from "../../../gates/loop/state-file.ts";
import { readStateFile } from "../../../store/state-files.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Output, parseNumber } from "../../command.ts";
import {
  type Caller,
  type Choice,
  chooseWork,
  findSessionIfAny,
  findStateFolder,
  type Target,
  writeOrWarn,
} from "../hold/declared-work.ts";

export function chooseLoop(caller: Caller, target: Target): Promise<Choice<LoopRow> | null> {
  return chooseWork(caller, target, {
    name: "loop",
    ofSession: findLoop,
    newestOf: (store, projectDir) => openLoopsBeside(store, projectDir, "")[0] ?? null,
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

/** What another tool's loop.json says, where there is no loop of ours. */
export async function findForeignLoop(caller: Caller, target: Target) {
  const session = await findSessionIfAny(caller, target);
  if (!session) return null;
  const folder = await findStateFolder(caller.env, { projectDir: session.projectDir, sessionId: session.id });
  const read = await readStateFile(loopFilePath(folder), session.id);
  if (read.state !== "read") return null;
  return { session: session.id, how: session.how, file: parseLoopFile(read.fields) };
}

/** Brings loop.json in line with the row after a command changed it. */
export async function publishLoop(env: Environment, out: Output, row: LoopRow): Promise<void> {
  const folder = await folderOf(env, row);
  await writeOrWarn(out, "loop.json", () => writeLoopFile(folder, row));
}

/** The session has no loop any more. */
export async function withdrawLoop(env: Environment, out: Output, row: LoopRow): Promise<void> {
  const folder = await folderOf(env, row);
  await writeOrWarn(out, "loop.json", () => removeLoopFile(folder));
}

function folderOf(env: Environment, row: LoopRow): Promise<string> {
  return findStateFolder(env, { projectDir: row.project_dir, sessionId: row.session_id });
}

/** undefined when the option was not given. */
export function parseIterations(text: string | undefined): number | undefined {
  return parseNumber("max-iterations", text, { max: MAX_ITERATIONS, example: 10 });
}
