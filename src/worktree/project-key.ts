// The project key of a session, which all work trees of a repository share.

import { projectKey } from "../platform/repository.ts";
import type { Store } from "../store/open.ts";
import { findSession, saveProjectKey } from "../store/sessions.ts";

/** Determined once per session, because it needs the disk. */
export async function sessionProjectKey(
  store: Store,
  sessionId: string,
  projectDir: string,
): Promise<string> {
  const saved = findSession(store, sessionId)?.project_key ?? null;
  if (saved !== null) return saved;
  const key = keyOfEarlierSession(store, projectDir) ?? (await projectKey(projectDir));
  saveProjectKey(store, sessionId, key);
  return key;
}

/** For sessions whose hooks did not determine the key. */
export async function fillProjectKey(store: Store, sessionId: string): Promise<void> {
  const session = findSession(store, sessionId);
  if (!session || session.project_key !== null || session.project_dir === null) return;
  saveProjectKey(store, sessionId, await projectKey(session.project_dir));
}

function keyOfEarlierSession(store: Store, projectDir: string): string | null {
  const row = store
    .query(
      `SELECT project_key AS key FROM sessions WHERE project_dir = $projectDir AND project_key IS NOT NULL
       ORDER BY last_seen_at DESC LIMIT 1`,
    )
    .get({ projectDir }) as { key: string } | null;
  return row?.key ?? null;
}
