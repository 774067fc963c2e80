import { clipLine, shortList } from "../../text/clip.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import type { Flow, NewEvidence } from "./flow.ts";
import { type ConditionState, openConditions } from "./judge-conditions.ts";

export interface FlowFacts {
  /** "row": our command started it. "file": another tool's file, taken at its word. */
  source: "row" | "file";
  /** The same while it goes on; another after each resume. */
  id: string;
  task: string;
  phase: string;
  conditions: ConditionState[];
  /** Its file says more than the evidence does. */
  claimed: boolean;
  /** The work tree as the conditions were judged on it; empty where that cannot be seen. */
  treeMark: string;
  /** Files changed since its start and not committed, without what was already being worked on then. */
  uncommitted: string[];
  row: Flow | null;
  /** Names the file it comes from, so that the next one in its place is told apart. */
  fileKey: string | null;
  /** What the user did, and runs that passed, found just now and not yet recorded. */
  recognised: NewEvidence[];
  toolCalls: number;
}

const LIMITS = { blocks: 25, minutes: 240 };
const MAX_TASK = 200;
const MAX_BECAUSE = 300;
const MAX_NEXT = 400;
const SHOWN_FILES = 3;

export function judgeFlow({ config }: StopView, facts: FlowFacts): Finding[] {
  return [verifyDone(facts), ...commitWork(facts, config.flow.commit)];
}

function verifyDone(flow: FlowFacts): Finding {
  const open = openConditions(flow.conditions);
  const first = open[0];
  return {
    gate: "flow",
    code: first?.id ?? "not-declared-done",
    severity: "block",
    reason: [
      headline(flow),
      ...tampering(flow),
      ...believedRuns(flow),
      ...openList(open),
      `Next: ${nextStep(flow, first)}`,
    ].join("\n"),
    again: [`The flow is still not verified done. ${stillOpen(first)}`, ...tampering(flow)].join("\n"),
    fingerprint: `flow:${flow.id}:${open.map(({ id }) => id).join(",")}`,
    ...common(flow),
    ...(first?.needsUser ? { needsUser: true as const } : {}),
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
      reason: `Changed in this flow and not committed: ${shortList(uncommitted, SHOWN_FILES)}. Commit what belongs to the task.`,
      fingerprint: `flow-uncommitted:${flow.id}`,
      ...common(flow),
    },
  ];
}

function common({ source, treeMark, toolCalls }: FlowFacts) {
  return {
    progress: `tree:${treeMark} tools:${toolCalls}`,
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
  return `${whose} is not verified done${at}: ${clipLine(task, MAX_TASK) || "(no task given)"}`;
}

function tampering({ claimed }: FlowFacts): string[] {
  return claimed
    ? ["Writing into orchestrator.json does not count, only evidence does; the file was corrected."]
    : [];
}

/** What did not run again, and on whose word. */
function believedRuns({ conditions }: FlowFacts): string[] {
  return conditions
    .filter(({ believed }) => believed)
    .map(({ id, because }) => `Not run again: ${id} (${clipLine(because, MAX_BECAUSE)}).`);
}

function openList(open: readonly ConditionState[]): string[] {
  const first = open[0];
  if (!first) return [];
  const others = open.slice(1).map(({ id }) => `, ${id}`);
  return [`Open, in this order: ${first.id} (${clipLine(first.because, MAX_BECAUSE)})${others.join("")}.`];
}

function stillOpen(first: ConditionState | undefined): string {
  return first ? `Open: ${first.id}.` : "Run `holdfast flow done`.";
}

function nextStep(held: FlowFacts, first: ConditionState | undefined): string {
  if (first) return clipLine(first.next, MAX_NEXT);
  if (held.source === "row") return "every condition has its evidence: run `holdfast flow done`.";
  return "finish what is left; the flow ends when its file says verified_done.";
}
