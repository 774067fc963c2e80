import { type HookContext, hookTime } from "../../store/hook-context.ts";
import type { Store } from "../../store/open.ts";
import { insertPrompt } from "../../store/prompts.ts";
import { noteSession } from "../../store/sessions.ts";
import type { Origin } from "../record.ts";

/** `toolCalls`: finished by the event. */
export function hookOrigin(store: Store, context: HookContext, toolCalls = 0): Origin<never> {
  return {
    sessionId: context.event.sessionId ?? "",
    saveSession: () => noteSession(store, context, toolCalls),
    savePrompt(prompt) {
      insertPrompt(store, { ...prompt, hookMs: hookTime() });
      return true;
    },
  };
}
