import { clipLine, clipList } from "../../text/clip.ts";
import { quoteWork } from "../../text/quote-text.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import type { ConditionState, GoalFacts } from "../goals/goal.ts";
import { identify } from "../goals/goal-gate.ts";
import { type ConditionId, FLOW_LIMITS, isEventCondition, toFlow } from "./flow.ts";

export interface FlowExtra {
  /** Not committed: what the session changed since the flow's start; for another tool's, whatever `git status` names. */
  uncommitted: string[];
}

type FlowFacts = GoalFacts<FlowExtra>;

/** What to do for each condition, as it follows "Next:". */
const STEPS: Record<ConditionId, string> = {
  memory_search: "search memory",
  task_classified: "classify the task",
  must_have_answered: "settle what only the user can answer",
  plan_approved: "have the user approve the plan",
  implementation_complete: "implement the task",
  correctness_passed: "make the correctness check pass",
  quality_passed: "make the quality check pass",
  adversarial_passed: "have the change reviewed",
  retrospective_done: "look back",
};

const MAX_TASK_LENGTH = 200;
const MAX_BECAUSE_LENGTH = 300;
const MAX_NEXT_LENGTH = 400;
const MAX_SHOWN_FILES = 3;
const MAX_PATH_LENGTH = 140;

export function judgeFlow({ config }: StopView, facts: FlowFacts): Finding[] {
  return [verifyDone(facts), ...commitWork(facts, config.flow.commit)];
}

function verifyDone(facts: FlowFacts): Finding {
  const open = facts.conditions.filter(({ state }) => state === "open");
  const first = open[0];
  const correction = facts.claimsMore
    ? ["Writing to orchestrator.json does not count: only evidence does. holdfast corrected the file."]
    : [];
  const next = first ? nextSteps(open) : nextWithoutOpen(facts);
  return {
    gate: "flow",
    code: first?.id ?? "not-declared-done",
    severity: "block",
    reason: [
      headline(facts),
      ...correction,
      ...believedRuns(facts),
      next,
      ...(first ? [explainStep(first)] : []),
      ...uncommittedBesideTheirs(facts),
    ].join("\n"),
    again: [`The flow isn't finished. ${next}`, ...correction].join("\n"),
    fingerprint: `flow:${identify(facts)}:${open.map(({ id }) => id).join(",")}`,
    ...common(facts),
    ...(first?.needsUser ? { needsUser: true as const } : {}),
    ...(first?.askUser ? { summary: first.askUser } : {}),
  };
}

/** While work is still going on, uncommitted files are the normal state. */
function commitWork(facts: FlowFacts, severity: Finding["severity"]): Finding[] {
  const { conditions } = facts;
  if (facts.source === "file") return [];
  const { uncommitted } = facts.extra;
  const isImplemented = conditions.some(
    ({ id, state }) => id === "implementation_complete" && state === "met",
  );
  if (uncommitted.length === 0 || !isImplemented) return [];
  return [
    {
      gate: "flow",
      code: "uncommitted",
      severity,
      reason: `Changed in this flow and not committed: ${clipList(uncommitted, MAX_SHOWN_FILES)}. Commit what belongs to the task.`,
      fingerprint: `flow-uncommitted:${identify(facts)}`,
      ...common(facts),
    },
  ];
}

/** Another tool's flow holds until it is done; whose the changes are is not known. */
function uncommittedBesideTheirs({ source, extra: { uncommitted } }: FlowFacts): string[] {
  if (source === "row" || uncommitted.length === 0) return [];
  const names = clipList(uncommitted.map(quotePath), MAX_SHOWN_FILES);
  return [`Not committed: ${names}. Commit what belongs to the task.`];
}

const quotePath = (path: string) => `"${quoteWork(path, MAX_PATH_LENGTH)}"`;

function common({ source, progress }: FlowFacts) {
  return {
    progress,
    releasedBy:
      source === "row"
        ? "evidence for each open condition and `holdfast flow done`, or `holdfast cancel`"
        : "verified_done: true in orchestrator.json, by the tool that wrote it, or `holdfast cancel`",
    endedBy: "holdfast cancel flow",
    resumedBy: "holdfast resume flow",
    limits: FLOW_LIMITS,
    declaredWork: "open" as const,
  };
}

function headline({ goal, source }: FlowFacts): string {
  const { task, phase } = toFlow(goal);
  const at = phase ? ` (phase: ${phase})` : "";
  const whose = source === "row" ? "The flow" : "The flow in orchestrator.json";
  return `${whose} isn't finished${at}: ${clipLine(task, MAX_TASK_LENGTH) || "(no task given)"}`;
}

function believedRuns({ conditions }: FlowFacts): string[] {
  return conditions
    .filter(({ believed }) => believed)
    .map(({ id, because }) => `Not run again: ${id} (${clipLine(because, MAX_BECAUSE_LENGTH)}).`);
}

/** One line, however many conditions are open. */
export function nextSteps(open: readonly ConditionState[]): string {
  const [first, second] = open.map(({ id }) => STEPS[id as ConditionId] ?? id);
  return `Next: ${first}${second === undefined ? "" : `, then ${second}`}.`;
}

/** That Claude has not begun with a step goes without saying. */
function explainStep({ id, because, next, lapsed }: ConditionState): string {
  const how = clipLine(next, MAX_NEXT_LENGTH);
  if (!lapsed && isEventCondition(id as ConditionId)) return how;
  return `Open because: ${clipLine(because, MAX_BECAUSE_LENGTH)}. ${how}`;
}

function nextWithoutOpen({ source }: FlowFacts): string {
  if (source === "row") return "Next: every condition is met. Run `holdfast flow done`.";
  return "Next: finish what is left. The flow ends when its file says verified_done.";
}
