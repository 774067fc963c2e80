// Rules for subagents by type: a command must prove their work, a plan must be valid, their own tasks must be done.

import { projectTop, readProjectFile } from "../../platform/project-file.ts";
import type { StopEvent } from "../../protocol/hook-event.ts";
import type { OpenTask } from "../../recording/tasks/open-tasks.ts";
import { clipLine, clipList } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import { withoutSecrets } from "../../text/redaction/without-secrets.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import { commandFolder } from "../commands/check.ts";
import { ASK_FOR_TRUST, permitEntries } from "../commands/permitted.ts";
import { judgeWorkCheck, runWorkCheck, toCondition, type WorkCheck } from "../commands/work-check.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { readChunk, rulesFor, type SubagentRule, usesGate } from "../engine/subagent-rules.ts";
import { demandedFacts, demandedGoal } from "../goals/demand.ts";
import type { ConditionState, GoalFacts } from "../goals/goal.ts";
import { goalGate } from "../goals/goal-gate.ts";

export interface SubagentFacts {
  agentType: string;
  checks: WorkCheck[];
  planProblems: string[];
  /** Open tasks on its own task list. */
  openTasks: OpenTask[];
  /** The number of calls that may have changed something; serves as the progress mark. */
  calls: number;
}

const MAX_SHOWN = 3;
const MAX_PROBLEMS = 8;
const MAX_TEXT_LENGTH = 120;

export const subagents = goalGate<SubagentFacts>({
  id: "subagents",
  name: "subagent rule",
  demand: gatherSubagent,
  findings({ event }, { extra }) {
    const mark = event.agentId ?? "";
    return [...judgeChecks(extra, mark), ...judgePlan(extra, mark), ...judgeTasks(extra, mark)];
  },
  describeEnd: ({ goal }) => `The ${goal.text} is proven.`,
  describeProgress: ({ rounds }) => countNoun(rounds, "round"),
});

function judgeChecks(facts: SubagentFacts, mark: string): Finding[] {
  const what = `Work of a ${clipLine(facts.agentType, MAX_TEXT_LENGTH)} subagent`;
  const about = { gate: "subagents", what, mark, progress: `calls:${facts.calls}` };
  const findings = facts.checks.flatMap((check) => judgeWorkCheck(check, about));
  // Two rules may have the same command.
  return [...new Map(findings.map((finding) => [finding.fingerprint, finding])).values()];
}

function judgePlan({ planProblems, calls }: SubagentFacts, mark: string): Finding[] {
  if (planProblems.length === 0) return [];
  return [
    {
      gate: "subagents",
      code: "plan",
      severity: "block",
      reason: [
        "The plan is not complete. Fix it:",
        ...planProblems.slice(0, MAX_PROBLEMS).map((problem) => `- ${clipLine(problem, MAX_TEXT_LENGTH)}`),
      ].join("\n"),
      summary: `The plan of a subagent is not complete: ${clipLine(planProblems[0] ?? "", MAX_TEXT_LENGTH)}`,
      fingerprint: `subagents-plan:${hash([mark, ...planProblems])}`,
      progress: `calls:${calls}`,
      releasedBy: "a plan with tasks, ship criteria and no empty sections",
    },
  ];
}

function judgeTasks({ openTasks, calls }: SubagentFacts, mark: string): Finding[] {
  if (openTasks.length === 0) return [];
  const subjects = openTasks.map(({ id, subject }) => `"${clipLine(subject || id, MAX_TEXT_LENGTH)}"`);
  const shown = clipList(subjects, MAX_SHOWN);
  return [
    {
      gate: "subagents",
      code: "tasks",
      severity: "block",
      reason: `Your own tasks are open: ${shown}.\nFinish them, or update those that are done or no longer wanted (TaskUpdate).`,
      summary: `A subagent left its own tasks open: ${shown}`,
      fingerprint: `subagents-tasks:${hash([mark, ...openTasks.map(({ id }) => id)])}`,
      progress: `calls:${calls}`,
      releasedBy: "finishing or deleting the tasks",
    },
  ];
}

