// A memory as every list shows it, and the search. Apart from memories.ts, because a search must load little.

import type { MemoryPlace } from "../memory/files/roots.ts";
import type { SourcedRow } from "../memory/index/memories.ts";
import type { MemoryHit, MemoryQuery } from "../memory/index/memory-search.ts";
import { listUndrainedDeliveries } from "../memory/index/memory-usage.ts";
import { searchMemoryFiles } from "../memory/index/search-files.ts";
import { distinctBody } from "../memory/memory.ts";
import type { Store } from "../store/open.ts";
import { printable } from "../text/printable.ts";
import { iso, line, lineOrNull, parseStrings, projectRef } from "./shared.ts";

/** Without its use. */
export type MemoryRow = ReturnType<typeof toRow>;

export type Listed = SourcedRow & { injected: number; used: number };

const MAX_EXCERPT = 240;

/** The best first; null when there is nothing to search for. Without their use, which takes a look at all sessions. */
export async function searchMemories(
  store: Store,
  place: MemoryPlace,
  query: Omit<MemoryQuery, "projectKey">,
) {
  return (await searchMemoryFiles(store, place, query))?.map(toHit) ?? null;
}

function toHit(hit: MemoryHit) {
  const { score, allWords } = hit;
  return { ...toRow(hit), score, allWords, excerpt: line(distinctBody(hit), MAX_EXCERPT) };
}

export function toMemoryRows(store: Store, rows: readonly Listed[]) {
  const keyOf = (one: { project_key: string; memory_id: string }) => `${one.project_key}\0${one.memory_id}`;
  const undrained = Map.groupBy(listUndrainedDeliveries(store), keyOf);
  return rows.map((row) => ({
    ...toRow(row),
    /** Sessions that were given it, also those that are not processed yet, and that used it. */
    injected: row.injected + (undrained.get(keyOf(row))?.length ?? 0),
    used: row.used,
  }));
}

export function isOfTeam({ origin }: Pick<SourcedRow, "origin">): boolean {
  return origin === "team" || origin === "rule";
}

function toRow(row: SourcedRow) {
  return {
    ...projectRef(row.project_key, row.project_key || null),
    id: row.memory_id,
    title: line(row.title),
    category: row.category,
    status: row.status,
    tags: parseStrings(row.tags).map((tag) => line(tag, 40)),
    who: row.who,
    origin: row.origin,
    /** The machine whose text it is, if it is another one. */
    machine: isOfTeam(row) ? null : lineOrNull(row.source),
    /** In a team: who wrote it, if it is somebody else. */
    author: isOfTeam(row) ? lineOrNull(row.source) : null,
    /** Where it was said; null if unknown. */
    session: row.source_session,
    confidence: row.confidence,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    supersedes: parseStrings(row.supersedes),
    /** About the person, not the project. */
    personal: row.project_key === "",
    file: printable(`${row.root}/${row.place}`),
    /** Why it is quarantined, unreadable or a duplicate. */
    note: lineOrNull(row.note),
  };
}
