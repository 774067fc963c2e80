// A copied file brings its id along. Which of two files is the memory must not depend on chance, and the other must be named.

import type { Store } from "../../store/open.ts";
import { readMemoryFile } from "../files/list-files.ts";
import { recordFile } from "../files/memory-row.ts";
import type { Root } from "../files/roots.ts";
import type { MemoryRow } from "./memories.ts";
import { listClaims, markDuplicate } from "./memory-collisions.ts";

/** After the files of a folder were read. */
export function settleCollisions(store: Store, root: Root): void {
  const byId = Map.groupBy(listClaims(store, root.dir), (row) => row.memory_id);
  for (const rows of byId.values()) {
    const [first, ...others] = rows.toSorted(byClaim);
    if (!first) continue;
    if (first.status === "duplicate") {
      const { place, mtime, size } = first;
      recordFile(store, root, { place, mtime, size }, readMemoryFile(root, place));
    }
    const note = `its id ${first.memory_id} is that of ${root.dir}/${first.place} too; change the id in one of them`;
    for (const row of others)
      if (row.status !== "duplicate" || row.note !== note) markDuplicate(store, row.id, note);
  }
}

/** The file that is named after its id, then the first by its path. */
function byClaim(a: MemoryRow, b: MemoryRow): number {
  return Number(isNamed(b)) - Number(isNamed(a)) || (a.place < b.place ? -1 : 1);
}

function isNamed({ place, memory_id }: MemoryRow): boolean {
  return place.endsWith(`/${memory_id}.md`);
}
