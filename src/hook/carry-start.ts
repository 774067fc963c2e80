// SessionStart may not come: the first prompt then carries what it would have told.

import { rememberFlow } from "../gates/flow/remember-flow.ts";
import { type Reminder, rememberLoop } from "../gates/loop/remember-loop.ts";
import type { PromptEvent } from "../protocol/hook-event.ts";
import type { HookContext } from "../store/event-context.ts";
import type { Store } from "../store/open.ts";
import { openSession } from "../store/sessions.ts";
import { tellStart } from "./start-context.ts";

/** What is kept as the reason of a start that nobody saw. */
const UNSEEN = "unseen";

/** `memory`: what is wrong with what is remembered, where it cannot be asked. */
export async function carryStart(
  { event, ...rest }: HookContext<PromptEvent>,
  store: Store,
  sessionId: string,
  memory: Store | Error,
): Promise<Reminder> {
  const context = {
    ...rest,
    event: { ...event, name: "SessionStart", source: "startup", model: null },
  } as const;
  openSession(store, sessionId, UNSEEN);
  const loop = rememberLoop(store, context);
  const flow = rememberFlow(store, context);
  const reminder = {
    messages: [...loop.messages, ...flow.messages],
    context: [...loop.context, ...flow.context],
  };
  const told = await tellStart(context, memory, reminder, "UserPromptSubmit");
  return { messages: reminder.messages, context: told ? [told] : [] };
}
