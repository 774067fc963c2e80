// Types of a flow, the nine conditions of VERIFIED_DONE, and their evidence.
import {
  type Condition,
  changeGoal,
  type Evidence,
  findGoal,
  type Goal,
  insertGoal,
  isForJudge,
  type NewEvidence,
  statusOf,
  type WorkStatus,
  waivedOf,
} from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";

export type { Evidence, NewEvidence };

/** `by`: who can meet it. `evidence`: what counts as evidence, for help, `flow status` and error messages. */
export const CONDITIONS = [
  {
    id: "memory_search",
    by: "event",
    evidence:
      "a search for what is already known, in this session: `holdfast search`, `holdfast memory search`",
  },
  { id: "task_classified", by: "event", evidence: "a complexity from 1 to 10 and a kind" },
  {
    id: "must_have_answered",
    by: "person",
    evidence: "each must-have question answered by the user, or an explicit empty list",
  },
  {
    id: "plan_approved",
    by: "person",
    evidence: "the user accepted a plan, chose Approve in a dialog, or typed `holdfast flow approve`",
  },
  {
    id: "implementation_complete",
    by: "event",
    evidence: "a change (diff or commit) since the flow's start",
  },
  {
    id: "correctness_passed",
    by: "command",
    evidence: "the correctness command passed on the current tree, run by holdfast",
  },
  {
    id: "quality_passed",
    by: "command",
    evidence: "the quality command passed on the current tree, run by holdfast",
  },
  {
    id: "adversarial_passed",
    by: "judge",
    evidence:
      "a subagent's review without an open blocker, the adversarial command, or with --judge your judge",
  },
  {
    id: "retrospective_done",
    by: "event",
    evidence: 'a memory saved in this session, or a note "nothing to learn because …"',
  },
] as const;

export type ConditionId = (typeof CONDITIONS)[number]["id"];

export const CONDITION_IDS: readonly ConditionId[] = CONDITIONS.map(({ id }) => id);

/** From this complexity on a flow needs an adversarial review. */
export const MIN_ADVERSARIAL_COMPLEXITY = 7;

export const KINDS = [
  "feature",
  "bugfix",
  "refactor",
  "docs",
  "test",
  "chore",
  "research",
  "performance",
  "security",
] as const;

export function isConditionId(value: string): value is ConditionId {
  return (CONDITION_IDS as readonly string[]).includes(value);
}

/** The conditions that a command can prove, and the field of the flow with that command. */
export const COMMAND_OF = {
  correctness_passed: "correctness",
  quality_passed: "quality",
  adversarial_passed: "adversarial",
} as const satisfies Partial<Record<ConditionId, keyof Flow>>;

export type CheckedCondition = keyof typeof COMMAND_OF;

export interface Flow {
  id: number;
  sessionId: string;
  /** Where its commands run and its tree is read. */
  projectDir: string;
  task: string;
  phase: string;
  /** Conditions that were given up. */
  waived: string[];
  kind: string | null;
  complexity: number | null;
  /** Commands, set when the flow was started. */
  correctness: string | null;
  quality: string | null;
  adversarial: string | null;
  /** The question for an agent judge, who reviews instead of a subagent. */
  judge: string | null;
  status: WorkStatus;
  /** Identifies the flow of another tool that this row stands for; null for a flow of ours. */
  fileKey: string | null;
  /** Blocks so far. */
  rounds: number;
  resumes: number;
  /** Why it was suspended or cancelled. */
  why: string | null;
  startedBy: "user" | "claude";
  createdAt: number;
  updatedAt: number;
}

export type EvidenceKind =
  /** What Claude wrote. */
  | "note"
  /** A search in past work or memories. */
  | "search"
  | "memory"
  /** A must-have question; an answer names it. */
  | "question"
  | "answer"
  /** There are no must-have questions. */
  | "none"
  /** The user approved: in plan mode, in a dialog, or by `flow approve`. */
  | "approval"
  /** Claude says that the work is done; the tree must have changed. */
  | "change"
  /** The result of a command or a review on the tree of that time. */
  | "passed"
  | "failed"
  /** Set by `--force`, by whom the source says. */
  | "forced"
  /** Set by `flow set <condition> false`: earlier evidence no longer counts. */
  | "withdrawn";

