import { clipLine, clipList } from "../../text/clip.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import type { Flow, NewEvidence } from "./flow.ts";
import { type ConditionState, openConditions } from "./judge-conditions.ts";

export interface FlowFacts {
  /** "row": our command started it. "file": from another tool's state file. */
  source: "row" | "file";
  /** Changes with each resume. */
  id: string;
  task: string;
  phase: string;
  conditions: ConditionState[];
  /** Its file claims more than the evidence shows. */
  claimsMore: boolean;
  /** Files that the session changed since the flow's start and that are not committed. */
  uncommitted: string[];
  row: Flow | null;
  /** Identifies the flow of another tool, which may reuse the file for the next one. */
  fileKey: string | null;
  /** New evidence, not recorded yet: acts of the user, and runs that passed. */
  recognised: NewEvidence[];
  toolCalls: number;
}

const LIMITS = { blocks: 25, minutes: 240 };
const MAX_TASK_LENGTH = 200;
const MAX_BECAUSE_LENGTH = 300;
const MAX_NEXT_LENGTH = 400;
const MAX_SHOWN_FILES = 3;

export function judgeFlow({ config }: StopView, facts: FlowFacts): Finding[] {
  return [verifyDone(facts), ...commitWork(facts, config.flow.commit)];
}

function verifyDone(flow: FlowFacts): Finding {
  const open = openConditions(flow.conditions);
  const first = open[0];
  const correction = flow.claimsMore
    ? ["Writing to orchestrator.json does not count: only evidence does. holdfast corrected the file."]
    : [];
  const stillOpen = first ? `Open: ${first.id}.` : "Run `holdfast flow done`.";
  return {
    gate: "flow",
    code: first?.id ?? "not-declared-done",
    severity: "block",
    reason: [
      headline(flow),
      ...correction,
      ...believedRuns(flow),
      ...openList(open),
      `Next: ${nextStep(flow, first)}`,
    ].join("\n"),
    again: [`The flow isn't finished. ${stillOpen}`, ...correction].join("\n"),
    fingerprint: `flow:${flow.id}:${open.map(({ id }) => id).join(",")}`,
    ...common(flow),
    ...(first?.needsUser ? { needsUser: true as const } : {}),
    ...(first?.askUser ? { summary: first.askUser } : {}),
  };
}

/** While work is still going on, uncommitted files are the normal state. */
function commitWork(flow: FlowFacts, severity: Finding["severity"]): Finding[] {
  const { uncommitted, conditions } = flow;
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
      fingerprint: `flow-uncommitted:${flow.id}`,
      ...common(flow),
    },
  ];
}

function common({ source, toolCalls }: FlowFacts) {
  return {
    progress: `tools:${toolCalls}`,
    releasedBy:
      source === "row"
        ? "evidence for each open condition and `holdfast flow done`, or `holdfast flow cancel`"
        : "verified_done: true in orchestrator.json, by the tool that wrote it, or `holdfast flow cancel`",
    endedBy: "holdfast flow cancel",
    resumedBy: "holdfast flow resume",
    limits: LIMITS,
    declaredWork: "open" as const,
  };
}

function headline({ task, phase, source }: FlowFacts): string {
  const at = phase ? ` (phase: ${phase})` : "";
  const whose = source === "row" ? "The flow" : "The flow in orchestrator.json";
  return `${whose} isn't finished${at}: ${clipLine(task, MAX_TASK_LENGTH) || "(no task given)"}`;
}

function believedRuns({ conditions }: FlowFacts): string[] {
  return conditions
    .filter(({ believed }) => believed)
    .map(({ id, because }) => `Not run again: ${id} (${clipLine(because, MAX_BECAUSE_LENGTH)}).`);
}

function openList([first, ...others]: readonly ConditionState[]): string[] {
  if (!first) return [];
  const names = [
    `${first.id} (${clipLine(first.because, MAX_BECAUSE_LENGTH)})`,
    ...others.map(({ id }) => id),
  ];
  return [`Open, in this order: ${names.join(", ")}.`];
}

function nextStep(held: FlowFacts, first: ConditionState | undefined): string {
  if (first) return clipLine(first.next, MAX_NEXT_LENGTH);
  if (held.source === "row") return "every condition is met. Run `holdfast flow done`.";
  return "finish what is left. The flow ends when its file says verified_done.";
}
