// The open tasks of a session: the client's own, from rows, and those of other tools, from the tasks folder.
import { listStateFolders } from "../../config/environment.ts";
import { pathExists, readBytes } from "../../platform/files.ts";
import type { HookEvent } from "../../protocol/hook-event.ts";
import { noteFaultOnce, type OpenContext } from "../../store/hook-context.ts";
import { isOpenStatus, listTasks, type TaskRow, todoId } from "../../store/tasks.ts";
import type { TaskState, TaskStates } from "../../transcript/tool-item.ts";
import type { TaskFolder } from "./task-files.ts";

/** A task that is pending or in progress. */
export interface OpenTask extends TaskState {
  /** When the task was created or last changed its status; when the file of another tool's task was written. */
  changedAt: number;
  /** The file of another tool's task, which no tool of the client changes. */
  file?: string;
}

interface KnownTask extends OpenTask {
  /** When it was last reported. */
  updatedAt: number;
}

/** Tasks created or changed since the budget was opened. */
export function selectBudgetTasks(
  tasks: readonly OpenTask[],
  budget: { opened_at: number } | null,
): OpenTask[] {
  return tasks.filter(({ changedAt }) => changedAt >= (budget?.opened_at ?? 0));
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
  const folders = listStateFolders(env, loaded, event.sessionId);
  if (event.sessionId === null || folders.length === 0) return [];
  const rows = await settleClosings(context, listTasks(store, event.sessionId));
  const tasks = new Map(rows.map((row) => [row.task_id, toKnownTask(row)]));
  const read = await Promise.all(folders.map(readFolder));
  for (const problem of read.flatMap(({ problems }) => problems))
    await noteFaultOnce(context, "state", problem);
  const isOpen = ({ status }: TaskState) => isOpenStatus(status);
  if (event.transcriptPath && (mayHold || [...tasks.values()].some(isOpen)))
    await followTranscript(event, event.transcriptPath, tasks);
  // For the client's own tasks, rows take precedence over files, which anybody may edit.
  const ofOthers = read.flatMap((folder) => folder.tasks).filter(({ id }) => !tasks.has(id));
  return [...tasks.values(), ...ofOthers].filter(isOpen);
}

async function settleClosings(context: OpenContext, rows: TaskRow[]): Promise<TaskRow[]> {
  if (rows.every(({ unconfirmed }) => unconfirmed === 0)) return rows;
  const { confirmClosings } = await import("./confirm-closings.ts");
  await confirmClosings(context, rows);
  return listTasks(context.store, context.event.sessionId ?? "");
}

function toKnownTask({ task_id: id, subject, status, changed_at, updated_at }: TaskRow): KnownTask {
  return { id, subject, status, changedAt: changed_at, updatedAt: updated_at };
}

/** Loads nothing for the many sessions without such a folder. */
async function readFolder(folder: string): Promise<TaskFolder> {
  if (!pathExists(`${folder}/tasks`)) return { tasks: [], problems: [] };
  const { readTaskFiles } = await import("./task-files.ts");
  return readTaskFiles(folder);
}

/** Tool events are async, so the transcript may have newer states than the rows. */
async function followTranscript(
  event: HookEvent,
  path: string,
  tasks: Map<string, KnownTask>,
): Promise<void> {
  if (!(await isAboutTasks(path))) return;
  const { readWholeTurn } = await import("../../transcript/read-tail.ts");
  const { items, foreign } = await readWholeTurn(event, path, { maxBytes: TAIL_BYTES });
  if (foreign) return;
  for (const item of items) if (item.kind === "task-states" && !item.sidechain) applyStates(tasks, item);
}

/** A cheap test, because parsing the end of a transcript is slow and usually unnecessary. */
async function isAboutTasks(path: string): Promise<boolean> {
  const { size } = Bun.file(path);
  if (!Number.isFinite(size)) return false;
  const bytes = await readBytes(path, Math.max(0, size - TAIL_BYTES), size);
  if (bytes === null) return true;
  const text = new TextDecoder().decode(bytes);
  return TASK_WORDS.some((word) => text.includes(word)) && ABOUT_TASKS.test(text);
}

function applyStates(tasks: Map<string, KnownTask>, item: TaskStates): void {
  const at = item.timestamp ?? 0;
  const nameOf = (id: string) => (item.list === "todos" ? todoId(id) : id);
  const named = new Set(item.tasks.map(({ id }) => nameOf(id)));
  for (const [id, task] of item.whole ? tasks : []) {
    const isOfList = id.startsWith("todo:") === (item.list === "todos");
    // A list older than the task's last report says nothing about it.
    if (isOfList && !named.has(id) && task.updatedAt <= at) tasks.set(id, { ...task, status: "deleted" });
  }
  for (const { id, subject, status } of item.tasks) {
    const task = tasks.get(nameOf(id));
    // The file may lag behind an event that closed the task.
    if (task && !isOpenStatus(task.status) && task.updatedAt > at) continue;
    const next = status || (task?.status ?? "pending");
    tasks.set(nameOf(id), {
      id: nameOf(id),
      subject: subject || (task?.subject ?? ""),
      status: next,
      updatedAt: at,
      changedAt: task?.status === next ? task.changedAt : at,
    });
  }
}
