// Reminds a session that starts or is resumed of its loop or flow, and of those that other sessions left.
import type { Store } from "../../store/open.ts";
import { newestSession } from "../../store/sessions.ts";
import { isOpenStatus, isUnfinished, listTasks, type WorkStatus } from "../../store/tasks.ts";
import { clip } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import type { Reminder, ReminderContext } from "./gate.ts";

export interface ResumableWork {
  sessionId: string;
  status: WorkStatus;
  task: string;
  /** Such as "round 3 of 25". */
  progress: string;
  /** Its task and progress, as they follow "a loop" or "a flow" in a sentence. */
  about(task: string): string;
  /** How it ends, in a sentence. */
  end: string;
  /** Another session can take it over. */
  canMove: boolean;
}

interface WorkSource {
  kind: "loop" | "flow";
  find(store: Store, sessionId: string): ResumableWork | null;
  listOthers(store: Store, projectDir: string, sessionId: string): ResumableWork[];
}

const MAX_TASK_LENGTH = 200;

export function remindOfDeclaredWork(start: ReminderContext, source: WorkSource): Reminder | null {
  const { store, event, projectDir } = start;
  const { sessionId } = event;
  if (store === null || sessionId === null) return null;
  const { kind, find, listOthers } = source;
  const others = projectDir === null ? [] : listOthers(store, projectDir, sessionId);
  const leftOpen = others.map(({ sessionId, status, task, progress }) => ({
    sessionId,
    what: `a ${kind} (${status}, ${progress})`,
    task,
    resume: `holdfast ${kind} resume --from ${sessionId}`,
  }));
  const own = find(store, sessionId);
  if (own?.status === "active")
    return { holds: [`A holdfast ${kind} is on in this session${describe(own)}. ${own.end}`], leftOpen };
  if (own?.status === "suspended") {
    const text = `The ${kind} of this session is suspended: ${clip(own.task, MAX_TASK_LENGTH)}. \`holdfast ${kind} resume\` continues it.`;
    return { notes: [text], messages: [`holdfast: ${text}`], leftOpen };
  }
  // After a fork or /clear, the work stays with the previous session until it is taken over.
  const isNew = event.source === "fork" || event.source === "clear";
  const before = isNew && projectDir !== null ? newestSession(store, projectDir, sessionId) : null;
  const left = before && find(store, before.session_id);
  if (!left?.canMove || !isUnfinished(left)) return { leftOpen };
  const tasks = listTasks(store, left.sessionId).filter(({ status }) => isOpenStatus(status));
  const also = tasks.length === 0 ? "" : ` and ${countNoun(tasks.length, "open task")}`;
  const text = `The session before this one left a ${kind}${also}${describe(left)}. To continue it here: \`holdfast ${kind} resume --from ${left.sessionId}\`.`;
  return { holds: [text], messages: [`holdfast: ${text}`], leftOpen };
}

function describe({ task, about }: ResumableWork): string {
  return about(clip(task, MAX_TASK_LENGTH));
}
