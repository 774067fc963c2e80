// Which loop a command is about: this session's; for a person the newest session's, else the project's newest one.
import { loadConfig } from "../config/load-config.ts";
import { UserError } from "../config/user-error.ts";
import { namesOtherSession } from "../state/fields.ts";
import { type LoopFile, loopFilePath, parseLoopFile } from "../state/loop-file.ts";
import { readStateFile } from "../state/read-state-file.ts";
import { sessionStateDir, stateDir } from "../state/state-dir.ts";
import { findLoop, type LoopRow, openLoopsBeside } from "../store/loops.ts";
import type { Invocation } from "./command.ts";
import { findProject } from "./project.ts";
import { findDeclaredSession } from "./session.ts";
import { withStore } from "./with-store.ts";

export interface ChosenLoop {
  row: LoopRow;
  /** Told to the person, such as "this session". */
  how: string;
}

interface Wanted {
  session?: string;
  project?: string;
}

/** null when there is none; one that is over counts only in the session that was meant. */
export async function chooseLoop(
  invocation: Pick<Invocation, "env" | "cwd">,
  wanted: Wanted,
): Promise<ChosenLoop | null> {
  const { env } = invocation;
  const meant = await meantSession(invocation, wanted);
  const own = meant && (await withStore(env, (store) => findLoop(store, meant.id)));
  const isMeant = wanted.session !== undefined || env.sessionId !== null;
  if (own && meant && (isMeant || isOpen(own))) return { row: own, how: meant.how };
  if (isMeant) return null;
  const project = await findProject(invocation, wanted.project);
  const newest = await withStore(env, (store) => openLoopsBeside(store, project.dir, "")[0] ?? null);
  if (newest) return { row: newest, how: "the project's newest loop" };
  return own && meant ? { row: own, how: meant.how } : null;
}

export async function requireLoop(
  invocation: Pick<Invocation, "env" | "cwd">,
  wanted: Wanted,
): Promise<ChosenLoop> {
  const chosen = await chooseLoop(invocation, wanted);
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
export async function findForeignLoop(
  invocation: Pick<Invocation, "env" | "cwd">,
  wanted: Wanted,
): Promise<ForeignLoop | null> {
  const { env } = invocation;
  const meant = await meantSession(invocation, wanted);
  const folder = meant && sessionStateDir(stateDir(env, await loadConfig(env, meant.projectDir)), meant.id);
  if (!meant || !folder) return null;
  const read = await readStateFile(loopFilePath(folder));
  if (read.state !== "read" || namesOtherSession(read.fields, meant.id)) return null;
  return { session: meant.id, how: meant.how, file: parseLoopFile(read.fields) };
}

export function isOpen(row: LoopRow): boolean {
  return row.status === "active" || row.status === "suspended";
}

async function meantSession(invocation: Pick<Invocation, "env" | "cwd">, wanted: Wanted) {
  try {
    return await findDeclaredSession(invocation, wanted);
  } catch (error) {
    // Nobody is running: the loop that was left behind can still be looked at and ended.
    if (error instanceof UserError && error.code === "no-session" && !wanted.session) return null;
    throw error;
  }
}
