// The open tasks of a session: the client's own, from rows, and those of other tools, from the tasks folder.
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
  /** When the task was created or last changed its status; null when unknown. */
  changedAt: number | null;
}

/** Tasks created or changed since the budget was opened, and all tasks of other tools. */
export function selectBudgetTasks(
  tasks: readonly OpenTask[],
  budget: { opened_at: number } | null,
): OpenTask[] {
  return tasks.filter(({ changedAt }) => changedAt === null || changedAt >= (budget?.opened_at ?? 0));
}

const TAIL_BYTES = 128 * 1024;

/** Every record about tasks contains one of these: tool names, fields, reminders and results. */
const ABOUT_TASKS =
  /"(?:TodoWrite|TaskList|TaskCreate|TaskUpdate|newTodos|tasks?|task_reminder|todo_reminder)"|[Tt]ask #/;

/** Every match of ABOUT_TASKS contains one of these, which are faster to find than a pattern. */
const TASK_WORDS = ['"Task', '"task', "ask #", "odo"];

/** `mayHold`: reads the transcript even when no row is open, because a task may be only there. */
export async function readOpenTasks(context: OpenContext, mayHold: boolean): Promise<OpenTask[]> {
  const { event, env, loaded, store } = context;
  const folder = sessionStateDir(stateDir(env, loaded), event.sessionId);
  if (event.sessionId === null || folder === null) return [];
  const rows = listTasks(store, event.sessionId);
  const { tasks: files, problems } = await readFolder(folder);
  for (const problem of problems) await noteFaultOnce(context, "state", problem);
  const isOpen = ({ status }: { status: string }) => isOpenStatus(status);
  const own =
    event.transcriptPath && (mayHold || rows.some(isOpen))
      ? await followTranscript(event, event.transcriptPath, rows)
      : rows;
  return joinTasks(own, files).filter(isOpen);
}

/** Loads nothing for the many sessions without such a folder. */
async function readFolder(folder: string): Promise<TaskFolder> {
  if (!pathExists(`${folder}/tasks`)) return { tasks: [], problems: [] };
  const { readTaskFiles } = await import("./task-files.ts");
  return readTaskFiles(folder);
}

/** For the client's own tasks, rows take precedence over files, which anybody may edit. */
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

/** Tool events are async, so the transcript may have newer states than the rows. */
async function followTranscript(event: HookEvent, path: string, rows: TaskRow[]): Promise<TaskRow[]> {
  if (!(await isAboutTasks(path))) return rows;
  const { readWholeTurn } = await import("../../transcript/read-tail.ts");
  const { items, foreign } = await readWholeTurn(event, path, TAIL_BYTES);
  if (foreign) return rows;
  const tasks = new Map(rows.map((row) => [row.task_id, row]));
  for (const item of items) if (item.kind === "task-states" && !item.sidechain) applyStates(tasks, item);
  return [...tasks.values()];
}

/** A cheap test, because parsing the end of a transcript is slow and mostly unnecessary. */
async function isAboutTasks(path: string): Promise<boolean> {
  const { size } = Bun.file(path);
  if (!Number.isFinite(size)) return false;
  const from = Math.max(0, size - TAIL_BYTES);
  if (fileContainsAny(path, from, size, TASK_WORDS) === false) return false;
  const bytes = await readBytes(path, from, size);
  return bytes === null || ABOUT_TASKS.test(new TextDecoder().decode(bytes));
}

function applyStates(tasks: Map<string, TaskRow>, item: TaskStates): void {
  const at = item.timestamp ?? 0;
  const nameOf = (id: string) => (item.list === "todos" ? todoId(id) : id);
  const named = new Set(item.tasks.map(({ id }) => nameOf(id)));
  for (const [id, row] of item.whole ? tasks : []) {
    const isOfList = id.startsWith("todo:") === (item.list === "todos");
    // A list older than the task's last report says nothing about it.
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
