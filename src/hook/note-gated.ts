// A stop in the session's log. The calls recorded so far are worked on in the background, once there are enough.
import type { Config } from "../config/config.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import { logStop } from "../store/event-log.ts";
import type { Store } from "../store/open.ts";
import { countWaiting } from "../store/pending-queue.ts";
import { type HookContext, noteFault } from "./context.ts";
import { mayCapture } from "./may-capture.ts";
import { startDetached } from "./start-detached.ts";

const ENOUGH = 20;

/** Never throws: what was decided stands. */
export async function noteGated(
  context: HookContext<GatedEvent>,
  store: Store,
  config: Config,
): Promise<void> {
  const { event, now } = context;
  if (event.sessionId === null || !mayCapture(context, config)) return;
  try {
    if (event.name === "Stop") {
      logStop(store, event.sessionId, now);
      if (countWaiting(store, ENOUGH) >= ENOUGH) startDetached(["drain", "--quiet"]);
      return;
    }
    const { writeEvent } = await import("./note-event.ts");
    writeEvent(store, context);
  } catch (error) {
    await noteFault(context, "capture", error);
  }
}
