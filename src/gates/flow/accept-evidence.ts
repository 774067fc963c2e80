// What `flow set` accepts as evidence, condition by condition. A claim alone is none.

import { UserError } from "../../text/user-error.ts";
import { declaredQuestions, lastOf } from "./evidence.ts";
import {
  type CheckedCondition,
  COMMAND_OF,
  type ConditionId,
  MIN_ADVERSARIAL_COMPLEXITY,
  type NewEvidence,
} from "./flow.ts";
import type { FlowStateOnTree } from "./flow-state.ts";
import type { FlowChange } from "./rows.ts";

/** What the options of `flow set` bring. */
export interface Offer {
  note: string;
  questions: string[];
  none: boolean;
  complexity: number | null;
  kind: string | null;
  command: string | null;
}

export interface Acceptance {
  evidence: NewEvidence[];
  change: FlowChange;
  /** The command that must run to prove it. */
  check: { condition: CheckedCondition; command: string } | null;
}

export function acceptEvidence(id: ConditionId, offer: Offer, seen: FlowStateOnTree, at: number): Acceptance {
  return { ...NOTHING, ...RULES[id](offer, seen, at) };
}

const NOTHING: Acceptance = { evidence: [], change: {}, check: null };

type Rule = (offer: Offer, seen: FlowStateOnTree, at: number) => Partial<Acceptance>;

const RULES: Record<ConditionId, Rule> = {
  // Only a search counts, and `holdfast search` records it by itself.
  memory_search: () => ({}),

  task_classified: ({ complexity, kind }, { flow }) => {
    const lowers =
      (flow.complexity ?? 0) >= MIN_ADVERSARIAL_COMPLEXITY && (complexity ?? 10) < MIN_ADVERSARIAL_COMPLEXITY;
    if (lowers) {
      throw new UserError(
        "lower-complexity",
        `complexity ${flow.complexity} was given: ${complexity} would do without the review`,
        'If the user wants that: `holdfast flow set adversarial_passed --force --why "…"`.',
      );
    }
    return { change: { ...(complexity ? { complexity } : {}), ...(kind ? { kind } : {}) } };
  },

  must_have_answered: ({ questions, none }, { evidence }, at) => {
    const condition = "must_have_answered";
    const declared = declaredQuestions(evidence);
    if (none && (declared.length > 0 || questions.length > 0)) {
      throw new UserError(
        "questions-declared",
        "questions were declared, so the list is not empty",
        "Ask the user; their next prompt answers.",
      );
    }
    if (none)
      return { evidence: [{ condition, kind: "none", source: "no must-have questions", text: "", at }] };
    const fresh = questions.filter((text) => !declared.some((row) => row.text === text));
    return {
      evidence: fresh.map((text) => ({ condition, kind: "question", source: "flow set", text, at })),
    };
  },

  // Only the user's own act counts, and that is found in the transcript.
  plan_approved: () => ({}),

  implementation_complete: ({ note }, { tree }, at) => {
    if (!tree.changed) return {};
    return {
      evidence: [
        {
          condition: "implementation_complete",
          kind: "change",
          source: "a change since the start",
          text: note,
          treeMark: tree.mark,
          at,
        },
      ],
    };
  },

  correctness_passed: (offer, seen) => acceptCheck("correctness_passed", offer, seen),
  quality_passed: (offer, seen) => acceptCheck("quality_passed", offer, seen),

  adversarial_passed: (offer, seen) => {
    const isNeeded = (seen.flow.complexity ?? 0) >= MIN_ADVERSARIAL_COMPLEXITY;
    return isNeeded ? acceptCheck("adversarial_passed", offer, seen) : {};
  },

  retrospective_done: ({ note }, { states }, at) => {
    if (note === "") return {};
    if (states.some(({ id, state }) => id === "implementation_complete" && state === "open")) {
      throw new UserError(
        "too-early",
        "retrospective_done stays open: the implementation is not complete, there is nothing to look back on",
        "First: `holdfast flow set implementation_complete`.",
      );
    }
    if (!givesReason(note)) {
      throw new UserError(
        "no-reason",
        "retrospective_done stays open: what was learned is a memory, and nothing learned needs a reason",
        'Save it: `holdfast memory save "…" --category runbook`. Or --note "nothing to learn because the change only renames a variable".',
      );
    }
    return { evidence: [{ condition: "retrospective_done", kind: "note", source: "note", text: note, at }] };
  },
};

function acceptCheck(
  id: CheckedCondition,
  { command }: Offer,
  { flow, evidence, tree }: FlowStateOnTree,
): Partial<Acceptance> {
  const field = COMMAND_OF[id];
  const given = flow[field];
  if (command !== null && given !== null && command !== given) {
    throw new UserError(
      "other-command",
      `the command of ${id} is \`${given}\``,
      "It was given at the start and stays; without --command it runs.",
    );
  }
  const toRun = given ?? command;
  if (toRun === null) return {};
  // It would only say the same again.
  const last = lastOf(evidence, id, ["passed", "failed"]);
  if (given !== null && last?.kind === "passed" && tree.mark !== "" && last.treeMark === tree.mark) return {};
  return { change: given === null ? { [field]: toRun } : {}, check: { condition: id, command: toRun } };
}

/** "Nothing to learn" alone says nothing; what was learned speaks for itself. */
function givesReason(note: string): boolean {
  const isNothing = /^(nothing|none|no |n\/a|nichts|keine|rien|nada)/i.test(note);
  return isNothing && /\b(because|since|as|weil|da|car|parce|porque)\b.+\S/i.test(note);
}
