// Which transcripts were archived, and where archives may lie.
import type { Store } from "../../store/open.ts";

export interface NewArchive {
  sessionId: string;
  projectDir: string;
  trigger: string;
  sourceBytes: number;
  bytes: number;
  records: number;
  redactions: number;
  durationMs: number;
  at: number;
}

export function insertArchive(store: Store, row: NewArchive): void {
  store
    .query(
      `INSERT INTO transcript_exports (session_id, project_dir, trigger, source_bytes, bytes, records, redactions,
         duration_ms, at)
       VALUES ($sessionId, $projectDir, $trigger, $sourceBytes, $bytes, $records, $redactions, $durationMs, $at)`,
    )
    .run({ ...row });
}

export function hasArchiveSince(store: Store, sessionId: string, at: number): boolean {
  const row = store
    .query("SELECT 1 FROM transcript_exports WHERE session_id = $sessionId AND at > $at LIMIT 1")
    .get({ sessionId, at });
  return row !== null;
}

/** Projects that may hold an archive of the session, which may have been resumed from another work tree; null: of any. */
export function archiveProjects(store: Store, sessionId: string | null): string[] {
  const wanted = `project_dir IS NOT NULL${sessionId === null ? "" : " AND session_id = $sessionId"}`;
  const tables = ["transcript_exports", "sessions", "reflections"];
  const rows = store
    .query(tables.map((table) => `SELECT project_dir AS dir FROM ${table} WHERE ${wanted}`).join(" UNION "))
    .all(sessionId === null ? {} : { sessionId }) as { dir: string }[];
  return rows.map(({ dir }) => dir);
}
