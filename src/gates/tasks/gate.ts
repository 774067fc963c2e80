// Tasks Claude set itself and left open. They hold while a loop or a flow is on, and are a reminder otherwise.
import { type OpenTask, selectBudgetTasks } from "../../recording/tasks/open-tasks.ts";
import { shortList } from "../../text/clip.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";

export interface TasksFacts {
  tasks: OpenTask[];
  /** Those that were made, or worked on, since the person's last prompt: an older list is not what was asked for now. */
  own: OpenTask[];
  /** Work is declared that goes on after this stop. */
  hasDeclaredWork: boolean;
  /** 0 where nobody measures by it. */
  toolCalls: number;
}

const SHOWN = 3;
const MAX_SUBJECT = 120;

export const tasks: Gate<TasksFacts> = {
  id: "tasks",

  async gather({ shared, findings, config, budget }) {
    const open = await shared.openTasks();
    if (open.length === 0) return null;
    return {
      tasks: open,
      own: selectBudgetTasks(open, budget),
      hasDeclaredWork: findings.some(({ declaredWork }) => declaredWork === "open"),
      toolCalls: config.tasks.block === "always" ? await shared.toolCalls() : 0,
    };
  },

  judge: (stop, facts) => [openTasks(stop, facts)],

  milder: ({ tasks: { block } }) =>
    block === "never" ? null : { key: "tasks.block", value: block === "always" ? "active" : "never" },

  replay: {
    evidence: ({ own, tasks: all }) =>
      (own.length > 0 ? own : all).map(({ id, subject }) => ({ text: subject || id })),
  },

  async observe(context) {
    const { event } = context;
    if (event.name !== "TaskCompleted") return null;
    const { recordTasks } = await import("../../recording/tasks/record-tasks.ts");
    const task = { id: event.taskId, subject: event.taskSubject, status: "completed", was: null };
    await recordTasks(context, { kind: "change", tasks: [task] });
    return null;
  },
};

function openTasks({ config }: StopView, { tasks, own, hasDeclaredWork, toolCalls }: TasksFacts): Finding {
  const { block } = config.tasks;
  const holds = hasDeclaredWork ? block !== "never" : block === "always" && own.length > 0;
  const open = holds && !hasDeclaredWork ? own : tasks;
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
    isPatient: true,
    narrower: { key: "tasks.block", value: block === "always" ? "active" : "never" },
  };
}

function count(number: number): string {
  return number === 1 ? "1 task is" : `${number} tasks are`;
}

function subjects(open: readonly OpenTask[]): string {
  const quoted = open.map(({ id, subject }) => `"${(subject || id).slice(0, MAX_SUBJECT)}"`);
  return shortList(quoted, SHOWN);
}

function hash(parts: string[]): string {
  return Bun.hash(parts.join("\n")).toString(36);
}
