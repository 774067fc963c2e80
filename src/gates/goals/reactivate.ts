// A suspended goal is active again after the person's next prompt. That resets no rounds: one that used up its own rounds stays
// suspended.

import { sessionStateDir, stateDir } from "../../config/environment.ts";
import type { PromptEvent } from "../../protocol/hook-event.ts";
import { findGoal, resumeGoal } from "../../store/goals.ts";
import { attempt, type OpenContext } from "../../store/hook-context.ts";
import { isEnabled } from "../registry.ts";
import type { GoalKind } from "./goal.ts";
import { describeReturn } from "./goal-gate.ts";
import { publishGoal } from "./state-file.ts";

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
  return { messages: [`${text}. \`holdfast cancel\` ends it.`], notes: [`${text}.`] };
}
