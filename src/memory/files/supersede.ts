// One memory replaces another, or is restored.
import type { Store } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";
import type { MemoryRow } from "../index/memories.ts";
import { changeMemory } from "./change-memory.ts";
import { type MemoryPlace, rootsOf } from "./roots.ts";

/** Must run inside a transaction that holds the write lock, with rows read in it: others replace memories too. */
export function supersedeMemory(
  store: Store,
  place: MemoryPlace,
  old: MemoryRow,
  by: MemoryRow,
  now: number,
): void {
  if (old.id === by.id) throw new UserError("usage", "a memory cannot replace itself", "Give two IDs.");
  if (by.status !== "active") {
    throw new UserError(
      "not-active",
      `${by.memory_id} is ${by.status}, so nothing would hold in place of ${old.memory_id}`,
      `First: holdfast memory restore ${by.memory_id}`,
    );
  }
  checkScope(old, by.project_key === "");
  const ids = [...new Set([...(JSON.parse(by.supersedes) as string[]), old.memory_id])];
  changeMemory(store, place, by, { supersedes: ids }, now);
  changeMemory(store, place, old, { status: "superseded" }, now);
}

/** A memory that everybody has must not be replaced by a personal one, nor the other way round. */
export function checkScope(old: MemoryRow, personal: boolean): void {
  const isOwn = old.project_key === "";
  if (isOwn === personal) return;
  throw new UserError(
    "other-scope",
    isOwn
      ? `${old.memory_id} is yours, for every project: a memory of this project cannot replace it`
      : `${old.memory_id} is the project's, for everybody: a personal memory cannot replace it`,
    `Keep both, or if it no longer holds: holdfast memory retire ${old.memory_id}`,
  );
}

/** Active again, and no longer listed as replaced. To be run like `supersede`. */
export function restoreMemory(store: Store, place: MemoryPlace, row: MemoryRow, now: number): void {
  const roots = rootsOf(place).map(({ dir }) => dir);
  for (const other of memoriesSuperseding(store, place.projectKey, row.memory_id)) {
    if (!roots.includes(other.root)) continue;
    const supersedes = (JSON.parse(other.supersedes) as string[]).filter((id) => id !== row.memory_id);
    changeMemory(store, place, other, { supersedes }, now);
  }
  changeMemory(store, place, row, { status: "active" }, now);
}

/** Memories that replaced it, the newest first. */
export function memoriesSuperseding(store: Store, projectKey: string, id: string): MemoryRow[] {
  return store
    .query(
      `SELECT * FROM memories WHERE project_key IN ($projectKey, '') AND supersedes != '[]'
         AND EXISTS (SELECT 1 FROM json_each(supersedes) WHERE value = $id)
       ORDER BY status != 'active', updated_at DESC, id`,
    )
    .all({ projectKey, id }) as MemoryRow[];
}
