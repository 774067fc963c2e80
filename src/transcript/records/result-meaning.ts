// Reads what the results of some tools mean: answers, an approved plan, changed tasks. The call names the tool; if it was not
// read, the shape of the client's details shows it. Subagents' files have no details, only the call and the text.

import type { TaskChange } from "../../protocol/hook-event.ts";
import { parseTaskReport } from "../../protocol/tool-event.ts";
import { isRecord } from "../../text/unknown-values.ts";
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

export function readTaskChange(base: ItemBase, call: ToolCall | null, response: unknown): TaskStates | null {
  const details = rawOf(response);
  const tool = call?.tool ?? toolOf(details);
  if (tool === "TaskList" && Array.isArray(details.tasks))
    return { ...base, kind: "task-states", list: "tasks", whole: true, tasks: readTasks(details.tasks) };
  const report = parseTaskReport(tool, call?.input, response);
  if (report === null) return null;
  const isList = report.kind === "list";
  return {
    ...base,
    kind: "task-states",
    list: isList ? "todos" : "tasks",
    whole: isList,
    tasks: statesOf(report.tasks, tool === "TaskCreate" ? "pending" : ""),
  };
}

export function statesOf(tasks: readonly TaskChange[], unstated = ""): TaskState[] {
  return tasks.map(({ id, subject, status }) => ({ id, subject: subject ?? "", status: status ?? unstated }));
}

/** The tool of a result whose call was not read, by the shape of the client's details. */
function toolOf(details: Raw): string {
  if (details.newTodos !== undefined) return "TodoWrite";
  if (details.tasks !== undefined) return "TaskList";
  if (rawOf(details.task).id !== undefined) return "TaskCreate";
  return details.statusChange === undefined ? "" : "TaskUpdate";
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

function isTool(call: ToolCall | null, tool: string): boolean {
  return call === null || call.tool === tool;
}
