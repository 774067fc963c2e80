// Settles who ran a command that loosened something from inside the session, such as `holdfast unlock`, when no recorded call of
// Claude's explains it. By now the transcript shows whether the person typed it; if so, no message is needed.
import { attributeCommand, listUnattributedCommands } from "../../store/notices.ts";
import { inTransaction } from "../../store/open.ts";
import { readRecentItems } from "../../transcript/read-tail.ts";
import { isTypedCommand } from "../../transcript/selectors/person-input.ts";
import type { StopContext } from "./stop-context.ts";

export async function attributeCommands(stop: StopContext): Promise<void> {
  const { store, event } = stop;
  const { sessionId, transcriptPath } = event;
  if (event.name !== "Stop" || sessionId === null) return;
  const commands = listUnattributedCommands(store, sessionId);
  if (commands.length === 0) return;
  const since = Math.max(...commands.map(({ at }) => at));
  const items = transcriptPath === null ? [] : await readRecentItems(event, transcriptPath, since);
  inTransaction(store, () => {
    for (const { id, command, transcriptFrom } of commands) {
      const isTyped = items.some((item) => item.offset >= transcriptFrom && isTypedCommand(item, command));
      attributeCommand(store, id, isTyped);
    }
  });
}
