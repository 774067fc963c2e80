// A suspended goal is active again after the person's next prompt. That resets no rounds: one that used up its own rounds stays
// suspended.

import { sessionStateDir, stateDir } from "../../config/environment.ts";
import type { PromptEvent } from "../../protocol/hook-event.ts";
import { findGoal, type Goal, resumeGoal } from "../../store/goals.ts";
import { attempt, type OpenContext } from "../../store/hook-context.ts";
import { clipLine } from "../../text/clip.ts";
import { printable } from "../../text/printable.ts";
import { isEnabled } from "../registry.ts";
import { describeContinuation } from "./after-failure.ts";
import type { GoalKind } from "./goal.ts";
import { publishGoal } from "./state-file.ts";

const MAX_TEXT_LENGTH = 120;

export async function reactivateByPrompt<Extra>(
  context: OpenContext,
  { sessionId, prompt }: PromptEvent,
  kind: GoalKind<Extra>,
): Promise<{ messages: string[]; notes: string[] } | null> {
  const { store, env, loaded, now: at } = context;
  // `/holdfast:cancel` and the like are about the goal, not work on it.
  if (sessionId === null || prompt.startsWith("/holdfast") || !isEnabled(loaded.config, kind.id)) return null;
  const suspended = findGoal(store, kind.id, sessionId);
  if (suspended?.state !== "suspended") return null;
  if (suspended.maxRounds !== null && suspended.rounds >= suspended.maxRounds) return null;
  const goal = resumeGoal(store, suspended.id, { at });
  const folder = sessionStateDir(stateDir(env, loaded), sessionId);
  const { file } = kind;
  if (file && folder !== null && goal.fileKey === null)
    await attempt(context, "state", () => publishGoal(file, folder, store, goal));
  const text = describeReturn(kind, goal);
  const next = describeContinuation(suspended);
  return {
    messages: [`${text}. \`holdfast cancel\` ends it.`],
    notes: [`${text}.${next === null ? "" : ` ${next}`}`],
  };
}

/** For the person, and for Claude. */
export function describeReturn<Extra>({ id, describeProgress }: GoalKind<Extra>, goal: Goal): string {
  const text = clipLine(printable(goal.text), MAX_TEXT_LENGTH);
  return `holdfast: the ${id} holds again (${describeProgress(goal)}): ${text}`;
}
