// Files of one folder with the same id, such as a copied file: one of them is the memory, the others are only listed.
import type { Store } from "../../store/open.ts";
import { readMemoryFile } from "../files/list-files.ts";
import { indexFile } from "../files/memory-row.ts";
import type { Root } from "../files/roots.ts";
import type { MemoryRow } from "./memories.ts";

/** To be run after the files of a folder were read. */
export function resolveDuplicateIds(store: Store, root: Root): void {
  const byId = Map.groupBy(rowsSharingId(store, root.dir), (row) => row.memory_id);
  for (const rows of byId.values()) {
    const [first, ...others] = rows.toSorted(bestFirst);
    if (!first) continue;
    if (first.status === "duplicate") {
      const { place, mtime, size } = first;
      indexFile(store, root, { place, mtime, size }, readMemoryFile(root, place));
    }
    const note = `its id ${first.memory_id} is that of ${root.dir}/${first.place} too; change the id in one of them`;
    for (const row of others)
      if (row.status !== "duplicate" || row.note !== note) markDuplicate(store, row.id, note);
  }
}

export function listDuplicates(store: Store, projectKey: string): MemoryRow[] {
  return store
    .query(
      `SELECT * FROM memories WHERE project_key IN ($projectKey, '') AND status = 'duplicate'
       ORDER BY root, place`,
    )
    .all({ projectKey }) as MemoryRow[];
}

/** The file that is named after its id, then by path: which one wins must not depend on chance. */
function bestFirst(a: MemoryRow, b: MemoryRow): number {
  return Number(isNamedAfterId(b)) - Number(isNamedAfterId(a)) || (a.place < b.place ? -1 : 1);
}

function isNamedAfterId({ place, memory_id }: MemoryRow): boolean {
  return place.endsWith(`/${memory_id}.md`);
}

/** All files of each id that several have, or had at the last look. */
function rowsSharingId(store: Store, root: string): MemoryRow[] {
  return store
    .query(
      `SELECT * FROM memories WHERE root = $root AND status != 'unreadable' AND memory_id IN (
         SELECT memory_id FROM memories WHERE root = $root AND status != 'unreadable'
         GROUP BY memory_id HAVING count(*) > 1 OR max(status = 'duplicate'))
       ORDER BY memory_id, place`,
    )
    .all({ root }) as MemoryRow[];
}

function markDuplicate(store: Store, id: number, note: string): void {
  store.query("UPDATE memories SET status = 'duplicate', note = $note WHERE id = $id").run({ id, note });
}
