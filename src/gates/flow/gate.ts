// A flow: Claude goes on until each condition of VERIFIED_DONE has its evidence.

import type { HeldFlow } from "../engine/declared-facts.ts";
import type { Facts } from "../engine/facts.ts";
import type { Finding, Gate } from "../engine/finding.ts";
import { type ConditionState, openConditions } from "./judge-conditions.ts";

const LIMITS = { blocks: 25, minutes: 240 };
const MAX_TASK = 200;
const MAX_BECAUSE = 300;
const MAX_NEXT = 400;
const SHOWN_FILES = 3;
const SPACE = 0x20;
const LAST_PLAIN = 0x7e;

export const flow: Gate = {
  id: "flow",
  events: ["Stop"],
  needs: ["flow", "toolCalls"],
  judge(_event, facts) {
    const held = facts.flow;
    if (!held) return [];
    return [verifyDone(held, facts), ...commitWork(held, facts)];
  },
};

function verifyDone(held: HeldFlow, facts: Facts): Finding {
  const open = openConditions(held.conditions);
  const first = open[0];
  return {
    gate: "flow",
    code: first?.id ?? "not-declared-done",
    severity: "block",
    reason: [headline(held), ...tampering(held), ...openList(open), `Next: ${nextStep(held, first)}`].join(
      "\n",
    ),
    fingerprint: `flow:${held.id}:${open.map(({ id }) => id).join(",")}`,
    ...common(held, facts),
    ...(first?.needsUser ? { needsUser: true as const } : {}),
  };
}

/** While work is still going on, uncommitted files are the normal state. */
function commitWork(held: HeldFlow, facts: Facts): Finding[] {
  if (held.uncommitted.length === 0) return [];
  const isImplemented = held.conditions.some(
    ({ id, state }) => id === "implementation_complete" && state === "met",
  );
  if (!isImplemented) return [];
  const shown = held.uncommitted.slice(0, SHOWN_FILES).join(", ");
  const more = held.uncommitted.length - SHOWN_FILES;
  return [
    {
      gate: "flow",
      code: "uncommitted",
      severity: facts.config.flow.commit === "block" ? "block" : "advise",
      reason: `Changed in this flow and not committed: ${shown}${more > 0 ? ` +${more}` : ""}. Commit what belongs to the task.`,
      fingerprint: `flow-uncommitted:${held.id}`,
      ...common(held, facts),
    },
  ];
}

function common(held: HeldFlow, { toolCalls }: Facts) {
  return {
    progress: `tree:${held.treeMark} tools:${toolCalls}`,
    releasedBy:
      held.source === "row"
        ? "evidence for each open condition and `holdfast flow done`, or `holdfast flow cancel`"
        : "verified_done: true in orchestrator.json, by the tool that wrote it, or `holdfast flow cancel`",
    endedBy: "holdfast flow cancel",
    resumedBy: "holdfast flow resume",
    limits: LIMITS,
  };
}

function headline({ task, phase, source }: HeldFlow): string {
  const at = phase ? ` (phase: ${phase})` : "";
  const whose = source === "row" ? "The flow" : "The flow in orchestrator.json";
  return `${whose} is not verified done${at}: ${clip(task, MAX_TASK) || "(no task given)"}`;
}

function tampering({ claimed }: HeldFlow): string[] {
  return claimed
    ? ["Writing into orchestrator.json does not count, only evidence does; the file was put right."]
    : [];
}

function openList(open: readonly ConditionState[]): string[] {
  const first = open[0];
  if (!first) return [];
  let named = `${first.id} (${clip(first.because, MAX_BECAUSE)})`;
  for (const { id } of open) if (id !== first.id) named += `, ${id}`;
  return [`Open, in this order: ${named}.`];
}

function nextStep(held: HeldFlow, first: ConditionState | undefined): string {
  if (first) return clip(first.next, MAX_NEXT);
  if (held.source === "row") return "every condition has its evidence: run `holdfast flow done`.";
  return "finish what is left; the flow ends when its file says verified_done.";
}

function clip(text: string, most: number): string {
  const line = isPlainLine(text) ? text : text.replaceAll(/\s+/g, " ");
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}

/** Mostly so, and told faster than by a first pattern: nothing but single spaces between letters of ASCII. */
function isPlainLine(text: string): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < SPACE || code > LAST_PLAIN || (code === SPACE && before === SPACE)) return false;
    before = code;
  }
  return true;
}
