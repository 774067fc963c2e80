// The work tree as a session finds it. A process of its own keeps it: git may need longer than a hook may take.

import { startDetached } from "../platform/process/start-self.ts";
import { type HookContext, noteFault } from "../store/event-context.ts";
import type { Store } from "../store/open.ts";
import { claimStart, isStartKept } from "./baseline.ts";
import { gitRoot } from "./repository.ts";

/** Never throws. A session that goes on keeps the start it has. */
export async function keepStart(context: HookContext, store: Store): Promise<void> {
  const { event, projectDir, now } = context;
  const { sessionId } = event;
  if (sessionId === null || projectDir === null) return;
  try {
    if (isStartKept(store, sessionId, now) || (await gitRoot(projectDir)) === null) return;
    if (!claimStart(store, { sessionId, projectDir, at: now })) return;
    startDetached(["snapshot", "--session", sessionId, "--project", projectDir]);
  } catch (error) {
    await noteFault(context, "worktree", error);
  }
}
