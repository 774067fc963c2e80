import { showAdviceOnce } from "./advice.ts";
import { type HookContext, noteFault } from "./event-context.ts";
import type { Store } from "./open.ts";

/** For what stays wrong over many events: one fault a session. */
export async function noteFaultOnce(
  context: HookContext,
  store: Store,
  part: string,
  problem: string,
): Promise<void> {
  if (!showAdviceOnce(store, context.event.sessionId ?? "", `${part}:${problem}`)) return;
  await noteFault(context, part, new Error(problem));
}
