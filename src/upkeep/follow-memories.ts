// Memories off the hot path: the index follows files that were edited by hand, and what sessions were given is judged.
import type { Environment } from "../config/environment.ts";
import { judgeUse } from "../memory/index/judge-use.ts";
import { syncIndex } from "../memory/index/sync-index.ts";
import { recordFault } from "../store/fault-log.ts";
import { inMemoryTransaction } from "../store/in-transaction.ts";
import type { Store } from "../store/open.ts";
import { findSession } from "../store/sessions.ts";
import { ignoreOldCandidates } from "./ignore-candidates.ts";

/** Never throws: the rest of a drain must not wait for it. */
export async function followMemories(
  env: Environment,
  store: Store,
  sessions: ReadonlySet<string>,
): Promise<void> {
  inMemoryTransaction(store, () => ignoreOldCandidates(store, Date.now()));
  const seen = new Set<string>();
  for (const sessionId of sessions) {
    const session = findSession(store, sessionId);
    if (!session?.project_dir || session.project_key === null) continue;
    const { project_dir: projectDir, project_key: projectKey } = session;
    try {
      if (!seen.has(projectDir)) syncIndex(store, { env, projectDir, projectKey });
      seen.add(projectDir);
      inMemoryTransaction(store, () => judgeUse(store, sessionId, projectKey));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await recordFault(env, { part: "memory", message, event: null, sessionId });
    }
  }
}
