import { databasePath } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { mayCapture } from "../config/place.ts";
import { isPromptOfBudget, openBudget } from "../gates/engine/budget-rows.ts";
import { environmentMark } from "../gates/engine/environment-mark.ts";
import { notifyGates } from "../gates/engine/notify-gates.ts";
import { isFromPerson } from "../protocol/claude-code/parse-event.ts";
import { type Answer, composeAnswer, type PromptEvent } from "../protocol/hook-event.ts";
import { capturePrompt, type RedactedPrompt } from "../recording/capture/capture-prompt.ts";
import { hookOrigin } from "../recording/capture/hook-origin.ts";
import { record } from "../recording/record.ts";
import { attempt, type HookContext, type OpenContext } from "../store/hook-context.ts";
import { hasGivenMessages, takeMessages } from "../store/notices.ts";
import { inTransaction, openLedger } from "../store/open.ts";
import { findTranscript, hasStarted, transcriptSize } from "../store/sessions.ts";
import { byteLength } from "../text/clip.ts";
import { requestBaseline } from "../worktree/baseline.ts";
import { markOwnReason } from "./own-reason.ts";
import type { StartLines } from "./prompt-context.ts";

/** A shorter prompt has no subject to look up. In bytes, because scripts without spaces need few characters. */
const MIN_RECALL_BYTES = 12;

/** A prompt of a person (or an SDK caller) opens a new budget. Notifications and wake-ups continue the old one. */
export async function onPrompt(received: HookContext<PromptEvent>): Promise<Answer> {
  const { env, projectDir, trace } = received;
  const { sessionId } = received.event;
  if (sessionId === null) return { kind: "silent" };
  const loaded = await loadConfig(env, projectDir);
  const store = await openLedger(databasePath(env));
  const event = markOwnReason(store, received.event);
  const context = { ...received, event, loaded, store };
  const captured = await attempt(context, "capture", () => capture(context));
  if (hasGivenMessages(store, sessionId))
    await attempt(context, "messages", async () =>
      (await import("../gates/engine/settle-messages.ts")).settleMessages(store, event, context.now),
    );
  const { messages, isStarted } = recordPrompt(context, sessionId, captured);
  trace.note(`prompt from ${isFromPerson(event) ? "a person" : "a machine"}`);
  await requestBaseline(context, store);
  const gates = await notifyGates(context);
  const start = isStarted ? null : await attempt(context, "recall", () => startLate(context, sessionId));
  const recalled = await attempt(context, "recall", () => recall(context, captured?.text ?? null));
  return composeAnswer(
    [...(start?.context ?? []), ...gates.notes, ...(recalled ?? [])],
    [...messages, ...gates.messages, ...(start?.messages ?? [])],
  );
}

async function startLate(context: OpenContext<PromptEvent>, sessionId: string): Promise<StartLines> {
  const { startUnreportedSession } = await import("./prompt-context.ts");
  return startUnreportedSession(context, sessionId);
}

async function capture(context: OpenContext<PromptEvent>): Promise<RedactedPrompt | null> {
  const { event, loaded } = context;
  if (!isFromPerson(event) || !mayCapture(context, loaded.config)) return null;
  return capturePrompt(event.prompt);
}

/** Opens a budget for a person's prompt. Returns the messages that were waiting for the person. */
function recordPrompt(
  context: OpenContext<PromptEvent>,
  sessionId: string,
  captured: RedactedPrompt | null,
): { messages: string[]; isStarted: boolean } {
  const { store, event, now } = context;
  return inTransaction(store, () => {
    const { promptId } = event;
    const { length } = event.prompt;
    const prompt = captured && { ...captured, sessionId, promptId, at: now, length };
    record(store, { at: now, prompt }, hookOrigin(store, context));
    if (isFromPerson(event) && !isPromptOfBudget(store, sessionId, promptId)) {
      // The session's own transcript, whatever the event names: a new budget covers it from its present end, and one that the
      // client has yet to create from its start.
      const path = findTranscript(store, event);
      const noTranscript = event.transcriptPath === null ? null : 0;
      const transcriptFrom = path === null ? noTranscript : transcriptSize(path);
      openBudget(store, sessionId, "main", now, { transcriptFrom, promptId, environment: environmentMark() });
    }
    return { messages: takeMessages(store, event, now), isStarted: hasStarted(store, sessionId) };
  });
}

async function recall(context: OpenContext<PromptEvent>, capturedText: string | null): Promise<string[]> {
  const { event, loaded } = context;
  if (!loaded.config.recall.enabled || !isFromPerson(event) || byteLength(event.prompt) < MIN_RECALL_BYTES)
    return [];
  const { recallForPrompt } = await import("./prompt-context.ts");
  const recalled = await recallForPrompt(context, capturedText);
  return recalled === null ? [] : [recalled];
}
