import type { Store } from "../store/open.ts";
import { findSession, saveProjectKey } from "../store/sessions.ts";
import { projectKey } from "../worktree/project-key.ts";

/** Looked up here, as no hook has time for it. */
export async function fillProjectKey(store: Store, sessionId: string): Promise<void> {
  const session = findSession(store, sessionId);
  if (!session || session.project_key !== null || session.project_dir === null) return;
  saveProjectKey(store, sessionId, await projectKey(session.project_dir));
}
