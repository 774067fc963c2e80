// SessionStart may not come: the first prompt then carries what it would have told.

import { remindOfWork } from "../gates/engine/observe.ts";
import type { PromptEvent } from "../protocol/hook-event.ts";
import type { OpenContext } from "../store/hook-context.ts";
import type { Store } from "../store/open.ts";
import { openSession } from "../store/sessions.ts";
import { tellStart } from "./start-context.ts";

export interface LateStart {
  /** For Claude. */
  context: string[];
  /** For the person. */
  messages: string[];
}

/** What is kept as the reason of a start that nobody saw. */
const UNSEEN = "unseen";

/** `memory`: what is wrong with what is remembered, where it cannot be asked. */
export async function carryStart(
  { event, ...rest }: OpenContext<PromptEvent>,
  sessionId: string,
  memory: Store | Error,
): Promise<LateStart> {
  const context = {
    ...rest,
    event: { ...event, name: "SessionStart", source: "startup", model: null },
  } as const;
  openSession(rest.store, sessionId, UNSEEN);
  const reminder = await remindOfWork(context);
  const told = await tellStart(context, memory, reminder, "UserPromptSubmit");
  return { messages: reminder.messages, context: told ? [told] : [] };
}
