// Decides what `flow set` accepts as evidence for each condition. A claim is not enough: a command is run.
import type { Environment } from "../../config/environment.ts";
import type { CommandResult } from "../../platform/process/run-command.ts";
import type { OwnRun } from "../../recording/queue/pending-queue.ts";
import { redact } from "../../text/redaction/redact.ts";
import { UserError } from "../../text/user-error.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import { runVerifyCommand, type VerifyResult } from "../commands/verify-command.ts";
import { declaredQuestions, lastOf } from "./evidence.ts";
import {
  type CheckedCondition,
  COMMAND_OF,
  type ConditionId,
  type Flow,
  type FlowChange,
  MIN_ADVERSARIAL_COMPLEXITY,
  type NewEvidence,
} from "./flow.ts";
import type { FlowStateOnTree } from "./flow-state.ts";

/** The options of `flow set`. */
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
  check: { condition: CheckedCondition; command: string } | null;
}

export function acceptEvidence(id: ConditionId, offer: Offer, seen: FlowStateOnTree, at: number): Acceptance {
  return { ...NOTHING, ...RULES[id](offer, seen, at) };
}

const NOTHING: Acceptance = { evidence: [], change: {}, check: null };

type Rule = (offer: Offer, seen: FlowStateOnTree, at: number) => Partial<Acceptance>;

const RULES: Record<ConditionId, Rule> = {
  // Only a search counts, and `holdfast search` records it itself.
  memory_search: () => ({}),

  task_classified: ({ complexity, kind }, { flow }) => {
    const lowers =
      (flow.complexity ?? 0) >= MIN_ADVERSARIAL_COMPLEXITY && (complexity ?? 10) < MIN_ADVERSARIAL_COMPLEXITY;
    if (lowers) {
      throw new UserError(
        "lower-complexity",
        `the complexity is already ${flow.complexity}, and ${complexity} would skip the review`,
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
        "the list of questions is not empty",
        "Ask the user. Their next prompt is the answer.",
      );
    }
    if (none)
      return { evidence: [{ condition, kind: "none", source: "no must-have questions", text: "", at }] };
    const fresh = questions.filter((text) => !declared.some((row) => row.text === text));
    return {
      evidence: fresh.map((text) => ({ condition, kind: "question", source: "flow set", text, at })),
    };
  },

  // Only an act of the user counts: it is found in the transcript, or `flow approve` records it.
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
          treeMark: tree.fingerprint,
          at,
        },
      ],
    };
  },

  correctness_passed: (offer, seen) => acceptCheck("correctness_passed", offer, seen),
  quality_passed: (offer, seen) => acceptCheck("quality_passed", offer, seen),

  adversarial_passed: (offer, seen) => {
    if (seen.flow.judge !== null && offer.command !== null)
      throw new UserError(
        "other-proof",
        "a judge reviews this flow, so no command can",
        "Leave out --command, and stop: the judge is asked after the turn.",
      );
    if (seen.flow.judge !== null) return {};
    const isNeeded = (seen.flow.complexity ?? 0) >= MIN_ADVERSARIAL_COMPLEXITY;
    return isNeeded ? acceptCheck("adversarial_passed", offer, seen) : {};
  },

  retrospective_done: ({ note }, { states }, at) => {
    if (note === "") return {};
    if (states.some(({ id, state }) => id === "implementation_complete" && state === "open")) {
      throw new UserError(
        "too-early",
        "retrospective_done stays open: the implementation is not complete yet",
        "First: `holdfast flow set implementation_complete`.",
      );
    }
    if (!givesReason(note)) {
      throw new UserError(
        "no-reason",
        "retrospective_done stays open: it needs a memory of what you learned, or the reason why there is nothing to learn",
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
  const configured = flow[field];
  if (command !== null && configured !== null && command !== configured) {
    throw new UserError(
      "other-command",
      `the command of ${id} is \`${configured}\``,
      "Leave out --command to run it. It was set at the start and cannot be changed.",
    );
  }
  const toRun = configured ?? command;
  if (toRun === null) return {};
  // It passed on this tree already.
  const last = lastOf(evidence, id, ["passed", "failed"]);
  if (
    configured !== null &&
    last?.kind === "passed" &&
    tree.fingerprint !== "" &&
    last.treeMark === tree.fingerprint
  )
    return {};
  return { change: configured === null ? { [field]: toRun } : {}, check: { condition: id, command: toRun } };
}

/** "Nothing to learn" needs a reason. */
function givesReason(note: string): boolean {
  const isNothing = /^(nothing|none|no |n\/a|nichts|keine|rien|nada)/i.test(note);
  return isNothing && /\b(because|since|as|weil|da|car|parce|porque)\b.+\S/i.test(note);
}

const MAX_COMMAND_MS = 10 * 60_000;
const MAX_TREE_MS = 30_000;
const MAX_ERROR_LENGTH = 1000;

/** Runs the command of a condition. The result counts for the tree after the run. */
export async function runConditionCommand(
  env: Environment,
  { projectDir, sessionId }: Flow,
  { condition, command }: { condition: CheckedCondition; command: string },
  onRun: (run: OwnRun, result: CommandResult) => Promise<void>,
): Promise<NewEvidence> {
  let ran: CommandResult | null = null;
  const { passed, error } = await runInterruptibly(command, projectDir, async (result) => {
    ran = result;
  });
  const tree = await readTreeState(projectDir, { env, deadlineMs: MAX_TREE_MS });
  const run = { check: `flow ${condition}`, command, dir: projectDir, tree: tree.fingerprint || null };
  if (ran !== null) await onRun({ sessionId, ...run }, ran);
  return {
    condition,
    kind: passed ? "passed" : "failed",
    source: `\`${redact(command).text}\``,
    text: passed ? "" : error.trim().slice(0, MAX_ERROR_LENGTH),
    treeMark: tree.fingerprint,
    at: Date.now(),
  };
}

/** A signal to us (Ctrl-C, Claude's Bash tool) also ends the command, without a result. */
async function runInterruptibly(
  command: string,
  projectDir: string,
  onResult: (result: CommandResult) => Promise<void>,
): Promise<VerifyResult> {
  const ended = new AbortController();
  const end = () => ended.abort();
  process.once("SIGINT", end).once("SIGTERM", end).once("SIGHUP", end);
  try {
    const result = await runVerifyCommand(command, projectDir, MAX_COMMAND_MS, {
      signal: ended.signal,
      onResult,
    });
    if (!ended.signal.aborted) return result;
    throw new UserError("ended", `\`${command}\` was interrupted`, "Nothing was recorded.");
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end).off("SIGHUP", end);
  }
}
