// Reads what the results of some tools mean: answers, an approved plan, changed tasks. The call names the tool; if it was not
// read, the shape of the client's details shows it. Subagents' files have no details, only the call and the text.

import { isRecord } from "../../text/is-record.ts";
import type { ItemBase } from "../item.ts";
import type { Answers, PlanApproval, QuestionAnswer, TaskState, TaskStates, ToolCall } from "../tool-item.ts";
import { listOf, numberOf, type Raw, rawOf, textOf } from "./fields.ts";

export function readAnswers(base: ItemBase, call: ToolCall | null, details: Raw): Answers | null {
  if (!isTool(call, "AskUserQuestion") || !isRecord(details.answers) || !Array.isArray(details.questions))
    return null;
  const answers = Object.entries(details.answers).flatMap(([question, value]) => {
    const answer = Array.isArray(value) ? value.join(", ") : textOf(value);
    return answer === null
      ? []
      : [{ question, answer, ...describeAnswer(details.questions, question, answer) }];
  });
  return answers.length === 0 ? null : { ...base, kind: "answers", answers };
}

function describeAnswer(questions: unknown, question: string, answer: string): Partial<QuestionAnswer> {
  const entry = listOf(questions).find((value) => isRecord(value) && value.question === question);
  if (!isRecord(entry)) return {};
  const options = listOf(entry.options).filter(isRecord);
  const about = textOf(options.find(({ label }) => label === answer)?.description);
  const header = textOf(entry.header);
  const others = options.flatMap(({ label }) => (label === answer ? [] : (textOf(label) ?? [])));
  return {
    ...(about ? { about } : {}),
    ...(header ? { header } : {}),
    ...(others.length > 0 ? { others } : {}),
  };
}

/** null for a subagent's plan, which is approved by the agent that started it. */
export function readPlan(base: ItemBase, call: ToolCall | null, details: Raw): PlanApproval | null {
  if (!isTool(call, "ExitPlanMode") || (call === null && details.isAgent === undefined)) return null;
  const plan = textOf(details.plan) ?? textOf(call?.input.plan);
  if (plan === null || details.isAgent === true || base.sidechain) return null;
  return { ...base, kind: "plan-approval", plan, via: "exit-plan-mode" };
}

export function readTaskChange(
  base: ItemBase,
  call: ToolCall | null,
  details: Raw,
  text: string,
): TaskStates | null {
  const todos = details.newTodos ?? (call?.tool === "TodoWrite" ? call.input.todos : undefined);
  if (isTool(call, "TodoWrite") && Array.isArray(todos))
    return { ...base, kind: "task-states", list: "todos", whole: true, tasks: readTodos(todos) };
  if (isTool(call, "TaskList") && Array.isArray(details.tasks))
    return { ...base, kind: "task-states", list: "tasks", whole: true, tasks: readTasks(details.tasks) };
  const task = readCreated(call, details, text) ?? readUpdated(call, details, text);
  return task ? { ...base, kind: "task-states", list: "tasks", whole: false, tasks: [task] } : null;
}

export function readTasks(value: unknown): TaskState[] {
  return listOf(value).flatMap((task) => {
    if (!isRecord(task)) return [];
    const id = textOf(task.id) ?? numberOf(task.id)?.toString() ?? "";
    return id === ""
      ? []
      : [{ id, subject: textOf(task.subject) ?? "", status: textOf(task.status) ?? "pending" }];
  });
}

/** A todo has no id: its text identifies it. */
export function readTodos(value: unknown): TaskState[] {
  return listOf(value).flatMap((todo) => {
    const subject = isRecord(todo) ? textOf(todo.content) : null;
    if (!isRecord(todo) || subject === null) return [];
    return [{ id: subject, subject, status: textOf(todo.status) ?? "pending" }];
  });
}

function readCreated(call: ToolCall | null, details: Raw, text: string): TaskState | null {
  if (!isTool(call, "TaskCreate")) return null;
  const [task] = readTasks([details.task]);
  if (task) return call || rawOf(details.task).status === undefined ? task : null;
  const [, id, subject = ""] = /^Task #(\S+) created successfully: (.*)/.exec(text) ?? [];
  return id === undefined ? null : { id, subject, status: "pending" };
}

function readUpdated(call: ToolCall | null, details: Raw, text: string): TaskState | null {
  if (!isTool(call, "TaskUpdate") || details.success === false) return null;
  const [, idInText] = /^Updated task #(\S+)/.exec(text) ?? [];
  const id = (call ? textOf(details.taskId) : null) ?? idInText;
  if (id === undefined) return null;
  const renamed = details.updatedFields === undefined || listOf(details.updatedFields).includes("subject");
  const subject = renamed ? (textOf(call?.input.subject) ?? "") : "";
  const stated = textOf(rawOf(details.statusChange).to);
  const status = stated ?? (details.success === undefined ? textOf(call?.input.status) : null);
  return { id, subject, status: status ?? "" };
}

function isTool(call: ToolCall | null, tool: string): boolean {
  return call === null || call.tool === tool;
}
