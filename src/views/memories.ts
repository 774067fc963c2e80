// Memories: list, search, and one with its source and use.

import { findMemoryById, type MemoryRow as MemoryRecord } from "../memory/index/memories.ts";
import { findChain } from "../memory/index/memory-chain.ts";
import { searchMemoryText } from "../memory/index/memory-search.ts";
import { listDeliveries, listUndrainedDeliveries } from "../memory/index/memory-usage.ts";
import { distinctBody } from "../memory/memory.ts";
import type { Store } from "../store/open.ts";
import { findSession } from "../store/sessions.ts";
import { UserError } from "../text/user-error.ts";
import { quotesOf, requestOf } from "./inbox.ts";
import {
  iso,
  isoOrNull,
  line,
  lineOrNull,
  PAGE_SIZE,
  paragraph,
  parseStrings,
  projectRef,
  type Query,
} from "./shared.ts";

const MAX_SESSIONS = 100;
const MAX_PROJECTS_SEARCHED = 50;

type Listed = MemoryRecord & { injected: number; used: number };

export function listMemoryRows(store: Store, query: Query) {
  const { project = null, q = "" } = query;
  const status = query.status === "any" ? null : (query.status ?? "active");
  const category = query.category ?? null;
  if (q.trim() !== "") {
    const rows = search(store, q, { project, status, category, limit: PAGE_SIZE });
    return { rows: toRows(store, rows), next: null };
  }
  const [at = Number.MAX_SAFE_INTEGER, id = 0] = query.cursor?.split(" ").map(Number) ?? [];
  const rows = store
    .query(
      // A memory in several work trees is listed once.
      `SELECT m.*, max(m.updated_at) AS newest, coalesce(u.injected, 0) AS injected, coalesce(u.used, 0) AS used
       FROM memories m LEFT JOIN memory_usage u ON u.project_key = m.project_key AND u.memory_id = m.memory_id
       WHERE ($project IS NULL OR m.project_key IN ($project, '')) AND ($status IS NULL OR m.status = $status)
         AND ($category IS NULL OR m.category = $category)
       GROUP BY m.project_key, m.memory_id, m.status IN ('unreadable', 'duplicate'), iif(m.status = 'duplicate', m.id, 0)
       HAVING (newest, m.id) < ($at, $id) ORDER BY newest DESC, m.id DESC LIMIT ${PAGE_SIZE}`,
    )
    .all({ project, status, category, at, id }) as Listed[];
  const last = rows.at(-1);
  return {
    rows: toRows(store, rows),
    next: last && rows.length === PAGE_SIZE ? `${last.updated_at} ${last.id}` : null,
  };
}

function search(
  store: Store,
  text: string,
  {
    project,
    ...filter
  }: { project: string | null; status: string | null; category: string | null; limit: number },
): Listed[] {
  const keys = project === null ? projectsWithMemories(store) : [project];
  const hits = keys.flatMap((projectKey) => searchMemoryText(store, { text, projectKey, ...filter }) ?? []);
  // Personal memories are found with each project.
  const byId = new Map(hits.map((hit) => [`${hit.project_key}\0${hit.memory_id}`, hit]));
  return [...byId.values()].toSorted((a, b) => b.score - a.score).slice(0, filter.limit);
}

function projectsWithMemories(store: Store): string[] {
  const rows = store
    .query(`SELECT project_key AS key FROM text_projects WHERE memories > 0 LIMIT ${MAX_PROJECTS_SEARCHED}`)
    .all() as { key: string }[];
  return rows.map(({ key }) => key);
}

/** Includes sessions that are not processed yet. */
function toRows(store: Store, rows: readonly Listed[]) {
  const keyOf = (one: { project_key: string; memory_id: string }) => `${one.project_key}\0${one.memory_id}`;
  const undrained = Map.groupBy(listUndrainedDeliveries(store), keyOf);
  return rows.map((row) =>
    toRow({ ...row, injected: row.injected + (undrained.get(keyOf(row))?.length ?? 0) }),
  );
}

function toRow(row: Listed) {
  return {
    ...projectRef(row.project_key, row.project_key || null),
    id: row.memory_id,
    title: line(row.title),
    category: row.category,
    status: row.status,
    tags: parseStrings(row.tags).map((tag) => line(tag, 40)),
    who: row.who,
    origin: row.origin,
    /** About the person, not the project. */
    personal: row.project_key === "",
    updatedAt: iso(row.updated_at),
    /** Sessions that were given it, and that used it. */
    injected: row.injected,
    used: row.used,
  };
}

export function readMemory(store: Store, { projectKey = "", id = "" }: Query) {
  const found = findMemoryById(store, projectKey, id);
  if (!found)
    throw new UserError("no-memory", `there is no memory ${line(id, 80)}`, "It may have been removed.");
  const usage = store
    .query("SELECT injected, used FROM memory_usage WHERE project_key = $projectKey AND memory_id = $id")
    .get({ projectKey, id }) as { injected: number; used: number } | null;
  const [row] = toRows(store, [{ ...found, injected: usage?.injected ?? 0, used: usage?.used ?? 0 }]);
  return {
    ...(row as NonNullable<typeof row>),
    body: paragraph(distinctBody(found)),
    createdAt: iso(found.created_at),
    confidence: found.confidence,
    file: line(`${found.root}/${found.place}`, 1000),
    /** Why it is quarantined, unreadable or a duplicate. */
    note: lineOrNull(found.note),
    source: sourceOf(store, found),
    chain: chainOf(store, found),
    given: sessionsGiven(store, projectKey, id),
  };
}

/** Source: the session, and what was said there. */
function sourceOf(store: Store, { source_session, memory_id }: MemoryRecord) {
  if (source_session === null) return null;
  const candidate = store
    .query(
      "SELECT evidence FROM candidates WHERE session_id = $source_session AND memory_id = $memory_id LIMIT 1",
    )
    .get({ source_session, memory_id }) as { evidence: string } | null;
  return {
    session: source_session,
    request: requestOf(store, source_session),
    at: isoOrNull(findSession(store, source_session)?.last_seen_at),
    quotes: candidate ? quotesOf(candidate.evidence).map(({ who, text }) => ({ who, text })) : [],
  };
}

/** What it replaced, then what replaced it. */
function chainOf(store: Store, memory: MemoryRecord) {
  const { before, after } = findChain(store, memory);
  const chain = [...before, memory, ...after];
  if (chain.length === 1) return [];
  return chain.map((row) => ({
    id: row.memory_id,
    title: line(row.title),
    status: row.status,
    updatedAt: iso(row.updated_at),
    self: row.memory_id === memory.memory_id,
  }));
}

/** Sessions that got it. Whether they used it is known once they are summarised. */
function sessionsGiven(store: Store, projectKey: string, id: string) {
  return listDeliveries(store, projectKey, id, MAX_SESSIONS).map(({ session, at, used, how }) => ({
    session,
    request: requestOf(store, session),
    at: iso(at),
    used: used === null ? null : used === 1,
    how: lineOrNull(how),
  }));
}
