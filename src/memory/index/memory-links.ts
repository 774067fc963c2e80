// Which memory gave way to which.

import type { Store } from "../../store/open.ts";
import type { MemoryRow } from "./memories.ts";

/** Those that name it among what they replace, the newest first. */
export function memoriesSuperseding(store: Store, projectKey: string, id: string): MemoryRow[] {
  return store
    .query(
      `SELECT * FROM memories WHERE project_key IN ($projectKey, '') AND supersedes != '[]'
         AND EXISTS (SELECT 1 FROM json_each(supersedes) WHERE value = $id)
       ORDER BY status != 'active', updated_at DESC, id`,
    )
    .all({ projectKey, id }) as MemoryRow[];
}
