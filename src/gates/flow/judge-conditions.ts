// Which conditions are met, on what evidence, and what is missing for the others. Pure.

import { firstLine } from "../../text/clip.ts";
import {
  declaredQuestions,
  type Judgement,
  lapsed,
  lastOf,
  metBy,
  open,
  openQuestions,
  untried,
} from "./evidence.ts";
import {
  type CheckedCondition,
  COMMAND_OF,
  CONDITION_IDS,
  type ConditionId,
  type Evidence,
  type FlowCase,
  MIN_ADVERSARIAL_COMPLEXITY,
} from "./flow.ts";

export interface ConditionState extends Judgement {
  id: ConditionId;
}

const OF_A_TREE = new Set<Evidence["kind"]>(["change", "passed", "forced"]);

export function judgeConditions(given: FlowCase): ConditionState[] {
  return CONDITION_IDS.map((id) => judgeCondition(id, given));
}

export function openConditions(states: readonly ConditionState[]): ConditionState[] {
  return states.filter(({ state }) => state === "open");
}

/**
 * Whether the work tree has a say in what is open, or in what is said of it: before anything is claimed it has none. The
 * states are those judged on this evidence, on whatever tree.
 */
export function dependsOnTree(states: readonly ConditionState[], evidence: readonly Evidence[]): boolean {
  if (evidence.some(({ kind }) => OF_A_TREE.has(kind))) return true;
  const first = openConditions(states)[0];
  return first === undefined || first.id === "implementation_complete";
}

export function judgeCondition(id: ConditionId, given: FlowCase): ConditionState {
  return { id, ...judge(id, given) };
}

function judge(id: ConditionId, given: FlowCase): Judgement {
  const forced = lastOf(given.evidence, id, ["forced"]);
  if (forced) return { state: "met", because: `forced: ${forced.text}`, next: "" };
  const judged = RULES[id](given);
  return judged.state === "open" && wasWithdrawn(id, given) ? { ...judged, lapsed: true } : judged;
}

function wasWithdrawn(id: ConditionId, { evidence }: FlowCase): boolean {
  return evidence.some(({ condition, kind }) => condition === id && kind === "withdrawn");
}

/** The evidence rule of each condition. */
const RULES: Record<ConditionId, (given: FlowCase) => Judgement> = {
  memory_search: ({ evidence }) => {
    const search = lastOf(evidence, "memory_search", ["search"]);
    if (search) return metBy(search);
    return open(
      "nothing was searched yet",
      'Look for what is already known: `holdfast search "…"` (past work) or `holdfast memory search "…"`.',
    );
  },

  task_classified: ({ flow }) => {
    const { complexity, kind } = flow;
    if (complexity !== null && kind !== null) {
      return { state: "met", because: `complexity ${complexity}, ${kind}`, next: "" };
    }
    const missing = [
      ...(complexity === null ? ["a complexity from 1 to 10"] : []),
      ...(kind === null ? ["a kind"] : []),
    ];
    return open(
      `${missing.join(" and ")} missing`,
      "Classify the task: `holdfast flow set task_classified --complexity N --kind feature|bugfix|refactor|docs|test|chore|research`.",
    );
  },

  must_have_answered: (given) => {
    const questions = declaredQuestions(given.evidence);
    const unanswered = openQuestions(given.evidence);
    const [first] = unanswered;
    if (first) {
      const rest = unanswered.length > 1 ? ` (+${unanswered.length - 1})` : "";
      return {
        ...open(
          `not answered yet: ${first.text}${rest}`,
          `Ask the user: ${unanswered.map(({ text }) => text).join(" · ")}`,
        ),
        needsUser: true,
      };
    }
    if (questions.length > 0) {
      const count = questions.length === 1 ? "1 question" : `${questions.length} questions`;
      return { state: "met", because: `${count}, answered by the user`, next: "" };
    }
    const none = lastOf(given.evidence, "must_have_answered", ["none"]);
    if (none) return metBy(none);
    return open(
      "no list of must-have questions",
      'Declare what only the user can answer: `holdfast flow set must_have_answered --question "…"` (once for each), or `--none`.',
    );
  },

  plan_approved: ({ evidence }) => {
    const approval = lastOf(evidence, "plan_approved", ["approval"]);
    if (approval) return metBy(approval);
    return {
      ...open("the user has not approved a plan", "Show the plan to the user and ask for approval."),
      needsUser: true,
    };
  },

  implementation_complete: ({ evidence, tree }) => {
    const claim = lastOf(evidence, "implementation_complete", ["change"]);
    if (claim && tree.changed) return metBy(claim);
    if (claim) {
      return lapsed("nothing differs from the flow's start any more", "Implement the task.");
    }
    return open(
      tree.changed ? "not declared complete yet" : "nothing changed since the flow's start",
      "Implement the task; when all of it is in the tree, `holdfast flow set implementation_complete`.",
    );
  },

  correctness_passed: (given) => judgeCheck(given, "correctness_passed"),

  quality_passed: (given) => judgeCheck(given, "quality_passed"),

  adversarial_passed: (given) => {
    const { complexity } = given.flow;
    if ((complexity ?? 0) < MIN_ADVERSARIAL_COMPLEXITY) {
      return {
        state: "not-needed",
        because: `complexity ${complexity ?? "not given"}, needed from ${MIN_ADVERSARIAL_COMPLEXITY}`,
        next: "",
      };
    }
    if (given.flow.adversarial !== null) return judgeCheck(given, "adversarial_passed");
    const last = lastOf(given.evidence, "adversarial_passed", ["passed", "failed"]);
    if (last?.kind === "passed") return metBy(last);
    if (last) {
      return open(
        `${last.source} found a blocker: ${firstLine(last.text)}`,
        "Fix the blocker, then have a subagent review the change again.",
      );
    }
    return open(
      "no review yet",
      'Have a subagent review the change critically (description with "adversarial review"; it writes each blocker on a line `BLOCKER: …`).',
    );
  },

  retrospective_done: (given) => {
    const learned = lastOf(given.evidence, "retrospective_done", ["note", "memory"]);
    if (learned) return metBy(learned);
    return open(
      "no retrospective yet",
      'Look back: `holdfast memory save "what was learned" --category runbook` (or decision, constraint, …), or `holdfast flow set retrospective_done --note "nothing to learn because …"`.',
    );
  },
};

/** A pass counts for the tree it was seen on, and for no other. */
function judgeCheck({ flow, evidence, tree }: FlowCase, id: CheckedCondition): Judgement {
  const command = flow[COMMAND_OF[id]];
  const run = `\`holdfast flow set ${id}\` runs it.`;
  const last = lastOf(evidence, id, ["passed", "failed"]);
  if (last?.kind === "passed" && last.treeMark === tree.mark)
    return { ...metBy(last), ...(last.text === "" ? {} : { believed: true as const }) };
  if (command === null && !last) {
    return untried("no command was given", `Give one: \`holdfast flow set ${id} --command "…"\`.`);
  }
  if (last?.kind === "passed") return lapsed("the tree changed since it passed", run);
  if (last) return open(`failed: ${last.text}`, `Fix it; ${run}`);
  return untried(`not run yet: ${command}`, run);
}
