// Open tasks on Claude's own task list. They block while a loop or a flow is on, and are a reminder otherwise.
import type { OpenTask } from "../../recording/tasks/open-tasks.ts";
import { clipList } from "../../text/clip.ts";
import { quote } from "../../text/printable.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import type { StopContext, StopView } from "../engine/stop-context.ts";

export interface TasksFacts {
  tasks: OpenTask[];
  /** Tasks of the person's last prompt on which Claude began to work. */
  own: OpenTask[];
  /** Declared work continues after this stop. */
  hasDeclaredWork: boolean;
  /** 0 when not needed. */
  toolCalls: number;
}

const MAX_SHOWN = 3;
const MAX_SUBJECT_LENGTH = 120;
const MAX_PATH_LENGTH = 200;

export const tasks: Gate<TasksFacts> = {
  id: "tasks",

  async gather(stop) {
    const { shared, findings, config } = stop;
    const open = await shared.openTasks();
    if (open.length === 0) return null;
    const isStrict = config.tasks.block === "always";
    return {
      tasks: open,
      own: isStrict ? await selectWorked(stop, open) : [],
      hasDeclaredWork: findings.some(({ declaredWork }) => declaredWork === "open"),
      toolCalls: isStrict ? await shared.toolCalls() : 0,
    };
  },

  judge: (stop, facts) => [openTasks(stop, facts)],

  async onEvent(context) {
    const { event } = context;
    if (event.name !== "TaskCompleted") return null;
    const { recordTasks } = await import("../../recording/tasks/record-tasks.ts");
    const task = { id: event.taskId, subject: event.taskSubject, status: "completed", was: null };
    await recordTasks(context, { kind: "change", tasks: [task] });
    return null;
  },
};

function describeUpdate(open: readonly OpenTask[]): string {
  const files = open.flatMap(({ file }) => (file === undefined ? [] : [file]));
  return [
    ...(files.length < open.length ? ["TaskUpdate"] : []),
    ...(files.length > 0
      ? [
          `"status" in ${clipList(
            files.map((file) => quote(file, MAX_PATH_LENGTH)),
            MAX_SHOWN,
          )}`,
        ]
      : []),
  ].join(", ");
}

async function selectWorked(stop: StopContext, open: OpenTask[]): Promise<OpenTask[]> {
  const { selectWorkedTasks } = await import("../engine/work-since.ts");
  return selectWorkedTasks(stop, open);
}

function openTasks({ config }: StopView, { tasks, own, hasDeclaredWork, toolCalls }: TasksFacts): Finding {
  const { block } = config.tasks;
  const blocks = hasDeclaredWork ? block !== "never" : block === "always" && own.length > 0;
  const open = blocks && !hasDeclaredWork ? own : tasks;
  const ids = open.map(({ id }) => id).sort();
  const statuses = open.map(({ id, status }) => `${id}=${status}`).sort();
  const subjects = open.map(({ id, subject }) => `"${(subject || id).slice(0, MAX_SUBJECT_LENGTH)}"`);
  const count = open.length === 1 ? "1 task is" : `${open.length} tasks are`;
  return {
    gate: "tasks",
    code: "open",
    severity: blocks ? "block" : "advise",
    reason: [
      `${count} not done: ${clipList(subjects, MAX_SHOWN)}.`,
      ...(blocks
        ? [`Finish what is open, or update what is done or no longer wanted (${describeUpdate(open)}).`]
        : []),
    ].join("\n"),
    fingerprint: `tasks:${hash(ids)}`,
    // A loop or a flow measures progress itself; otherwise any work counts as progress.
    progress: hasDeclaredWork ? hash(statuses) : `${hash(statuses)} tools:${toolCalls}`,
    releasedBy: "finishing or deleting the tasks",
    mayWait: true,
    avoidedBy: { key: "tasks.block", value: hasDeclaredWork ? "never" : "active" },
  };
}

function hash(parts: string[]): string {
  return Bun.hash(parts.join("\n")).toString(36);
}
