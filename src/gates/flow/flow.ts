// Types of a flow, the nine conditions of VERIFIED_DONE, and their evidence.
import type { WorkStatus } from "../../store/tasks.ts";

/** `evidence`: what counts as evidence, for help, `flow status` and error messages. */
export const CONDITIONS = [
  {
    id: "memory_search",
    evidence:
      "a search for what is already known, in this session: `holdfast search`, `holdfast memory search`",
  },
  { id: "task_classified", evidence: "a complexity from 1 to 10 and a kind" },
  {
    id: "must_have_answered",
    evidence: "each must-have question answered by the user, or an explicit empty list",
  },
  {
    id: "plan_approved",
    evidence: "the user accepted a plan, chose Approve in a dialog, or typed `holdfast flow approve`",
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
  kind: string | null;
  complexity: number | null;
  /** Commands, set when the flow was started. */
  correctness: string | null;
  quality: string | null;
  adversarial: string | null;
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
  /** Set by `--force`. */
  | "forced"
  /** Set by `flow set <condition> false`: earlier evidence no longer counts. */
  | "withdrawn";

export interface Evidence {
  id: number;
  condition: ConditionId;
  kind: EvidenceKind;
  /** Its origin, such as "command", "prompt", "review by code-reviewer". */
  source: string;
  text: string;
  /** The fingerprint of the work tree at that time. */
  treeMark: string | null;
  /** The id of the question that this answers. */
  answers: number | null;
  at: number;
}

export type NewEvidence = Pick<Evidence, "condition" | "kind" | "source" | "text" | "at"> &
  Partial<Pick<Evidence, "treeMark" | "answers">>;

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
