// Ended sessions that wait for their reflection, and the lock of the process that reflects on them.
import { isAlive } from "../platform/process/start-self.ts";
import { parseJson } from "../text/unknown-values.ts";
import { inTransaction, readMeta, type Store, writeMeta } from "./open.ts";

export interface PendingReflection {
  session_id: string;
  project_dir: string | null;
  transcript_path: string;
  attempts: number;
  requested_at: number;
}

const LOCK_KEY = "reflection_lock";
const LOCK_EXPIRES_MS = 10 * 60_000;

export function queueReflection(store: Store, session: Omit<PendingReflection, "attempts">): void {
  store
    .query(
      `INSERT OR REPLACE INTO pending_reflections (session_id, project_dir, transcript_path, requested_at)
       VALUES ($session_id, $project_dir, $transcript_path, $requested_at)`,
    )
    .run({ ...session });
}

/** The one with the fewest attempts, then the oldest. Counts the attempt in advance, so that one that kills the process is not repeated for ever. */
export function takePendingReflection(store: Store): PendingReflection | null {
  return store
    .query(
      `UPDATE pending_reflections SET attempts = attempts + 1
       WHERE session_id = (SELECT session_id FROM pending_reflections ORDER BY attempts, requested_at LIMIT 1)
       RETURNING *`,
    )
    .get() as PendingReflection | null;
}

/** Keeps it if the session has ended again meanwhile. */
export function removePendingReflection(store: Store, pending: PendingReflection): void {
  store
    .query("DELETE FROM pending_reflections WHERE session_id = $id AND requested_at = $at")
    .run({ id: pending.session_id, at: pending.requested_at });
}

const SKIPPED_KEY = "reflection_skipped";

export interface SkippedReflection {
  /** For the person. */
  why: string;
  at: number;
}

/** Replaces the note of the project's last session; null when that was not skipped. */
export function noteSkippedReflection(
  store: Store,
  projectDir: string | null,
  skipped: SkippedReflection | null,
): void {
  const key = `${SKIPPED_KEY} ${projectDir ?? ""}`;
  if (skipped !== null) writeMeta(store, key, JSON.stringify(skipped));
  else store.query("DELETE FROM meta WHERE key = $key").run({ key });
}

export function readSkippedReflection(store: Store, projectDir: string): SkippedReflection | null {
  return parseJson(readMeta(store, `${SKIPPED_KEY} ${projectDir}`) ?? "") as SkippedReflection | null;
}

/** When the oldest pending reflection was requested; null when there is none. */
export function oldestPendingReflection(store: Store): number | null {
  const row = store.query("SELECT min(requested_at) AS at FROM pending_reflections").get() as {
    at: number | null;
  };
  return row.at;
}

/** A dead process loses the lock at once, a hanging one when the lock expires. */
export function takeReflectionLock(store: Store, pid: number, now: number): boolean {
  return inTransaction(store, () => {
    const [holder = 0, until = 0] = (readMeta(store, LOCK_KEY) ?? "").split(" ").map(Number);
    if (holder > 0 && holder !== pid && until > now && isAlive(holder)) return false;
    writeMeta(store, LOCK_KEY, `${pid} ${now + LOCK_EXPIRES_MS}`);
    return true;
  });
}

export function releaseReflectionLock(store: Store, pid: number): void {
  store
    .query("DELETE FROM meta WHERE key = $key AND value LIKE $holder")
    .run({ key: LOCK_KEY, holder: `${pid} %` });
}
