// What Claude is asked to save before it stops: once per budget, and not again within five minutes.
import { databasePath } from "../../config/environment.ts";
import { mayCapture } from "../../config/place.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import { attachMemory } from "../../store/attach-memory.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import { findScoredTo, saveScoredTo } from "../../store/sessions.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { hasTurnEnd, lastTurnItem, readRecentItems } from "../../transcript/read-tail.ts";
import { sessionProjectKey } from "../../worktree/project-key.ts";
import type { ScoredLine } from "../triage/ask/score-messages.ts";
import type { CandidateRow } from "./candidates.ts";
import { findLastAskedAt } from "./prompted-candidates.ts";
import { findForgottenAt } from "./triage-cursors.ts";

/** Something that was said, is not saved, and that Claude was not asked about. */
export type UnsavedMemory = Pick<CandidateRow, "id" | "category" | "title" | "score" | "fingerprint">;

const PAUSE_MS = 300_000;

interface AskedStop extends OpenContext<GatedEvent> {
  /** To be done with the record of the stop. */
  writes: (() => void)[];
}

/** `budgetAt`: when the person last asked for something. */
export async function findUnsavedMemories(
  context: AskedStop,
  budgetAt = context.now,
): Promise<UnsavedMemory[]> {
  const { event, env, projectDir, now, store, loaded } = context;
  const { sessionId } = event;
  if (event.name !== "Stop" || sessionId === null || event.transcriptPath === null || projectDir === null)
    return [];
  const settings = loaded.config.triage;
  if (!settings.enabled || !mayCapture(context, loaded.config)) return [];
  await attachMemory(store, databasePath(env));
  const askedAt = findLastAskedAt(store, sessionId);
  if (!isTimeToAsk(askedAt, budgetAt, now)) return [];
  // What says nothing is read once.
  const recent = await readRecentItems(event, event.transcriptPath, {
    after: findScoredTo(store, sessionId),
  });
  const move = (pending: readonly ScoredLine[] = []) => {
    const offset = Math.min(lastTurnItem(recent)?.offset ?? 0, ...pending.map((line) => line.offset));
    context.writes.push(() => saveScoredTo(store, sessionId, offset));
  };
  const { scoreSession } = await import("../triage/ask/score-session.ts");
  const scores = await scoreSession(withLastMessage(event, recent), {
    maxMessages: settings.max_messages,
    after: Math.max(askedAt ?? 0, findForgottenAt(store, event.transcriptPath)),
  });
  // Most stops bring nothing up.
  const isDue = Object.values(scores).some(({ score, lines }) => score > 0 && lines.length > 0);
  if (!isDue) {
    move();
    return [];
  }
  const projectKey = await sessionProjectKey(store, sessionId, projectDir);
  const [{ recordPrompts }, { UNCLEAR }] = await Promise.all([
    import("./record-prompts.ts"),
    import("./choose-prompts.ts"),
  ]);
  const { memory, judge } = loaded.config;
  const margin = memory.model && judge.by !== "off" ? UNCLEAR : 0;
  const place = { env, projectDir, projectKey };
  const scored = { sessionId, scores, settings: { ...settings, margin }, now };
  const { unsaved, pending } = recordPrompts(store, place, scored);
  if (unsaved.length === 0) move(pending);
  return unsaved;
}

function isTimeToAsk(last: number | null, budgetAt: number, now: number): boolean {
  return last === null || (now - last >= PAUSE_MS && last < budgetAt);
}

/** The client writes the last message after the event that has it. */
function withLastMessage(
  event: Extract<GatedEvent, { lastAssistantMessage: string }>,
  items: readonly TranscriptItem[],
): TranscriptItem[] {
  const text = event.lastAssistantMessage;
  if (text === "" || hasTurnEnd(event, items)) return [...items];
  const last = {
    offset: Number.MAX_SAFE_INTEGER,
    uuid: null,
    sessionId: event.sessionId,
    timestamp: null,
    cwd: null,
    sidechain: false,
    agentId: null,
  };
  return [...items, { ...last, kind: "assistant-text", text, messageId: null }];
}
