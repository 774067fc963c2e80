// People change memory files by hand: the index looks at them again when somebody looks at the memories.
import { existsSync } from "node:fs";
import { databasePath, type Environment } from "../../config/environment.ts";
import { syncIndex } from "../../memory/index/sync-index.ts";
import { openStore, type Store } from "../../store/open.ts";
import { listProjects } from "../views/sessions.ts";

const AGAIN_MS = 10_000;
const MAX_PROJECTS = 10;

const lookedAt = new Map<string, number>();

/** `project`: a key; null for the projects that were worked in last. What cannot be read or written stays as it is. */
export async function keepIndexFresh(env: Environment, store: Store, project: string | null): Promise<void> {
  const now = Date.now();
  const due = listProjects(store)
    .filter(({ projectKey }) => project === null || projectKey === project)
    .slice(0, MAX_PROJECTS)
    .filter(
      ({ projectKey, project: dir }) => now - (lookedAt.get(projectKey) ?? 0) > AGAIN_MS && existsSync(dir),
    );
  if (due.length === 0) return;
  for (const { projectKey } of due) lookedAt.set(projectKey, now);
  try {
    const writable = await openStore(databasePath(env));
    try {
      for (const { projectKey, project: projectDir } of due)
        syncIndex(writable, { env, projectDir, projectKey });
    } finally {
      writable.close();
    }
  } catch {
    // A memory that changed shows as it was; the next command or session looks again.
  }
}
