// Rules for subagents by their type: a command that proves their work, a plan that is one, no tasks of their own left.

import { judgeCheck } from "../commands/work-check.ts";
import type { Facts, SubagentWork } from "../engine/facts.ts";
import type { Finding, Gate } from "../engine/finding.ts";

const SHOWN = 3;
const MAX_TEXT = 120;

export const subagents: Gate = {
  id: "subagents",
  events: ["SubagentStop"],
  needs: ["subagent"],
  judge(event, facts: Facts) {
    const work = facts.subagent;
    if (!work) return [];
    const mark = event.agentId ?? "";
    return [
      ...distinct(
        work.checks.flatMap((check) =>
          judgeCheck(check, {
            gate: "subagents",
            what: `Work of a ${clip(work.agentType)} subagent`,
            mark,
            progress: progressOf(work),
          }),
        ),
      ),
      ...judgePlan(work, mark),
      ...judgeTasks(work, mark),
    ];
  },
};

function judgePlan(work: SubagentWork, mark: string): Finding[] {
  if (work.planProblems.length === 0) return [];
  return [
    {
      gate: "subagents",
      code: "plan",
      severity: "block",
      reason: [
        "The plan is not fit to work from:",
        ...work.planProblems.slice(0, 8).map((problem) => `- ${clip(problem)}`),
        "Put that right.",
      ].join("\n"),
      fingerprint: `subagents-plan:${hash([mark, ...work.planProblems])}`,
      progress: progressOf(work),
      releasedBy: "a plan with tasks, ship criteria and no empty sections",
    },
  ];
}

function judgeTasks(work: SubagentWork, mark: string): Finding[] {
  const { openTasks } = work;
  if (openTasks.length === 0) return [];
  const shown = openTasks.slice(0, SHOWN).map(({ id, subject }) => `"${clip(subject || id)}"`);
  const more = openTasks.length > SHOWN ? ` +${openTasks.length - SHOWN}` : "";
  return [
    {
      gate: "subagents",
      code: "tasks",
      severity: "block",
      reason: `Tasks you set yourself are open: ${shown.join(", ")}${more}.\nFinish them, or update those that are done or no longer wanted (TaskUpdate).`,
      fingerprint: `subagents-tasks:${hash([mark, ...openTasks.map(({ id }) => id)])}`,
      progress: progressOf(work),
      releasedBy: "finishing or deleting the tasks",
    },
  ];
}

function progressOf({ calls }: SubagentWork): string {
  return `calls:${calls}`;
}

/** Two rules may ask for the same. */
function distinct(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.fingerprint, finding])).values()];
}

function clip(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= MAX_TEXT ? line : `${line.slice(0, MAX_TEXT - 1)}…`.toWellFormed();
}

function hash(parts: string[]): string {
  return Bun.hash(parts.join("\n")).toString(36);
}
