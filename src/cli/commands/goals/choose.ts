// Which goal a command means, and its state file.
import { type Environment, sessionStateDir, stateDir } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { RELEASE_REASONS } from "../../../gates/engine/budget.ts";
import type { ConditionState } from "../../../gates/goals/goal.ts";
import { findKind } from "../../../gates/goals/kinds.ts";
import { publishGoal, withdrawGoal } from "../../../gates/goals/state-file.ts";
import { findGoal, type Goal, isOpenGoal, openGoalsOfOthers, type WorkStatus } from "../../../store/goals.ts";
import type { Store } from "../../../store/open.ts";
import { findSession } from "../../../store/sessions.ts";
import { readStateFile, writeStateFile } from "../../../store/state-files.ts";
import { UserError } from "../../../text/user-error.ts";
import { readFactsOf, type SessionFacts } from "../../../views/status/session-facts.ts";
import type { Caller, Context } from "../../command.ts";
import { type FoundSession, findProject, findTargetSession, type Target, withStore } from "../../target.ts";

/** A session and its goal, in any state; null if it has none. */
export interface ChosenGoal {
  goal: Goal | null;
  session: FoundSession;
}

/** The open goal of the session, otherwise the project's newest. null if no session runs here and none was left behind. */
export async function chooseGoal(caller: Caller, target: Target, kind: string): Promise<ChosenGoal | null> {
  const session = await findSessionIfAny(caller, target);
  const project = await findProject(caller, target.project);
  const isNamed = target.session !== undefined || caller.env.sessionId !== null;
  return withStore(caller.env, (store) => {
    const own = session && findGoal(store, kind, session.id);
    const others = { kind, projectDir: project.dir, sessionId: "" };
    const newest = isNamed || (own && isOpenGoal(own)) ? null : openGoalsOfOthers(store, others)[0];
    if (!newest) return session && { goal: own, session };
    return { goal: newest, session: sessionOf(store, newest) };
  });
}

export function sessionOf(store: Store, { kind, sessionId: id, projectDir }: Goal): FoundSession {
  const transcriptPath = findSession(store, id)?.transcript_path ?? null;
  return { id, foundBy: `the project's newest ${kind}`, projectDir, transcriptPath };
}

/** null if no session is running: its goals can still be shown and ended. */
export async function findSessionIfAny(caller: Caller, target: Target): Promise<FoundSession | null> {
  try {
    return await findTargetSession(caller, target);
  } catch (error) {
    if (error instanceof UserError && error.code === "no-session" && !target.session) return null;
    throw error;
  }
}

/** The status, with the reason if it was suspended or cancelled. */
export function describeStatus({ status, why }: { status: WorkStatus; why: string | null }): string {
  return status !== "active" && why ? `${status} (${RELEASE_REASONS[why] ?? why})` : status;
}

type Owner = Pick<Goal, "sessionId" | "projectDir">;

/** The folder of a session's state files. */
async function findStateFolder(env: Environment, { projectDir, sessionId }: Owner): Promise<string> {
  const folder = sessionStateDir(stateDir(env, await loadConfig(env, projectDir)), sessionId);
  if (folder === null) throw new Error("a goal has a session ID that cannot be a folder");
  return folder;
}

/** What `status` knows of a session. */
export function readFacts(
  env: Environment,
  { id: session_id, projectDir: project_dir }: FoundSession,
): Promise<SessionFacts> {
  return withStore(env, (store) => readFactsOf(env, store, { session_id, project_dir }));
}

/** Updates the state file after a command changed the row. */
export function publish(
  context: Context,
  goal: Goal,
  conditions: readonly ConditionState[] = [],
): Promise<void> {
  return changeStateFile(context, goal, (folder) =>
    withStore(context.env, async (store) => {
      const file = findKind(goal.kind)?.file;
      if (file && goal.fileKey === null) await publishGoal(file, folder, store, goal, conditions);
    }),
  );
}

/** The state file follows a goal that another session takes over. */
export function moveFile(context: Context, goal: Goal, to: FoundSession): Promise<void> {
  return changeStateFile(context, goal, async (folder) => {
    const file = findKind(goal.kind)?.file;
    if (!file || goal.fileKey !== null) return;
    const read = await readStateFile(`${folder}/${file.name}`, goal.sessionId);
    const target = await findStateFolder(context.env, { projectDir: to.projectDir, sessionId: to.id });
    if (read.state === "read")
      await writeStateFile(`${target}/${file.name}`, { ...read.fields, session_id: to.id });
    await withdrawGoal(file.name, folder);
  });
}

/** Only the row counts; the file is for people and other tools, so failing to write it is a warning. */
async function changeStateFile(
  { env, out }: Context,
  goal: Goal,
  change: (folder: string) => Promise<void>,
): Promise<void> {
  try {
    await change(await findStateFolder(env, goal));
  } catch (error) {
    const name = findKind(goal.kind)?.file?.name ?? "the state file";
    out.error(`${name} could not be written (${(error as Error).message}); the change itself is recorded.`);
  }
}
