// Tasks Claude set itself and left open. They hold while a loop or a flow is on, and are a reminder otherwise.
import type { OpenTask } from "../../recording/tasks/open-tasks.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";

export interface TasksFacts {
  tasks: OpenTask[];
  /** Work is declared that goes on after this stop. */
  hasDeclaredWork: boolean;
  /** 0 where nobody measures by it. */
  toolCalls: number;
}

const SHOWN = 3;
const MAX_SUBJECT = 120;

export const tasks: Gate<TasksFacts> = {
  id: "tasks",

  async gather({ shared, findings, config }) {
    const open = await shared.openTasks();
    if (open.length === 0) return null;
    return {
      tasks: open,
      hasDeclaredWork: findings.some(({ declaredWork }) => declaredWork === "open"),
      toolCalls: config.tasks.block === "always" ? await shared.toolCalls() : 0,
    };
  },

  judge: (stop, facts) => [openTasks(stop, facts)],

  milder: ({ tasks: { block } }) =>
    block === "never" ? null : { key: "tasks.block", value: block === "always" ? "active" : "never" },

  replay: { evidence: ({ tasks: open }) => open.map(({ id, subject }) => ({ text: subject || id })) },

  async observe(context) {
    const { event } = context;
    if (event.name !== "TaskCompleted") return null;
    const { recordTasks } = await import("../../recording/tasks/record-tasks.ts");
    const task = { id: event.taskId, subject: event.taskSubject, status: "completed", was: null };
    await recordTasks(context, { kind: "change", tasks: [task] });
    return null;
  },
};

function openTasks({ config }: StopView, { tasks: open, hasDeclaredWork, toolCalls }: TasksFacts): Finding {
  const { block } = config.tasks;
  const holds = block === "always" || (block === "active" && hasDeclaredWork);
  const ids = open.map(({ id }) => id).sort();
  const statuses = open.map(({ id, status }) => `${id}=${status}`).sort();
  return {
    gate: "tasks",
    code: "open",
    severity: holds ? "block" : "advise",
    reason: [
      `${count(open.length)} not done: ${subjects(open)}.`,
      ...(holds ? ["Finish them, or update those that are done or no longer wanted (TaskUpdate)."] : []),
    ].join("\n"),
    fingerprint: `tasks:${hash(ids)}`,
    // A loop or a flow measures the work itself; alone, working is progress.
    progress: hasDeclaredWork ? hash(statuses) : `${hash(statuses)} tools:${toolCalls}`,
    releasedBy: "finishing or deleting the tasks",
  };
}

function count(number: number): string {
  return number === 1 ? "1 task is" : `${number} tasks are`;
}

function subjects(open: readonly OpenTask[]): string {
  const shown = open.slice(0, SHOWN).map(({ id, subject }) => `"${(subject || id).slice(0, MAX_SUBJECT)}"`);
  const more = open.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` +${more}` : ""}`;
}

function hash(parts: string[]): string {
  return Bun.hash(parts.join("\n")).toString(36);
}
