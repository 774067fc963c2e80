import { knownProjectKey } from "../memory/recall/recall-rows.ts";
import type { Store } from "../store/open.ts";
import { findSession, saveProjectKey } from "../store/sessions.ts";
import { projectKey } from "./project-key.ts";

/** One name for all work trees of the session's project. It is worked out once a session, as that needs the disk. */
export async function sessionProjectKey(
  store: Store,
  sessionId: string,
  projectDir: string,
): Promise<string> {
  const own = findSession(store, sessionId)?.project_key ?? null;
  if (own !== null) return own;
  const key = knownProjectKey(store, projectDir) ?? (await workOut(projectDir));
  saveProjectKey(store, sessionId, key);
  return key;
}

async function workOut(projectDir: string): Promise<string> {
  const { projectKey } = await import("./project-key.ts");
  return projectKey(projectDir);
}

/** Looked up here, as no hook has time for it. */
export async function fillProjectKey(store: Store, sessionId: string): Promise<void> {
  const session = findSession(store, sessionId);
  if (!session || session.project_key !== null || session.project_dir === null) return;
  saveProjectKey(store, sessionId, await projectKey(session.project_dir));
}
