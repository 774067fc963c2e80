// Any event may be the first of a session: whoever comes first makes the row.

import type { HookContext } from "./event-context.ts";
import type { Store } from "./open.ts";
import { touchSession } from "./sessions.ts";

export function noteSession(store: Store, context: HookContext, toolCalls = 0): void {
  const { event, projectDir, now } = context;
  if (event.sessionId === null) return;
  touchSession(store, {
    sessionId: event.sessionId,
    projectDir,
    transcriptPath: event.transcriptPath,
    at: now,
    toolCalls,
  });
}
