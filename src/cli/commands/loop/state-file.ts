// Puts a loop's row into its file after a command changed it. The row is what holds; the file is for people.
import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { removeLoopState, writeLoopState } from "../../../gates/loop/loop-state.ts";
import type { LoopRow } from "../../../gates/loop/rows.ts";
import { sessionStateDir, stateDir } from "../../../store/state-files.ts";
import type { Output } from "../../command.ts";

export async function publishLoop(env: Environment, out: Output, row: LoopRow): Promise<void> {
  const folder = await folderOf(env, row.project_dir, row.session_id);
  await attempt(out, () => writeLoopState(folder, row));
}

/** The session has none any more. */
export async function withdrawLoop(
  env: Environment,
  out: Output,
  row: Pick<LoopRow, "project_dir" | "session_id">,
): Promise<void> {
  const folder = await folderOf(env, row.project_dir, row.session_id);
  await attempt(out, () => removeLoopState(folder));
}

async function folderOf(env: Environment, projectDir: string, sessionId: string): Promise<string> {
  const folder = sessionStateDir(stateDir(env, await loadConfig(env, projectDir)), sessionId);
  if (folder === null) throw new Error("a loop's session has an odd id");
  return folder;
}

async function attempt(out: Output, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    out.error(`loop.json could not be written (${(error as Error).message}); the loop itself is recorded.`);
  }
}