/** The present work tree, as far as the rules need it. */
export interface TreeView {
  /** Empty when the tree cannot be read. */
  fingerprint: string;
  /** Something differs from the flow's start. */
  changed: boolean;
}

export const NO_TREE: TreeView = { fingerprint: "", changed: false };

export interface FlowCase {
  flow: Flow;
  evidence: readonly Evidence[];
  tree: TreeView;
}

export function findFlow(store: Store, sessionId: string): Flow | null {
  const goal = findGoal(store, "flow", sessionId);
  return goal && toFlow(goal);
}

/** As `flow status --json` shows it. */
export function toFlow(goal: Goal): Flow {
  const { details, conditions } = goal;
  const command = (id: CheckedCondition) => conditions.find((one) => one.id === id)?.run ?? null;
  return {
    id: goal.id,
    sessionId: goal.sessionId,
    projectDir: goal.projectDir,
    task: goal.text,
    phase: typeof details.phase === "string" ? details.phase : "planning",
    waived: waivedOf(goal),
    kind: typeof details.kind === "string" ? details.kind : null,
    complexity: typeof details.complexity === "number" ? details.complexity : null,
    correctness: command("correctness_passed"),
    quality: command("quality_passed"),
    adversarial: command("adversarial_passed"),
    judge: conditions.find(isForJudge)?.ask ?? null,
    status: statusOf(goal),
    fileKey: goal.fileKey,
    rounds: goal.rounds,
    resumes: goal.resumes,
    why: goal.why,
    startedBy: goal.startedBy,
    createdAt: goal.createdAt,
    updatedAt: goal.updatedAt,
  };
}

export type FlowCommands = Pick<Flow, "correctness" | "quality" | "adversarial">;
export type FlowProofs = FlowCommands & Pick<Flow, "judge">;

export function flowConditions({ judge, ...commands }: FlowProofs): Condition[] {
  return CONDITIONS.map(({ id, by }) => {
    if (!isChecked(id)) return { id, by };
    const run = commands[COMMAND_OF[id]];
    if (run !== null || by !== "judge") return { id, by: "command", run };
    return judge === null ? { id, by } : { id, by, ask: judge };
  });
}

/** Claude's own word can meet it: neither the person, a command nor a judge has to. */
export function isEventCondition(id: ConditionId): boolean {
  return CONDITIONS.some((one) => one.id === id && one.by === "event");
}

export function isChecked(id: ConditionId): id is CheckedCondition {
  return id in COMMAND_OF;
}

export function startFlow(
  store: Store,
  flow: Pick<Flow, "sessionId" | "projectDir" | "task" | "kind" | "complexity" | "startedBy" | "createdAt"> &
    FlowProofs & { startTree: string | null },
): Goal {
  const { task, kind, complexity, correctness, quality, adversarial, judge, ...goal } = flow;
  return insertGoal(store, {
    ...goal,
    kind: "flow",
    text: task,
    conditions: flowConditions({ correctness, quality, adversarial, judge }),
    details: { phase: "planning", kind, complexity },
    maxRounds: null,
    maxMinutes: FLOW_LIMITS.minutes,
  });
}

/** Per prompt. */
export const FLOW_LIMITS = { blocks: 25, minutes: 240 };

export type FlowChange = Partial<Pick<Flow, "kind" | "complexity" | "phase" | "waived"> & FlowCommands>;

/** Leaves absent fields unchanged. */
export function changeFlow(store: Store, flow: Flow, change: FlowChange, at: number): void {
  const { correctness, quality, adversarial, ...details } = change;
  const commands = {
    correctness: correctness ?? flow.correctness,
    quality: quality ?? flow.quality,
    adversarial: adversarial ?? flow.adversarial,
  };
  changeGoal(store, flow.id, { conditions: flowConditions({ ...commands, judge: flow.judge }), details }, at);
}
