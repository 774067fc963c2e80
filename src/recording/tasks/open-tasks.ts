// Open tasks of a session: the client's own, as rows, and those another tool keeps in the tasks folder.

import { sessionStateDir, stateDir } from "../../config/environment.ts";
import { fileContainsAny, pathExists, readBytes } from "../../platform/files.ts";
import type { HookEvent } from "../../protocol/hook-event.ts";
import { noteFaultOnce, type OpenContext } from "../../store/hook-context.ts";
import { isOpenStatus, listTasks, type TaskRow, todoId } from "../../store/tasks.ts";
import type { TaskStates } from "../../transcript/tool-item.ts";
import type { TaskFile, TaskFolder } from "./task-files.ts";

/** A task that is pending or in progress. */
export interface OpenTask {
  id: string;
  subject: string;
  status: string;
  /** When it was made, or moved to another status; null where nobody knows. */
  changedAt: number | null;
}

/** Made, or moved to another status, since the budget was opened; what another tool keeps is taken at its word. */
export function ofBudget(tasks: readonly OpenTask[], budget: { opened_at: number } | null): OpenTask[] {
  return tasks.filter(({ changedAt }) => changedAt === null || changedAt >= (budget?.opened_at ?? 0));
}

const TAIL_BYTES = 128 * 1024;

/** One of these stands in every record about tasks: tools, their details, reminders, and what their results say. */
const ABOUT_TASKS =
  /"(?:TodoWrite|TaskList|TaskCreate|TaskUpdate|newTodos|tasks?|task_reminder|todo_reminder)"|[Tt]ask #/;

/** One of these is in each of them, and is found faster than a pattern. */
const WORDS = ['"Task', '"task', "ask #", "odo"];

/** `mayHold`: the transcript is read too, even when no row is open: a task may stand there alone. */
export async function readOpenTasks(context: OpenContext, mayHold: boolean): Promise<OpenTask[]> {
  const { event, env, loaded, store } = context;
  const folder = sessionStateDir(stateDir(env, loaded), event.sessionId);
  if (event.sessionId === null || folder === null) return [];
  const rows = listTasks(store, event.sessionId);
  const { tasks: files, problems } = await readFolder(folder);
  for (const problem of problems) await noteFaultOnce(context, store, "state", problem);
  const isOpen = ({ status }: { status: string }) => isOpenStatus(status);
  const own =
    event.transcriptPath && (mayHold || rows.some(isOpen))
      ? await followTranscript(event, event.transcriptPath, rows)
      : rows;
  return joinTasks(own, files).filter(isOpen);
}

/** Most sessions have none, and load nothing for it. */
async function readFolder(folder: string): Promise<TaskFolder> {
  if (!pathExists(`${folder}/tasks`)) return { tasks: [], problems: [] };
  const { readTaskFiles } = await import("./task-files.ts");
  return readTaskFiles(folder);
}

/** Of the client's own tasks the rows know more than a file that anybody may edit. */
function joinTasks(rows: readonly TaskRow[], files: readonly TaskFile[]): OpenTask[] {
  const known = new Set(rows.map(({ task_id }) => task_id));
  return [
    ...rows.map(({ task_id: id, subject, status, changed_at: changedAt }) => ({
      id,
      subject,
      status,
      changedAt,
    })),
    ...files.filter(({ id }) => !known.has(id)).map((file) => ({ ...file, changedAt: null })),
  ];
}

/** The client's tool events are async: what they did not bring yet stands in the transcript. */
async function followTranscript(event: HookEvent, path: string, rows: TaskRow[]): Promise<TaskRow[]> {
  if (!(await isAboutTasks(path))) return rows;
  const { readWholeTurn } = await import("../../transcript/read-tail.ts");
  const { items, foreign } = await readWholeTurn(event, path, TAIL_BYTES);
  if (foreign) return rows;
  const tasks = new Map(rows.map((row) => [row.task_id, row]));
  for (const item of items) if (item.kind === "task-states" && !item.sidechain) applyStates(tasks, item);
  return [...tasks.values()];
}

/** To parse the end of a transcript costs more than all else here, and mostly it is about other things. */
async function isAboutTasks(path: string): Promise<boolean> {
  const { size } = Bun.file(path);
  if (!Number.isFinite(size)) return false;
  const from = Math.max(0, size - TAIL_BYTES);
  if (fileContainsAny(path, from, size, WORDS) === false) return false;
  const bytes = await readBytes(path, from, size);
  return bytes === null || ABOUT_TASKS.test(new TextDecoder().decode(bytes));
}

function applyStates(tasks: Map<string, TaskRow>, item: TaskStates): void {
  const at = item.timestamp ?? 0;
  const nameOf = (id: string) => (item.list === "todos" ? todoId(id) : id);
  const named = new Set(item.tasks.map(({ id }) => nameOf(id)));
  for (const [id, row] of item.whole ? tasks : []) {
    const isOfList = id.startsWith("todo:") === (item.list === "todos");
    // A list from before the task was made, or was last told of, does not have it or its state.
    if (isOfList && !named.has(id) && row.updated_at <= at) tasks.set(id, { ...row, status: "deleted" });
  }
  for (const { id, subject, status } of item.tasks) {
    const row = tasks.get(nameOf(id));
    // The file may lag behind an event that closed the task.
    if (row && !isOpenStatus(row.status) && row.updated_at > at) continue;
    const next = status || (row?.status ?? "pending");
    tasks.set(nameOf(id), {
      session_id: row?.session_id ?? "",
      task_id: nameOf(id),
      subject: subject || (row?.subject ?? ""),
      status: next,
      updated_at: at,
      changed_at: row?.status === next ? row.changed_at : at,
    });
  }
}
