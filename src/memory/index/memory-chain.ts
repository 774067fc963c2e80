// Which memories replaced which.
import type { Store } from "../../store/open.ts";
import { findMemoryById, type MemoryRow } from "./memories.ts";

const MAX_CHAIN = 20;

export interface MemoryChain {
  /** What the memory replaced, oldest first. */
  before: MemoryRow[];
  /** What replaced it, oldest first. */
  after: MemoryRow[];
}

export function findChain(store: Store, memory: MemoryRow): MemoryChain {
  const { project_key } = memory;
  const seen = new Set([memory.memory_id]);
  const takeNew = (rows: readonly MemoryRow[]) =>
    rows
      .filter(({ memory_id }) => seen.size < MAX_CHAIN && !seen.has(memory_id) && seen.add(memory_id))
      .toSorted((a, b) => a.created_at - b.created_at);
  const before = ({ supersedes }: MemoryRow): MemoryRow[] =>
    takeNew(
      (JSON.parse(supersedes) as string[]).flatMap((id) => findMemoryById(store, project_key, id) ?? []),
    ).flatMap((row) => [...before(row), row]);
  const after = ({ memory_id }: MemoryRow): MemoryRow[] =>
    takeNew(
      listSuperseding(store, project_key, memory_id).filter((row) => row.project_key === project_key),
    ).flatMap((row) => [row, ...after(row)]);
  return { before: before(memory), after: after(memory) };
}

/** Memories that replaced this one, newest first. */
export function listSuperseding(store: Store, projectKey: string, id: string): MemoryRow[] {
  return store
    .query(
      `SELECT * FROM memories WHERE project_key IN ($projectKey, '') AND supersedes != '[]'
         AND EXISTS (SELECT 1 FROM json_each(supersedes) WHERE value = $id)
       ORDER BY status != 'active', updated_at DESC, id`,
    )
    .all({ projectKey, id }) as MemoryRow[];
}
