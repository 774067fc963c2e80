import { databasePath } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { currentBudget } from "../gates/engine/budget-rows.ts";
import { notifyGates } from "../gates/engine/notify-gates.ts";
import type { Answer, StopFailureEvent } from "../protocol/hook-event.ts";
import { captureEvent } from "../recording/capture/capture-event.ts";
import { attempt, type HookContext } from "../store/hook-context.ts";
import { openLedger } from "../store/open.ts";

/** The agent itself was stopped: its loops and flows wait for the next session, and the person is called if the session was held. */
export async function onStopFailure(context: HookContext<StopFailureEvent>): Promise<Answer> {
  const { event, env, projectDir } = context;
  const { sessionId } = event;
  if (sessionId === null) return { kind: "silent" };
  const store = await openLedger(databasePath(env));
  const loaded = await loadConfig(env, projectDir);
  const open = { ...context, store, loaded };
  await captureEvent(open);
  const budget = currentBudget(store, sessionId, "main");
  const { messages } = await notifyGates(open);
  const reason = messages[0] ?? ((budget?.blocks ?? 0) > 0 ? "stopped by an error while it was held" : null);
  if (reason === null) return { kind: "silent" };
  const sequence = await attempt(open, "notify", async () => {
    const { callPerson } = await import("../gates/engine/notify.ts");
    return callPerson({ ...open, config: loaded.config, budget }, reason);
  });
  // The client shows nothing that a hook of this event answers; a later one may.
  return sequence
    ? { kind: "tell", message: `holdfast: ${reason}`, terminalSequence: sequence }
    : { kind: "silent" };
}
