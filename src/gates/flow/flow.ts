// A flow, the nine conditions of VERIFIED_DONE, and what was recorded for them: the material the rules judge.
import type { WorkStatus } from "../../store/tasks.ts";

/** `evidence`: what counts as such, for the help page, `flow status` and refusals. */
export const CONDITIONS = [
  {
    id: "memory_search",
    evidence: "a search of what is known, in this session: `holdfast search`, `holdfast memory search`",
  },
  { id: "task_classified", evidence: "a complexity from 1 to 10 and a kind" },
  {
    id: "must_have_answered",
    evidence: "each must-have question answered by the user, or an explicit empty list",
  },
  {
    id: "plan_approved",
    evidence: "a plan the user approved (ExitPlanMode), or a later prompt of the user that approves",
  },
  { id: "implementation_complete", evidence: "a change (diff or commit) since the flow's start" },
  {
    id: "correctness_passed",
    evidence: "the correctness command passed on the current tree, run by holdfast",
  },
  { id: "quality_passed", evidence: "the quality command passed on the current tree, run by holdfast" },
  {
    id: "adversarial_passed",
    evidence: "a subagent's review without an open blocker, or the adversarial command passed",
  },
  {
    id: "retrospective_done",
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

/** The conditions a command can prove, and the flow's field that has it. */
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
  kind: string | null;
  complexity: number | null;
  /** Commands, given by whoever started the flow. */
  correctness: string | null;
  quality: string | null;
  adversarial: string | null;
  status: WorkStatus;
  /** Names the file of another tool this row stands for; null for a flow of ours. */
  fileKey: string | null;
  /** Blocks given on it. */
  rounds: number;
  resumes: number;
  /** Why it was suspended or cancelled. */
  why: string | null;
  startedBy: "user" | "claude";
  createdAt: number;
  updatedAt: number;
}

export type EvidenceKind =
  /** A sentence of Claude's, kept as such. */
  | "note"
  /** A search for what is known, recorded when it was done. */
  | "search"
  /** A memory that was saved. */
  | "memory"
  /** A must-have question; an answer names it. */
  | "question"
  | "answer"
  /** There are no must-have questions. */
  | "none"
  /** The user approved: a plan, a prompt, a question about the plan. */
  | "approval"
  /** Claude says the work is in the tree; the tree must agree. */
  | "change"
  /** A command's result, or a review's, on the tree of that moment. */
  | "passed"
  | "failed"
  /** Set by `--force`. */
  | "forced"
  /** Set back by `flow set <condition> false`: what came before no longer counts. */
  | "withdrawn";

export interface Evidence {
  id: number;
  condition: ConditionId;
  kind: EvidenceKind;
  /** Where it comes from, such as "command", "prompt", "review by code-reviewer". */
  source: string;
  text: string;
  /** The work tree it was seen on. */
  treeMark: string | null;
  /** The question an answer belongs to. */
  answers: number | null;
  at: number;
}

export type NewEvidence = Pick<Evidence, "condition" | "kind" | "source" | "text" | "at"> &
  Partial<Pick<Evidence, "treeMark" | "answers">>;

/** The work tree now, as far as the rules care. */
export interface TreeView {
  /** Empty where no tree can be seen. */
  mark: string;
  /** Something differs from the flow's start. */
  changed: boolean;
}

export interface FlowCase {
  flow: Flow;
  evidence: readonly Evidence[];
  tree: TreeView;
}
