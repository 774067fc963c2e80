// What of this session is worth saving, when Claude may be asked: once in a budget, and not soon after the last time.

import { loadTriageSettings } from "../../config/older-config.ts";
import { databasePath } from "../../config/paths.ts";
import { choosePrompts } from "../../memory/inbox/choose-prompts.ts";
import { lastPromptAt } from "../../memory/inbox/prompted-candidates.ts";
import { triageAtStop } from "../../memory/inbox/triage-at-stop.ts";
import { triageOptions } from "../../memory/inbox/triage-transcript.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import { mayCapture } from "../../recording/capture/may-capture.ts";
import { attachMemory } from "../../store/attach-memory.ts";
import type { HookContext } from "../../store/event-context.ts";
import type { Store } from "../../store/open.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { isTurnComplete } from "../../transcript/turn-end.ts";
import { sessionProjectKey } from "../../worktree/project-key.ts";
import type { BudgetRow } from "../engine/budgets.ts";
import type { WorthSaving } from "../engine/facts.ts";
import type { Known } from "../engine/known.ts";

const PAUSE_MS = 300_000;

export async function gatherTriage(
  context: HookContext<GatedEvent>,
  { store, loaded, budget }: Known,
): Promise<WorthSaving[]> {
  const { event, env, projectDir, now } = context;
  const { sessionId, transcriptPath: path } = event;
  if (event.name !== "Stop" || sessionId === null || path === null || projectDir === null) return [];
  if (!mayCapture(context, loaded.config)) return [];
  await attachMemory(store, databasePath(env));
  if (!mayAsk(store, sessionId, budget, now)) return [];
  const settings = await loadTriageSettings(loaded, projectDir);
  if (!settings.enabled) return [];
  const projectKey = await sessionProjectKey(store, sessionId, projectDir);
  const transcript = {
    sessionId,
    projectKey,
    path,
    maxMessages: settings.max_messages,
    isComplete: (items: readonly TranscriptItem[]) => isTurnComplete(event, items),
  };
  await triageAtStop(store, transcript, triageOptions(store, settings));
  return choosePrompts(store, { env, projectDir, projectKey }, sessionId);
}

function mayAsk(store: Store, sessionId: string, budget: BudgetRow | null, now: number): boolean {
  return isTimeToAsk(lastPromptAt(store, sessionId), budget?.opened_at ?? now, now);
}

/** Once in a budget, and not soon after the last time. */
export function isTimeToAsk(last: number | null, budgetAt: number, now: number): boolean {
  return last === null || (now - last >= PAUSE_MS && last < budgetAt);
}
