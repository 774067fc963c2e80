import { databasePath } from "../config/paths.ts";
import type { Answer } from "../protocol/answer.ts";
import type { PromptEvent } from "../protocol/hook-event.ts";
import { openBudget } from "../store/budgets.ts";
import { findFlow } from "../store/flows.ts";
import { takeMessages } from "../store/messages.ts";
import { openStore, type Store } from "../store/open.ts";
import type { HookContext } from "./context.ts";
import { keepStart } from "./keep-start.ts";
import { noteSession } from "./session-row.ts";

const MACHINE_SOURCES = new Set(["system", "loop_wakeup", "schedule_wakeup"]);
const MACHINE_TEXT = /^\s*<(task-notification|teammate-message|local-command-stdout|bash-stdout)\b/;

/** A person (or an SDK caller) spoke: a new budget. Notifications and wake-ups continue the old one. */
export async function takePrompt(context: HookContext<PromptEvent>): Promise<Answer> {
  const { event, env, now } = context;
  if (event.sessionId === null) return { kind: "silent" };
  const { sessionId } = event;
  const store = await openStore(databasePath(env));
  const messages = store
    .transaction(() => {
      noteSession(store, context);
      if (isFromPerson(event)) openBudget(store, sessionId, "main", now);
      return takeMessages(store, sessionId);
    })
    .immediate();
  await keepStart(context, store);
  if (isFromPerson(event)) await notePromptOfFlow(context, store, sessionId);
  context.trace.note(`prompt from ${isFromPerson(event) ? "a person" : "a machine"}`);
  return messages.length > 0 ? { kind: "tell", message: messages.join("\n") } : { kind: "silent" };
}

async function notePromptOfFlow(
  { event, now }: HookContext<PromptEvent>,
  store: Store,
  sessionId: string,
): Promise<void> {
  const flow = findFlow(store, sessionId);
  if (flow?.status !== "active" && flow?.status !== "suspended") return;
  const { notePrompt } = await import("./note-prompt.ts");
  notePrompt(store, flow, event.prompt, now);
}

export function isFromPerson(event: PromptEvent): boolean {
  if (event.source !== null && MACHINE_SOURCES.has(event.source)) return false;
  return !MACHINE_TEXT.test(event.prompt);
}
