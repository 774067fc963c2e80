// How far each transcript was read. Known by a hash of its path.
import type { Store } from "../../store/open.ts";

export interface CursorRow {
  file: string;
  /** The file's size when its end was reached; until then, what was read of it. */
  size: number;
  offset: number;
  guard: string;
  /** JSON: calls whose results were not written yet. */
  open_calls: string;
  read_at: number;
}

export function fileKey(path: string): string {
  return Bun.CryptoHasher.hash("sha256", path, "base64url").slice(0, 24);
}

export function listCursors(store: Store): Map<string, CursorRow> {
  const rows = store.query("SELECT * FROM ingest_cursors").all() as CursorRow[];
  return new Map(rows.map((row) => [row.file, row]));
}

export function saveCursor(store: Store, cursor: CursorRow): void {
  store
    .query(
      `INSERT OR REPLACE INTO ingest_cursors (file, size, offset, guard, open_calls, read_at)
       VALUES ($file, $size, $offset, $guard, $open_calls, $read_at)`,
    )
    .run({ ...cursor });
}
