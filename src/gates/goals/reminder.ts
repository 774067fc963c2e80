// Reminds a session that starts or is resumed of its goal, and of those that other sessions left.
import { findGoal, type Goal, isOpenGoal, listGoals, openGoalsOfOthers } from "../../store/goals.ts";
import { newestSession } from "../../store/sessions.ts";
import { listOpenTasks } from "../../store/tasks.ts";
import { clip } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import type { Reminder, ReminderContext } from "../engine/gate.ts";
import { continueInNextSession, describeContinuation } from "./after-failure.ts";
import type { GoalKind } from "./goal.ts";

const MAX_TEXT_LENGTH = 200;

export async function remindOfGoal<Extra>(
  start: ReminderContext,
  kind: GoalKind<Extra>,
): Promise<Reminder | null> {
  const { store, event, projectDir } = start;
  const { sessionId } = event;
  const { id, name = id, describeProgress, describeWayOut } = kind;
  if (store === null || sessionId === null) return null;
  const taken = await continueInNextSession(start, kind);
  const others = projectDir === null ? [] : openGoalsOfOthers(store, { kind: id, projectDir, sessionId });
  const leftOpen = others.map((goal) => ({
    sessionId: goal.sessionId,
    what: `a ${name} (${goal.state}, ${describeProgress(goal)})`,
    task: goal.text,
    resume: `holdfast resume --from ${goal.sessionId}`,
  }));
  const describe = (goal: Goal) => `: ${clip(goal.text, MAX_TEXT_LENGTH)}, ${describeProgress(goal)}`;
  const own = listGoals(store, sessionId).filter((goal) => goal.kind === id && isOpenGoal(goal));
  const active = own.filter(({ state }) => state === "active");
  if (active.length > 0) {
    const next = (taken && describeContinuation(taken)) ?? "";
    const holds = active.map((goal) =>
      [`A holdfast ${name} is on in this session${describe(goal)}.`, next, describeWayOut?.(goal) ?? ""]
        .filter(Boolean)
        .join(" "),
    );
    const from =
      taken &&
      active[0] &&
      `holdfast: the ${name} that an error stopped in session ${taken.sessionId.slice(0, 8)} continues here${describe(active[0])}. \`holdfast cancel\` ends it.`;
    return { holds, ...(from ? { messages: [from] } : {}), leftOpen };
  }
  if (own.length > 0) {
    const notes = own.map(
      ({ text }) =>
        `The ${name} of this session is suspended: ${clip(text, MAX_TEXT_LENGTH)}. It holds again after the user's next prompt, or with \`holdfast resume\`.`,
    );
    return { notes, messages: notes.map((note) => `holdfast: ${note}`), leftOpen };
  }
  // After a fork or /clear, the goal stays with the previous session until it is taken over.
  const isNew = event.source === "fork" || event.source === "clear";
  const before = isNew && projectDir !== null ? newestSession(store, projectDir, sessionId) : null;
  const left = before && findGoal(store, id, before.session_id);
  if (!left || left.fileKey !== null || !isOpenGoal(left)) return { leftOpen };
  const tasks = listOpenTasks(store, left.sessionId);
  const also = tasks.length === 0 ? "" : ` and ${countNoun(tasks.length, "open task")}`;
  const text = `The session before this one left a ${name}${also}${describe(left)}. To continue it here: \`holdfast resume --from ${left.sessionId}\`.`;
  return { holds: [text], messages: [`holdfast: ${text}`], leftOpen };
}
