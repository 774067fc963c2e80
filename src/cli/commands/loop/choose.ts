import { loadConfig } from "../../../config/load-config.ts";
import { findLoop, type LoopRow, openLoopsBeside } from "../../../gates/loop/rows.ts";
import { type LoopFile, parseLoopFile } from "../../../gates/loop/state-file.ts";
import { loopFilePath, readStateFile, sessionStateDir, stateDir } from "../../../store/state-files.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Caller, type Chosen, chooseDeclared, meantSession, type Wanted } from "../hold/choose.ts";

export function chooseLoop(caller: Caller, wanted: Wanted): Promise<Chosen<LoopRow> | null> {
  return chooseDeclared(caller, wanted, {
    name: "loop",
    ofSession: findLoop,
    newestOf: (store, projectDir) => openLoopsBeside(store, projectDir, "")[0] ?? null,
  });
}

export async function requireLoop(caller: Caller, wanted: Wanted): Promise<Chosen<LoopRow>> {
  const chosen = await chooseLoop(caller, wanted);
  if (chosen) return chosen;
  throw new UserError(
    "no-loop",
    "there is no loop here",
    '`holdfast loop start "task" --verify "command"` starts one.',
  );
}

export interface ForeignLoop {
  session: string;
  how: string;
  file: LoopFile;
}

/** What another tool's file says, where there is no loop of ours. */
export async function findForeignLoop(caller: Caller, wanted: Wanted): Promise<ForeignLoop | null> {
  const { env } = caller;
  const meant = await meantSession(caller, wanted);
  const folder = meant && sessionStateDir(stateDir(env, await loadConfig(env, meant.projectDir)), meant.id);
  if (!meant || !folder) return null;
  const read = await readStateFile(loopFilePath(folder), meant.id);
  if (read.state !== "read") return null;
  return { session: meant.id, how: meant.how, file: parseLoopFile(read.fields) };
}