function hash(parts: string[]): string {
  return Bun.hash(parts.join("\n")).toString(36);
}

/** null when no rule matches the subagent's type. */
async function gatherSubagent(stop: StopContext): Promise<GoalFacts<SubagentFacts> | null> {
  const { event } = stop;
  const rules = rulesFor(event, stop.config);
  if (rules.length === 0 || event.name !== "SubagentStop") return null;
  const agentType = event.agentType ?? "";
  const work = `work of a ${clipLine(agentType, MAX_TEXT_LENGTH)} subagent`;
  const goal = demandedGoal("subagents", stop, await withoutSecrets(work));
  if (goal.state === "cancelled") return null;
  const calls = await stop.shared.mutatingCalls();
  const checks = calls.length > 0 ? await verify(stop, event, rules) : [];
  const [hasPlan, hasTasks] = [rules.some(({ plan }) => plan), usesGate(rules, "tasks")];
  const planProblems = hasPlan ? await findPlanProblems(event, calls) : [];
  const openTasks = hasTasks ? await readOpenTasks(stop) : [];
  const items = [
    ...(hasPlan ? [itemCondition("plan", clipLine(planProblems[0] ?? "", MAX_TEXT_LENGTH))] : []),
    ...(hasTasks
      ? [itemCondition("tasks", openTasks.length > 0 ? countNoun(openTasks.length, "open task") : "")]
      : []),
  ];
  const extra = { agentType, checks, planProblems, openTasks, calls: calls.length };
  return demandedFacts(goal, extra, [...checks.map(toCondition), ...items]);
}

function itemCondition(id: string, because: string): ConditionState {
  return { id, by: "items", state: because === "" ? "met" : "open", because, next: "" };
}

async function verify(
  stop: StopContext,
  event: StopEvent,
  rules: readonly SubagentRule[],
): Promise<WorkCheck[]> {
  const withCommand = rules.filter((rule) => rule.verify.trim() !== "");
  if (withCommand.length === 0) return [];
  const { env: environment, loaded, config, projectDir } = stop;
  const place = { env: environment, loaded, projectDir: projectDir ?? "" };
  const keyOf = (rule: SubagentRule) => ["subagents", config.subagents.indexOf(rule)];
  const { permitted } = await permitEntries(place, withCommand, keyOf);
  const mayRun = new Set(permitted.map((rule) => rule.verify.trim()));
  const prompt = await stop.shared.agentPrompt();
  const env = {
    HOLDFAST_AGENT_TYPE: event.agentType ?? "",
    HOLDFAST_CHUNK: readChunk(prompt, event.lastAssistantMessage)?.name ?? "",
  };
  const checks: WorkCheck[] = [];
  for (const [command, rule] of new Map(withCommand.map((rule) => [rule.verify.trim(), rule]))) {
    const refused = mayRun.has(command) ? null : ASK_FOR_TRUST;
    const folder = commandFolder(loaded, keyOf(rule), place.projectDir);
    checks.push(await runWorkCheck(stop, { gate: "subagents", command, refused, env, folder }));
  }
  return checks;
}

/** Of the plan file that the subagent wrote, otherwise of its last message. */
async function findPlanProblems(event: StopEvent, calls: readonly MutatingCall[]): Promise<string[]> {
  const { parsePlan, validatePlan } = await import("../markdown/parse-plan.ts");
  const written = calls
    .flatMap(({ files }) => files)
    .findLast((file) => /(?:^|[/_.-])plan[^/]*\.md$/i.test(file));
  const file =
    written === undefined
      ? null
      : readProjectFile(projectTop(written.slice(0, written.lastIndexOf("/"))), written);
  const text = file?.state === "read" ? file.text : event.lastAssistantMessage;
  return validatePlan(parsePlan(await withoutSecrets(text)));
}

async function readOpenTasks({ shared }: StopContext): Promise<OpenTask[]> {
  const { openTasks } = await import("../../transcript/selectors/open-tasks.ts");
  return openTasks(await shared.recentItems()).map(({ list: _, ...task }) => task);
}
