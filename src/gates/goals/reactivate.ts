// A suspended goal is active again after the person's next prompt. That resets no rounds: one that used up its own rounds stays
// suspended.

import type { PromptEvent } from "../../protocol/hook-event.ts";
import { type Goal, listGoals, resumeGoal } from "../../store/goals.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import { clipLine } from "../../text/clip.ts";
import { printable } from "../../text/printable.ts";
import { isEnabled } from "../registry.ts";
import { describeContinuation, publish } from "./after-failure.ts";
import type { GoalKind } from "./goal.ts";

const MAX_TEXT_LENGTH = 120;

export async function reactivateByPrompt<Extra>(
  context: OpenContext,
  { sessionId, prompt }: PromptEvent,
  kind: GoalKind<Extra>,
): Promise<{ messages: string[]; notes: string[] } | null> {
  const { store, loaded, now: at } = context;
  // `/holdfast:cancel` and the like are about the goal, not work on it.
  if (sessionId === null || prompt.startsWith("/holdfast") || !isEnabled(loaded.config, kind.id)) return null;
  const back: { messages: string[]; notes: string[] } = { messages: [], notes: [] };
  for (const suspended of listGoals(store, sessionId)) {
    const { id, state, rounds, maxRounds } = suspended;
    if (suspended.kind !== kind.id || state !== "suspended" || (maxRounds !== null && rounds >= maxRounds))
      continue;
    const goal = resumeGoal(store, id, { at });
    if (goal.fileKey === null) await publish(context, kind, sessionId);
    const text = describeReturn(kind, goal);
    const next = describeContinuation(suspended);
    back.messages.push(`${text}. \`holdfast cancel\` ends it.`);
    back.notes.push(`${text}.${next === null ? "" : ` ${next}`}`);
  }
  return back.notes.length > 0 ? back : null;
}

/** For the person, and for Claude. */
export function describeReturn<Extra>(
  { id, name = id, describeProgress }: GoalKind<Extra>,
  goal: Goal,
): string {
  const text = clipLine(printable(goal.text), MAX_TEXT_LENGTH);
  return `holdfast: the ${name} holds again (${describeProgress(goal)}): ${text}`;
}
