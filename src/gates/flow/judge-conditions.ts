// Judges which conditions are met by the evidence, and what is missing for the others. Pure.

import { describeActor } from "../../store/notices.ts";
import { firstLine } from "../../text/clip.ts";
import type { ConditionState } from "../goals/goal.ts";
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
  isEventCondition,
  MIN_ADVERSARIAL_COMPLEXITY,
} from "./flow.ts";

export interface FlowCondition extends ConditionState {
  id: ConditionId;
}

const TREE_EVIDENCE = new Set(["change", "passed", "forced"]);

export function judgeConditions(flowCase: FlowCase): FlowCondition[] {
  return CONDITION_IDS.map((id) => judgeCondition(id, flowCase));
}

export function openConditions<T extends ConditionState>(states: readonly T[]): T[] {
  return states.filter(({ state }) => state === "open");
}

/** The phase of a flow is that of its first open condition. */
const PHASE_OF: Record<ConditionId, string> = {
  memory_search: "planning",
  task_classified: "planning",
  must_have_answered: "planning",
  plan_approved: "planning",
  implementation_complete: "implementation",
  correctness_passed: "validation",
  quality_passed: "validation",
  adversarial_passed: "validation",
  retrospective_done: "retrospective",
};

export function phaseOf(states: readonly FlowCondition[]): string {
  const [first] = openConditions(states);
  return first ? PHASE_OF[first.id] : "done";
}

export function waivedConditions(states: readonly ConditionState[]): string[] {
  return states.filter(({ state }) => state === "waived").map(({ id }) => id);
}

/**
 * Whether the states depend on the work tree. They do not before anything is claimed. `states`: judged by this evidence, on any
 * tree.
 */
export function dependsOnTree(states: readonly ConditionState[], evidence: readonly Evidence[]): boolean {
  if (evidence.some(({ kind }) => TREE_EVIDENCE.has(kind))) return true;
  const first = openConditions(states)[0];
  return first === undefined || first.id === "implementation_complete";
}

export function judgeCondition(id: ConditionId, flowCase: FlowCase): FlowCondition {
  return { id, ...judge(id, flowCase) };
}

function judge(id: ConditionId, flowCase: FlowCase): Judgement {
  const forced = lastOf(flowCase.evidence, id, ["forced"]);
  if (forced && (forced.source === "user" || isEventCondition(id)))
    return { state: "met", because: `forced: ${forced.text}`, next: "" };
  const judged = RULES[id](flowCase);
  if (forced && judged.state === "open")
    return {
      state: "waived",
      because: `waived ${describeActor(forced.source)}, not met: ${forced.text}`,
      next: "",
    };
  return judged.state === "open" && wasWithdrawn(id, flowCase) ? { ...judged, lapsed: true } : judged;
}

function wasWithdrawn(id: ConditionId, { evidence }: FlowCase): boolean {
  return evidence.some(({ condition, kind }) => condition === id && kind === "withdrawn");
}

/** As a person reads it; rows have the sources. */
const APPROVED_BY: Record<string, string> = {
  ExitPlanMode: "by the user, in plan mode",
  AskUserQuestion: "by the user's answer to a question",
  "flow approve": "by the user, with `holdfast flow approve`",
};

/** The evidence rule of each condition. */
const RULES: Record<ConditionId, (given: FlowCase) => Judgement> = {
  memory_search: ({ evidence }) => {
    const search = lastOf(evidence, "memory_search", ["search"]);
    if (search) return metBy(search);
    return open(
      "nothing was searched yet",
      'Search for what is already known: `holdfast search "…"` (past work) or `holdfast memory search "…"`.',
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
        askUser: `The flow waits for your answer: ${unanswered.map(({ text }) => text).join(" · ")}`,
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
    if (approval) return metBy({ ...approval, source: APPROVED_BY[approval.source] ?? approval.source });
    return {
      ...open(
        "the user has not approved a plan",
        'Show the plan, then ask with AskUserQuestion whether the plan is approved; one option is labelled "Approve". The user can type `! holdfast flow approve` instead.',
      ),
      needsUser: true,
      askUser:
        "The plan waits for your approval. To approve: answer the dialog, or type `! holdfast flow approve`.",
    };
  },

  implementation_complete: ({ evidence, tree }) => {
    const claim = lastOf(evidence, "implementation_complete", ["change"]);
    if (claim && tree.changed) return metBy(claim);
    if (claim) {
      return lapsed("nothing of this session differs from the flow's start", "Implement the task.");
    }
    return open(
      tree.changed ? "not declared complete yet" : "this session changed nothing since the flow's start",
      "Implement the task. When it is complete, run `holdfast flow set implementation_complete`.",
    );
  },

  correctness_passed: (given) => judgeCheck(given, "correctness_passed"),

  quality_passed: (given) => judgeCheck(given, "quality_passed"),

  adversarial_passed: (given) => {
    const { complexity, judge: ask } = given.flow;
    if (ask !== null) return judgeAnswer(given, ask);
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

/** The answer counts only for the tree that the judge saw. Without git that is not known. */
function judgeAnswer({ evidence, tree }: FlowCase, ask: string): Judgement {
  const question = { by: "judge", ask } as const;
  const last = lastOf(evidence, "adversarial_passed", ["passed", "failed"]);
  const isCurrent = tree.fingerprint === "" || last?.treeMark === tree.fingerprint;
  if (last?.source !== "judge" || !isCurrent)
    return {
      ...open("no judge has reviewed this state yet", "Stop: the judge is asked after the turn."),
      ...question,
      awaitsJudge: true,
    };
  if (last.kind === "passed") return { ...metBy(last), ...question };
  const fingerprint = Bun.hash(last.text).toString(36);
  return {
    ...open(`A judge found a blocker: ${last.text}`, "Fix that, then stop."),
    ...question,
    fingerprint,
  };
}

/** A pass counts only for the tree on which the command ran. */
function judgeCheck({ flow, evidence, tree }: FlowCase, id: CheckedCondition): Judgement {
  const command = flow[COMMAND_OF[id]];
  const run = `\`holdfast flow set ${id}\` runs it.`;
  const last = lastOf(evidence, id, ["passed", "failed"]);
  if (last?.kind === "passed" && last.treeMark === tree.fingerprint)
    return { ...metBy(last), ...(last.text === "" ? {} : { believed: true as const }) };
  if (command === null && !last) {
    return untried("no command was given", `Give one: \`holdfast flow set ${id} --command "…"\`.`);
  }
  if (last?.kind === "passed") return lapsed("the tree changed since it passed", run);
  if (last) return open(`failed: ${last.text}`, `Fix it; ${run}`);
  return untried(`not run yet: ${command}`, run);
}
