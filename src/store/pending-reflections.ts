// Sessions that ended and wait for their reflection, and the lock of the process that works on them.
import { isAlive } from "../platform/process/start-self.ts";
import { inTransaction, readMeta, type Store, writeMeta } from "./open.ts";

export interface PendingReflection {
  session_id: string;
  project_dir: string | null;
  transcript_path: string;
  attempts: number;
  requested_at: number;
}

const LOCK_KEY = "reflection_lock";
const HELD_MS = 10 * 60_000;

export function markPending(store: Store, mark: Omit<PendingReflection, "attempts">): void {
  store
    .query(
      `INSERT OR REPLACE INTO pending_reflections (session_id, project_dir, transcript_path, requested_at)
       VALUES ($session_id, $project_dir, $transcript_path, $requested_at)`,
    )
    .run({ ...mark });
}

/** Oldest first. Attempts are counted before each one, so that one that kills us is not repeated for ever. */
export function takePending(store: Store): PendingReflection | null {
  return store
    .query(
      `UPDATE pending_reflections SET attempts = attempts + 1
       WHERE session_id = (SELECT session_id FROM pending_reflections ORDER BY attempts, requested_at LIMIT 1)
       RETURNING *`,
    )
    .get() as PendingReflection | null;
}

/** Unless the session ended once more in the meantime. */
export function clearPending(store: Store, mark: PendingReflection): void {
  store
    .query("DELETE FROM pending_reflections WHERE session_id = $id AND requested_at = $at")
    .run({ id: mark.session_id, at: mark.requested_at });
}

const SKIPPED_KEY = "reflection_skipped";

export interface SkippedReflection {
  /** For a person: which limit, and what the session had. */
  why: string;
  at: number;
}

/** Of a project only the last one is known; null: its last session was looked at. */
export function noteSkipped(
  store: Store,
  projectDir: string | null,
  skipped: SkippedReflection | null,
): void {
  const key = `${SKIPPED_KEY} ${projectDir ?? ""}`;
  if (skipped !== null) writeMeta(store, key, JSON.stringify(skipped));
  else store.query("DELETE FROM meta WHERE key = $key").run({ key });
}

export function readSkipped(store: Store, projectDir: string): SkippedReflection | null {
  try {
    return JSON.parse(readMeta(store, `${SKIPPED_KEY} ${projectDir}`) ?? "null");
  } catch {
    return null; // Damaged: it is only a note.
  }
}

/** When the oldest one was requested; null when there is none. */
export function pendingSince(store: Store): number | null {
  const row = store.query("SELECT min(requested_at) AS at FROM pending_reflections").get() as {
    at: number | null;
  };
  return row.at;
}

/** A dead process loses the lock at once, one that hangs after a while. */
export function takeReflectionLock(store: Store, pid: number, now: number): boolean {
  return inTransaction(store, () => {
    const [holder = 0, until = 0] = (readMeta(store, LOCK_KEY) ?? "").split(" ").map(Number);
    if (holder > 0 && holder !== pid && until > now && isAlive(holder)) return false;
    writeMeta(store, LOCK_KEY, `${pid} ${now + HELD_MS}`);
    return true;
  });
}

export function releaseReflectionLock(store: Store, pid: number): void {
  store
    .query("DELETE FROM meta WHERE key = $key AND value LIKE $holder")
    .run({ key: LOCK_KEY, holder: `${pid} %` });
}
