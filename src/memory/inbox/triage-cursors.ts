// Up to where each transcript was triaged.
import { cursorOf, fileKey } from "../../recording/ingest/ingest-rows.ts";
import type { Store } from "../../store/open.ts";
import type { Cursor } from "../../transcript/read-since.ts";

/** Where and when the last triage of a transcript ended; null if there was none. */
export function findTriageCursor(store: Store, file: string): (Cursor & { readAt: number }) | null {
  const row = store
    .query("SELECT offset, guard, open_calls, read_at FROM triage_cursors WHERE file = $file")
    .get({ file }) as (Parameters<typeof cursorOf>[0] & { read_at: number }) | null;
  const cursor = cursorOf(row);
  return row && cursor && { ...cursor, readAt: row.read_at };
}

/** Until when a transcript was triaged whose session was forgotten since, in milliseconds since 1970; otherwise 0. */
export function findForgottenAt(store: Store, path: string): number {
  const row = store
    .query(
      `SELECT read_at FROM triage_cursors WHERE file = $file
         AND NOT EXISTS (SELECT 1 FROM triage_states WHERE triage_states.file = triage_cursors.file)`,
    )
    .get({ file: fileKey(path) }) as { read_at: number } | null;
  return row?.read_at ?? 0;
}

export function saveTriageCursor(store: Store, file: string, cursor: Cursor): void {
  const { offset, guard, open } = cursor;
  store
    .query(
      `INSERT OR REPLACE INTO triage_cursors (file, offset, guard, open_calls, read_at)
       VALUES ($file, $offset, $guard, $open_calls, $read_at)`,
    )
    .run({ file, offset, guard, open_calls: JSON.stringify(open), read_at: Date.now() });
}
