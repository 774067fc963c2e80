import type { PromptEvent } from "../protocol/hook-event.ts";
import { lastReason } from "../store/decisions.ts";
import type { Store } from "../store/open.ts";

/** Characters that a host may put around a reason when it sends it as a prompt. */
const MAX_WRAPPING = 40;

/** Some hosts send the reason of a block to the model as a prompt. It arrives here too, though no person typed it. */
export function markOwnReason(store: Store, event: PromptEvent): PromptEvent {
  const { sessionId, prompt } = event;
  if (sessionId === null || !prompt.includes("holdfast")) return event;
  const reason = lastReason(store, sessionId)?.trim();
  const isReason = reason && prompt.includes(reason) && prompt.length <= reason.length + MAX_WRAPPING;
  return isReason ? { ...event, source: "system" } : event;
}
