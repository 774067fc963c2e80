// Files of one folder that claim the same id: one of them is the memory, the others are only listed.

import type { Store } from "../../store/open.ts";
import type { MemoryRow } from "./memories.ts";

/** All files of each id that several have, or had when the folder was last looked at. */
export function listClaims(store: Store, root: string): MemoryRow[] {
  return store
    .query(
      `SELECT * FROM memories WHERE root = $root AND status != 'unreadable' AND memory_id IN (
         SELECT memory_id FROM memories WHERE root = $root AND status != 'unreadable'
         GROUP BY memory_id HAVING count(*) > 1 OR max(status = 'duplicate'))
       ORDER BY memory_id, place`,
    )
    .all({ root }) as MemoryRow[];
}

export function markDuplicate(store: Store, id: number, note: string): void {
  store.query("UPDATE memories SET status = 'duplicate', note = $note WHERE id = $id").run({ id, note });
}

export function listDuplicates(store: Store, projectKey: string): MemoryRow[] {
  return store
    .query(
      `SELECT * FROM memories WHERE project_key IN ($projectKey, '') AND status = 'duplicate'
       ORDER BY root, place`,
    )
    .all({ projectKey }) as MemoryRow[];
}
