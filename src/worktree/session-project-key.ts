// The project key of a session: one name for all work trees of its repository.
import type { Store } from "../store/open.ts";
import { findSession, saveProjectKey } from "../store/sessions.ts";

/** Looked up on disk at most once per session. */
export async function sessionProjectKey(
  store: Store,
  sessionId: string,
  projectDir: string,
): Promise<string> {
  const own = findSession(store, sessionId)?.project_key ?? null;
  if (own !== null) return own;
  const key = knownProjectKey(store, projectDir) ?? (await readProjectKey(projectDir));
  saveProjectKey(store, sessionId, key);
  return key;
}

/** For a session whose hooks had no time to look it up. */
export async function fillProjectKey(store: Store, sessionId: string): Promise<void> {
  const session = findSession(store, sessionId);
  if (!session || session.project_key !== null || session.project_dir === null) return;
  saveProjectKey(store, sessionId, await readProjectKey(session.project_dir));
}

/** What an earlier session in this folder found out. */
function knownProjectKey(store: Store, projectDir: string): string | null {
  const row = store
    .query(
      `SELECT project_key AS key FROM sessions WHERE project_dir = $projectDir AND project_key IS NOT NULL
       ORDER BY last_seen_at DESC LIMIT 1`,
    )
    .get({ projectDir }) as { key: string } | null;
  return row?.key ?? null;
}

async function readProjectKey(projectDir: string): Promise<string> {
  const { projectKey } = await import("./project-key.ts");
  return projectKey(projectDir);
}
