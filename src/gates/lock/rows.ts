// The origin of each folder's lock, judged when it was first seen, and the lock that holds each session.
import type { Store } from "../../store/open.ts";

/** "command": `holdfast lock` wrote it. "repository": it was part of the last commit when it was first seen. "person": any other. */
export type LockOrigin = "command" | "person" | "repository";

interface LockRow {
  /** The lock's folder. */
  project_dir: string;
  /** A hash of the file's text and time. */
  identity: string;
  origin: LockOrigin;
  at: number;
}

export function findLockRow(store: Store, folder: string): LockRow | null {
  return store.query("SELECT * FROM locks WHERE project_dir = $folder").get({ folder }) as LockRow | null;
}

export function saveLockRow(store: Store, row: LockRow): void {
  store
    .query(
      "INSERT OR REPLACE INTO locks (project_dir, identity, origin, at) VALUES ($project_dir, $identity, $origin, $at)",
    )
    .run({ ...row });
}

/** The lock came with the repository: it holds only after a person accepts it. */
export function isForeign(origin: LockOrigin): boolean {
  return origin === "repository";
}

/** If the row exists but the file is gone, the lock was not released by us. */
export interface HeldLock {
  folder: string;
  at: number;
}

export function noteHeldLock(store: Store, sessionId: string, folder: string, at: number): void {
  store
    .query(
      `INSERT INTO held_locks (session_id, folder, at) VALUES ($sessionId, $folder, $at)
       ON CONFLICT (session_id) DO UPDATE SET folder = $folder, at = $at WHERE folder <> $folder`,
    )
    .run({ sessionId, folder, at });
}

export function findHeldLock(store: Store, sessionId: string): HeldLock | null {
  return store
    .query("SELECT folder, at FROM held_locks WHERE session_id = $sessionId")
    .get({ sessionId }) as HeldLock | null;
}

/** Returns the sessions that the lock held. */
export function dropHeldLock(store: Store, folder: string): string[] {
  const rows = store.query("DELETE FROM held_locks WHERE folder = $folder RETURNING session_id AS id");
  return (rows.all({ folder }) as { id: string }[]).map(({ id }) => id);
}
