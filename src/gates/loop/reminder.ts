// Reminds a session that starts or is resumed of its loop, and of loops that other sessions left.

import type { OpenWork } from "../../memory/recall/parts/open-ends.ts";
import type { Store } from "../../store/open.ts";
import { newestSession } from "../../store/sessions.ts";
import { isOpenStatus, isUnfinished, listTasks } from "../../store/tasks.ts";
import { clip } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import type { Reminder, ReminderContext } from "../engine/gate.ts";
import { findLoop, type LoopRow, openLoopsOfOthers } from "./rows.ts";

const MAX_TASK_LENGTH = 200;

export async function remindOfLoop(start: ReminderContext): Promise<Reminder | null> {
  const { store, event, projectDir } = start;
  const { sessionId } = event;
  if (store === null || sessionId === null) return null;
  const leftOpen =
    projectDir === null ? [] : openLoopsOfOthers(store, projectDir, sessionId).map(describeOpen);
  return { ...ownLoop(start, store, sessionId), leftOpen };
}

function ownLoop({ event, projectDir }: ReminderContext, store: Store, sessionId: string): Reminder {
  const own = findLoop(store, sessionId);
  if (own?.status === "active") return { holds: [describeActive(own)] };
  if (own?.status === "suspended") {
    const text = `The loop of this session is suspended: ${name(own)}. \`holdfast loop resume\` continues it.`;
    return { notes: [text], messages: [`holdfast: ${text}`] };
  }
  const isNew = event.source === "fork" || event.source === "clear";
  return isNew && projectDir !== null ? describeLeftBehind(store, projectDir, sessionId) : {};
}

function describeActive(row: LoopRow): string {
  const end = row.verify
    ? `It ends when \`${row.verify}\` passes.`
    : "It ends with `holdfast loop done` when everything is done.";
  return `A holdfast loop is on in this session: ${name(row)}, round ${row.iteration} of ${row.max_iterations}. ${end}`;
}

/** The loop of the previous session in this project, which stays with that session until it is taken over. */
function describeLeftBehind(store: Store, projectDir: string, sessionId: string): Reminder {
  const other = newestSession(store, projectDir, sessionId);
  const row = other && findLoop(store, other.session_id);
  if (!row || !isUnfinished(row)) return {};
  const tasks = listTasks(store, row.session_id).filter(({ status }) => isOpenStatus(status));
  const also = tasks.length === 0 ? "" : ` and ${countNoun(tasks.length, "open task")}`;
  const text = `The session before this one left a loop${also}: ${name(row)}, round ${row.iteration} of ${row.max_iterations}. To continue it here: \`holdfast loop resume --from ${row.session_id}\`.`;
  return { holds: [text], messages: [`holdfast: ${text}`] };
}

function describeOpen({ session_id, status, task, iteration, max_iterations }: LoopRow): OpenWork {
  return {
    sessionId: session_id,
    what: `a loop (${status}, round ${iteration} of ${max_iterations})`,
    task,
    resume: `holdfast loop resume --from ${session_id}`,
  };
}

function name({ task }: LoopRow): string {
  return clip(task, MAX_TASK_LENGTH);
}
