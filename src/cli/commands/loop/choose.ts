import type { Environment } from "../../../config/environment.ts";
import { findLoop, type LoopRow, openLoopsBeside } from "../../../gates/loop/rows.ts";
import {
  describesLoop,
  type LoopFile,
  loopFilePath,
  MAX_ITERATIONS,
  parseLoopFile,
  removeLoopFile,
  writeLoopFile,
} from "../../../gates/loop/state-file.ts";
import { readStateFile } from "../../../store/state-files.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Output, parseNumber } from "../../command.ts";
import { withStore } from "../../target.ts";
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

export interface ForeignLoop {
  session: string;
  projectDir: string;
  how: string;
  file: LoopFile;
}

/** What another tool's loop.json says, where there is no loop of ours. */
export async function findForeignLoop(caller: Caller, target: Target): Promise<ForeignLoop | null> {
  const session = await findSessionIfAny(caller, target);
  if (!session) return null;
  const folder = await findStateFolder(caller.env, { projectDir: session.projectDir, sessionId: session.id });
  const read = await readStateFile(loopFilePath(folder), session.id);
  if (read.state !== "read") return null;
  const file = parseLoopFile(read.fields);
  const row = await withStore(caller.env, (store) => findLoop(store, session.id));
  if (row && describesLoop(file, row)) return null;
  return { session: session.id, projectDir: session.projectDir, how: session.how, file };
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
