// What a session that starts or goes on should know about loops.
import type { SessionStartEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import type { Store } from "../../store/open.ts";
import { newestOtherSession } from "../../store/sessions.ts";
import { isOpenStatus, listTasks } from "../../store/tasks.ts";
import { findLoop, type LoopRow } from "./rows.ts";

export interface Reminder {
  /** For the model. */
  context: string[];
  /** For the person. */
  messages: string[];
}

const NOTHING: Reminder = { context: [], messages: [] };
const MAX_TASK = 200;

export function rememberLoop(store: Store, { event, projectDir }: HookContext<SessionStartEvent>): Reminder {
  const { sessionId, source } = event;
  if (sessionId === null) return NOTHING;
  const own = findLoop(store, sessionId);
  if (own?.status === "active") return { context: [describeActive(own)], messages: [] };
  if (own?.status === "suspended") {
    const text = `The loop of this session is suspended: ${name(own)}. \`holdfast loop resume\` goes on with it.`;
    return { context: [], messages: [`holdfast: ${text}`] };
  }
  const isNew = source === "fork" || source === "clear";
  return isNew && projectDir !== null ? describeLeftBehind(store, projectDir, sessionId) : NOTHING;
}

function describeActive(row: LoopRow): string {
  const end = row.verify
    ? `It ends when \`${row.verify}\` passes.`
    : "It ends with `holdfast loop done` when all of it is done.";
  return `A holdfast loop is on in this session: ${name(row)}, iteration ${row.iteration} of ${row.max_iterations}. ${end}`;
}

/** The session before this one here: what it declared stays with it until somebody takes it over. */
function describeLeftBehind(store: Store, projectDir: string, sessionId: string): Reminder {
  const other = newestOtherSession(store, projectDir, sessionId);
  const row = other && findLoop(store, other.session_id);
  if (!row || (row.status !== "active" && row.status !== "suspended")) return NOTHING;
  const tasks = listTasks(store, row.session_id).filter(({ status }) => isOpenStatus(status));
  const also = tasks.length === 0 ? "" : ` and ${tasks.length} open ${tasks.length === 1 ? "task" : "tasks"}`;
  const text = `The session before this one left a loop${also}: ${name(row)}, iteration ${row.iteration} of ${row.max_iterations}. To go on with it here: \`holdfast loop resume --from ${row.session_id}\`.`;
  return { context: [text], messages: [`holdfast: ${text}`] };
}

function name({ task }: LoopRow): string {
  return task.length <= MAX_TASK ? task : `${task.slice(0, MAX_TASK)}…`;
}
