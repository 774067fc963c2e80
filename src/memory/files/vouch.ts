// A person has read a memory and stands for its text as it is now. When that changes, it is judged again.
import type { Store } from "../../store/open.ts";
import type { MemoryRow } from "../index/memories.ts";
import { vouchFor } from "../index/memory-usage.ts";
import { addOwnMemory } from "../index/own-memories.ts";
import { readMemoryFile } from "./list-files.ts";
import { indexFile } from "./memory-row.ts";
import { type MemoryPlace, rootOfRow } from "./roots.ts";

/** It is no longer "from the repository"; text that addresses the model stays quarantined. Runs inside a transaction. */
export function adoptMemory(store: Store, place: MemoryPlace, row: MemoryRow): void {
  addOwnMemory(store, row.project_key, row.hash);
  for (const copy of copiesOf(store, row)) {
    const root = rootOfRow(place, copy);
    indexFile(store, root, copy, readMemoryFile(root, copy.place));
  }
}

/** Nor is it quarantined any more. */
export function vouchForMemory(store: Store, place: MemoryPlace, row: MemoryRow): void {
  vouchFor(store, row.project_key, row.memory_id, row.hash);
  adoptMemory(store, place, row);
}

/** Other work trees may have the same file. */
function copiesOf(store: Store, { project_key, hash }: MemoryRow): MemoryRow[] {
  return store
    .query(`SELECT * FROM memories WHERE project_key = $project_key AND hash = $hash
         AND status NOT IN ('duplicate', 'unreadable')`)
    .all({ project_key, hash }) as MemoryRow[];
}
