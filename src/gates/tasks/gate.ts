// Tasks Claude set itself and left open. They hold while a loop or a flow is on, and are a reminder otherwise.
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { Facts, OpenTask } from "../engine/facts.ts";
import type { Finding, Gate } from "../engine/finding.ts";
import { isFinished } from "../loop/gate.ts";

const SHOWN = 3;
const MAX_SUBJECT = 120;

export const tasks: Gate = {
  id: "tasks",
  events: ["Stop"],
  needs: ["tasks", "toolCalls"],
  judge(event, facts) {
    return facts.tasks.length === 0 ? [] : [openTasks(event, facts)];
  },
};

function openTasks(event: GatedEvent, facts: Facts): Finding {
  const { block } = facts.config.tasks;
  const declared = hasDeclaredWork(event, facts);
  const holds = block === "always" || (block === "active" && declared);
  const ids = facts.tasks.map(({ id }) => id).sort();
  const statuses = facts.tasks.map(({ id, status }) => `${id}=${status}`).sort();
  return {
    gate: "tasks",
    code: "open",
    severity: holds ? "block" : "advise",
    reason: [
      `${count(facts.tasks.length)} not done: ${subjects(facts.tasks)}.`,
      ...(holds ? ["Finish them, or update those that are done or no longer wanted (TaskUpdate)."] : []),
    ].join("\n"),
    fingerprint: `tasks:${hash(ids)}`,
    // A loop or a flow measures the work itself; alone, working is progress.
    progress: declared ? hash(statuses) : `${hash(statuses)} tools:${facts.toolCalls}`,
    releasedBy: "finishing or deleting the tasks",
  };
}

/** A loop or a flow that is on and not finished with this stop. */
function hasDeclaredWork(event: GatedEvent, facts: Facts): boolean {
  const { flow, loop } = facts;
  return flow !== null || (loop !== null && loop.iteration < loop.maxIterations && !isFinished(loop, event));
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
