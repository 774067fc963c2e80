// Commands that loosened something from inside the session and were no call of Claude's on record: by now the transcript
// shows whether the person typed them. If so nothing is told; the person saw what the command printed.
import { noteFault } from "../../store/hook-context.ts";
import { settleAct, unsettledActs } from "../../store/notices.ts";
import { inTransaction } from "../../store/open.ts";
import { readRecentItems } from "../../transcript/read-tail.ts";
import { isTypedCommand } from "../../transcript/selectors/person-input.ts";
import type { StopContext } from "./stop-context.ts";

/** Never throws: what stays unsettled is settled at the next stop. */
export async function settleActs(stop: StopContext): Promise<void> {
  const { store, event } = stop;
  const { sessionId, transcriptPath } = event;
  if (event.name !== "Stop" || sessionId === null) return;
  try {
    const acts = unsettledActs(store, sessionId);
    if (acts.length === 0) return;
    const items = transcriptPath === null ? [] : await readRecentItems(event, transcriptPath);
    inTransaction(store, () => {
      for (const { id, command, transcriptFrom } of acts) {
        const isTyped = items.some((item) => item.offset >= transcriptFrom && isTypedCommand(item, command));
        settleAct(store, id, isTyped);
      }
    });
  } catch (error) {
    await noteFault(stop, "messages", error);
  }
}
