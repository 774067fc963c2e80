// The nine conditions of VERIFIED_DONE, in the order in which they are worked off.

export interface Condition {
  id: string;
  /** What counts as evidence, for the help page, `flow status` and refusals. */
  evidence: string;
}

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
  { id: "correctness_passed", evidence: "the correctness command passed on the current tree" },
  { id: "quality_passed", evidence: "the quality command passed on the current tree" },
  {
    id: "adversarial_passed",
    evidence: "a subagent's review without an open blocker, or the adversarial command passed",
  },
  {
    id: "retrospective_done",
    evidence: 'a memory saved in this session, or a note "nothing to learn because …"',
  },
] as const satisfies readonly Condition[];

export type ConditionId = (typeof CONDITIONS)[number]["id"];

export const CONDITION_IDS: readonly ConditionId[] = CONDITIONS.map(({ id }) => id);

/** From this complexity on a flow needs an adversarial review. */
export const ADVERSARIAL_FROM = 7;

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
