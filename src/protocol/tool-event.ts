// A finished tool call as an event, from a hook's payload or from a transcript.
import { isRecord } from "../text/unknown-values.ts";
import type { EventBase, TaskChange, TaskReport, ToolEvent } from "./hook-event.ts";

type Raw = Record<string, unknown>;

/** A tool call as a host reports it. Its JSON is not validated. */
export interface FinishedCall {
  tool: string;
  id: string | null;
  input: unknown;
  response: unknown;
  /** null when the call succeeded. */
  error: string | null;
  durationMs: number | null;
  isInterrupted: boolean;
}

const MAX_TODOS = 200;
const MAX_TASK_TEXT = 500;

export function createToolEvent(base: EventBase, call: FinishedCall): ToolEvent {
  const { tool, id, input, response, error, durationMs, isInterrupted } = call;
  const hasSucceeded = error === null;
  return {
    ...base,
    name: hasSucceeded ? "PostToolUse" : "PostToolUseFailure",
    toolName: tool,
    toolUseId: id,
    backgroundTaskId: isRecord(response) ? text(response.backgroundTaskId) : null,
    messageTo: hasSucceeded && tool === "SendMessage" && isRecord(input) ? text(input.to) : null,
    taskReport: hasSucceeded ? parseTaskReport(tool, input, response) : null,
    toolInput: input ?? null,
    toolResponse: response ?? null,
    error,
    durationMs,
    isInterrupted,
  };
}

/** What a tool call did to the host's task list; null when nothing. `response`: a record, or the text that the model got. */
export function parseTaskReport(tool: string, input: unknown, response: unknown): TaskReport | null {
  const asked = isRecord(input) ? input : {};
  const answer = isRecord(response) ? response : {};
  const words = typeof response === "string" ? response : "";
  if (tool === "TaskCreate") return change(createdTask(answer.task, words));
  if (tool === "TaskUpdate") return change(updatedTask(asked, answer, words));
  const todos = answer.newTodos ?? asked.todos;
  return tool === "TodoWrite" && Array.isArray(todos) ? { kind: "list", tasks: readTodos(todos) } : null;
}

/** Without a status: this event may arrive after one that already completed the task. */
function createdTask(task: unknown, words: string): TaskChange | null {
  const [, idInWords, subject] = /^Task #(\S+) created successfully: (.*)/.exec(words) ?? [];
  const id = isRecord(task) ? idOf(task.id) : (idInWords ?? null);
  return id === null
    ? null
    : { id, subject: taskText(isRecord(task) ? task.subject : subject), status: null, was: null };
}

function updatedTask(input: Raw, response: Raw, words: string): TaskChange | null {
  const [, idInWords] = /^Updated task #(\S+)/.exec(words) ?? [];
  const id = text(response.taskId) ?? idInWords ?? (words === "" ? text(input.taskId) : null);
  if (response.success === false || id === null) return null;
  const moved = isRecord(response.statusChange) ? response.statusChange : {};
  const { updatedFields: fields } = response;
  return {
    id,
    subject: !Array.isArray(fields) || fields.includes("subject") ? taskText(input.subject) : null,
    status: taskText(moved.to) ?? taskText(input.status),
    was: taskText(moved.from),
  };
}

/** A todo has no id: its text identifies it. */
export function readTodos(list: unknown): TaskChange[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_TODOS).flatMap((todo) => {
    const subject = isRecord(todo) ? taskText(todo.content) : null;
    if (!isRecord(todo) || subject === null) return [];
    return [{ id: subject, subject, status: taskText(todo.status) ?? "pending", was: null }];
  });
}

function change(task: TaskChange | null): TaskReport | null {
  return task && { kind: "change", tasks: [task] };
}

function idOf(value: unknown): string | null {
  return typeof value === "number" ? String(value) : text(value);
}

function taskText(value: unknown): string | null {
  return text(value)?.slice(0, MAX_TASK_TEXT) ?? null;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
