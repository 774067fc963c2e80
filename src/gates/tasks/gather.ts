// Open tasks of this session: the client's own, as rows, and those another tool keeps in the tasks folder.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import { noteFaultOnce } from "../../store/note-fault-once.ts";
import { sessionStateDir, stateDir } from "../../store/state-files.ts";
import { isOpenStatus, listTasks, type TaskRow } from "../../store/tasks.ts";
import type { OpenTask } from "../engine/facts.ts";
import type { Known } from "../engine/known.ts";
import { readTaskFiles } from "./state-files.ts";

/** `declared`: a loop or a flow is on, so open tasks may hold. */
export async function gatherTasks(
  context: HookContext<GatedEvent>,
  known: Known,
  declared: boolean,
): Promise<OpenTask[]> {
  const { sessionId, transcriptPath } = context.event;
  const folder = sessionStateDir(stateDir(context.env, known.loaded), sessionId);
  if (sessionId === null || folder === null) return [];
  const rows = listTasks(known.store, sessionId);
  const { tasks: files, problems } = await readTaskFiles(folder);
  for (const problem of problems) await noteFaultOnce(context, known.store, "state", problem);
  const mayHold = declared || known.loaded.config.tasks.block === "always";
  const own =
    transcriptPath && (mayHold || rows.some(({ status }) => isOpenStatus(status)))
      ? await catchUp(transcriptPath, rows)
      : rows;
  return joinTasks(own, files).filter(({ status }) => isOpenStatus(status));
}

/** The client's tool events are async: what they did not bring yet stands in the transcript. */
async function catchUp(transcriptPath: string, rows: TaskRow[]): Promise<TaskRow[]> {
  const { followTasks } = await import("./follow-tasks.ts");
  return followTasks(transcriptPath, rows);
}

/** Of the client's own tasks the rows know more than a file that anybody may edit. */
function joinTasks(rows: readonly TaskRow[], files: readonly OpenTask[]): OpenTask[] {
  const known = new Set(rows.map(({ task_id }) => task_id));
  return [
    ...rows.map(({ task_id, subject, status }) => ({ id: task_id, subject, status })),
    ...files.filter(({ id }) => !known.has(id)),
  ];
}
