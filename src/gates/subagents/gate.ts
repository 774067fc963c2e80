// Rules for subagents by their type: a command that proves their work, a plan that is one, no tasks of their own left.
import type { OpenTask } from "../../recording/tasks/open-tasks.ts";
import { clipLine } from "../../text/clip.ts";
import { judgeWorkCheck, type WorkCheck } from "../commands/work-check.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import { gatherSubagent } from "./gather.ts";

export interface SubagentFacts {
  agentType: string;
  checks: WorkCheck[];
  /** What the plan it wrote still lacks. */
  planProblems: string[];
  /** Tasks it set itself and left open. */
  openTasks: OpenTask[];
  /** Its calls that may have changed something, as a mark that moves with each one. */
  calls: number;
}

const SHOWN = 3;
const MAX_PROBLEMS = 8;
const MAX_TEXT = 120;

export const subagents: Gate<SubagentFacts> = {
  id: "subagents",
  gather: gatherSubagent,
  judge({ event }, facts) {
    const mark = event.agentId ?? "";
    return [...judgeChecks(facts, mark), ...judgePlan(facts, mark), ...judgeTasks(facts, mark)];
  },
  replay: { unknown: "only stops of the main agent are replayed" },
};

function judgeChecks(facts: SubagentFacts, mark: string): Finding[] {
  const what = `Work of a ${clipLine(facts.agentType, MAX_TEXT)} subagent`;
  const found = facts.checks.flatMap((check) =>
    judgeWorkCheck(check, { gate: "subagents", what, mark, progress: progressOf(facts) }),
  );
  // Two rules may ask for the same.
  return [...new Map(found.map((finding) => [finding.fingerprint, finding])).values()];
}

function judgePlan(facts: SubagentFacts, mark: string): Finding[] {
  const { planProblems } = facts;
  if (planProblems.length === 0) return [];
  return [
    {
      gate: "subagents",
      code: "plan",
      severity: "block",
      reason: [
        "The plan is not fit to work from. Fix this:",
        ...planProblems.slice(0, MAX_PROBLEMS).map((problem) => `- ${clipLine(problem, MAX_TEXT)}`),
      ].join("\n"),
      summary: `The plan of a subagent is not fit to work from: ${clipLine(planProblems[0] ?? "", MAX_TEXT)}`,
      fingerprint: `subagents-plan:${hash([mark, ...planProblems])}`,
      progress: progressOf(facts),
      releasedBy: "a plan with tasks, ship criteria and no empty sections",
    },
  ];
}

function judgeTasks(facts: SubagentFacts, mark: string): Finding[] {
  const { openTasks } = facts;
  if (openTasks.length === 0) return [];
  const shown = openTasks.slice(0, SHOWN).map(({ id, subject }) => `"${clipLine(subject || id, MAX_TEXT)}"`);
  const more = openTasks.length > SHOWN ? ` +${openTasks.length - SHOWN}` : "";
  return [
    {
      gate: "subagents",
      code: "tasks",
      severity: "block",
      reason: `Tasks you set yourself are open: ${shown.join(", ")}${more}.\nFinish them, or update those that are done or no longer wanted (TaskUpdate).`,
      summary: `A subagent left tasks open that it had set itself: ${shown.join(", ")}${more}`,
      fingerprint: `subagents-tasks:${hash([mark, ...openTasks.map(({ id }) => id)])}`,
      progress: progressOf(facts),
      releasedBy: "finishing or deleting the tasks",
    },
  ];
}

function progressOf({ calls }: SubagentFacts): string {
  return `calls:${calls}`;
}

function hash(parts: string[]): string {
  return Bun.hash(parts.join("\n")).toString(36);
}
