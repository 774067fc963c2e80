// Chooses the candidates that Claude is asked to save before it stops: once per budget, and not again within five minutes. They
// are shown to the model, so none is chosen that a tool or a page could have planted to command it.
import { databasePath } from "../../config/environment.ts";
import { mayCapture } from "../../config/place.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import { attachMemory } from "../../store/attach-memory.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { hasTurnEnd } from "../../transcript/read-tail.ts";
import { sessionProjectKey } from "../../worktree/project-key.ts";
import type { Category } from "../memory.ts";
import { findLastAskedAt, listOpenCandidates, type OpenCandidate } from "./prompted-candidates.ts";
import { triageAtStop } from "./triage-at-stop.ts";
import { triageOptions } from "./triage-transcript.ts";

/** A candidate of the session that is not saved and that Claude was not asked about. */
export type UnsavedMemory = Pick<OpenCandidate, "id" | "category" | "title" | "score" | "fingerprint">;

const PAUSE_MS = 300_000;

/** `budgetAt`: when the person last asked for something. */
export async function findUnsavedMemories(
  context: OpenContext<GatedEvent>,
  budgetAt = context.now,
): Promise<UnsavedMemory[]> {
  const { event, env, projectDir, now, store, loaded } = context;
  const { sessionId, transcriptPath: path } = event;
  if (event.name !== "Stop" || sessionId === null || path === null || projectDir === null) return [];
  if (!mayCapture(context, loaded.config)) return [];
  await attachMemory(store, databasePath(env));
  if (!isTimeToAsk(findLastAskedAt(store, sessionId), budgetAt, now)) return [];
  const settings = loaded.config.triage;
  if (!settings.enabled) return [];
  const projectKey = await sessionProjectKey(store, sessionId, projectDir);
  const transcript = {
    sessionId,
    projectKey,
    path,
    maxMessages: settings.max_messages,
    isComplete: (items: readonly TranscriptItem[]) => hasTurnEnd(event, items),
  };
  await triageAtStop(store, transcript, triageOptions(store, settings));
  const open = listOpenCandidates(store, { projectKey, sessionId }).filter(
    ({ category, score }) => score >= settings.thresholds[category as Category],
  );
  // Most stops bring nothing up.
  if (open.length === 0) return [];
  const { choosePrompts } = await import("./choose-prompts.ts");
  return choosePrompts(store, { env, projectDir, projectKey }, sessionId, open);
}

function isTimeToAsk(last: number | null, budgetAt: number, now: number): boolean {
  return last === null || (now - last >= PAUSE_MS && last < budgetAt);
}
