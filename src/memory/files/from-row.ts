import type { MemoryRow } from "../index/memories.ts";
import { type Memory, readCategory, type ScopedMemory, SPEAKERS, STATUSES } from "../memory.ts";

/** A row as the memory it stands for. */
export function memoryOf(row: MemoryRow): Memory {
  return {
    id: row.memory_id,
    title: row.title,
    category: readCategory(row.category) ?? "DECISION",
    tags: JSON.parse(row.tags) as string[],
    created: row.created_at,
    updated: row.updated_at,
    session: row.source_session,
    who: SPEAKERS.find((who) => who === row.who) ?? "user",
    confidence: row.confidence,
    status: STATUSES.find((status) => status === row.status) ?? "active",
    supersedes: JSON.parse(row.supersedes) as string[],
    body: row.body,
  };
}

export function scopedMemoryOf(row: MemoryRow): ScopedMemory {
  return { ...memoryOf(row), personal: row.project_key === "" };
}
