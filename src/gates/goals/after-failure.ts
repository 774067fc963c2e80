// An error of the API (a usage limit, an outage) ended the turn: the goal is suspended, and continues in the session's next turn or in
// the next session.
import { sessionStateDir, stateDir } from "../../config/environment.ts";
import type { StopFailureEvent } from "../../protocol/hook-event.ts";
import {
  findGoal,
  type Goal,
  isOpenGoal,
  moveGoal,
  openGoalsOfOthers,
  resumeGoal,
  setGoalState,
} from "../../store/goals.ts";
import { attempt, type OpenContext } from "../../store/hook-context.ts";
import { inTransaction, type Store } from "../../store/open.ts";
import { findSession } from "../../store/sessions.ts";
import { clipLine } from "../../text/clip.ts";
import { printable } from "../../text/printable.ts";
import type { Reminder, ReminderContext } from "../engine/gate.ts";
import type { GoalKind } from "./goal.ts";
import { publishGoal, withdrawGoal } from "./state-file.ts";

/** Begins the reason of such a goal. */
const STOPPED_BY = "stopped by an error: ";
const MAX_MESSAGE_LENGTH = 120;

export async function suspendByFailure<Extra>(
  context: OpenContext,
  { sessionId, failure, message }: StopFailureEvent,
  kind: GoalKind<Extra>,
): Promise<Reminder | null> {
  const { store, now: at } = context;
  const active = sessionId === null ? null : findGoal(store, kind.id, sessionId);
  if (active?.state !== "active" || active.fileKey !== null) return null;
  const { withoutSecrets } = await import("../../text/redaction/without-secrets.ts");
  const error = clipLine(printable(await withoutSecrets(message || failure)), MAX_MESSAGE_LENGTH);
  setGoalState(store, active.id, { state: "suspended", why: `${STOPPED_BY}${error}`, at });
  await publish(context, kind, active.sessionId);
  return { messages: [`stopped by an error while the ${kind.id} was on: ${error}`] };
}

/** For Claude: what to do about a goal that an error suspended; null for any other. */
export function describeContinuation({ why }: Goal): string | null {
  return why?.startsWith(STOPPED_BY)
    ? `Continue where the limit stopped you (${why.slice(STOPPED_BY.length)}).`
    : null;
}

/** The next session continues it, if the one that an error stopped has ended. Nobody watches an unattended session. */
export async function continueInNextSession<Extra>(
  start: ReminderContext,
  kind: GoalKind<Extra>,
): Promise<Goal | null> {
  const { store, event, env, projectDir, now: at } = start;
  const { sessionId } = event;
  if (store === null || sessionId === null || projectDir === null || env.unattended || env.reflecting)
    return null;
  const left = inTransaction(store, () => {
    const goal = findLeft(store, kind.id, projectDir, sessionId);
    if (goal === null) return null;
    moveGoal(store, goal.id, sessionId, at);
    resumeGoal(store, goal.id, { at });
    return goal;
  });
  if (left === null) return null;
  const { file } = kind;
  const folder = sessionStateDir(stateDir(env, start.loaded), left.sessionId);
  if (file && folder !== null) await attempt(start, "state", () => withdrawGoal(file.name, folder));
  await publish({ ...start, store }, kind, sessionId);
  return left;
}

function findLeft(store: Store, kind: string, projectDir: string, sessionId: string): Goal | null {
  const own = findGoal(store, kind, sessionId);
  if (own && isOpenGoal(own)) return null;
  const left = openGoalsOfOthers(store, { kind, projectDir, sessionId }).find(
    (goal) =>
      goal.state === "suspended" &&
      describeContinuation(goal) !== null &&
      (goal.maxRounds === null || goal.rounds < goal.maxRounds) &&
      findSession(store, goal.sessionId)?.ended_at !== null,
  );
  return left ?? null;
}

export async function publish<Extra>(
  context: Pick<OpenContext, "store" | "env" | "loaded"> & Parameters<typeof attempt>[0],
  { id, file }: GoalKind<Extra>,
  sessionId: string,
): Promise<void> {
  const { store, env, loaded } = context;
  const goal = findGoal(store, id, sessionId);
  const folder = sessionStateDir(stateDir(env, loaded), sessionId);
  if (file && goal && folder !== null)
    await attempt(context, "state", () => publishGoal(file, folder, store, goal));
}
