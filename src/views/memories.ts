// Memories: list, search, and one with its source and use.

import { pickMemory } from "../memory/files/change-memory.ts";
import { lostIn } from "../memory/files/merge-files.ts";
import { type MemoryPlace, readMemoryFile } from "../memory/files/roots.ts";
import {
  countMemories,
  findMemoryById,
  listProblemMemories,
  type MemoryRow as MemoryRecord,
  SOURCE_OF_M,
} from "../memory/index/memories.ts";
import { findChain, listSuperseding } from "../memory/index/memory-chain.ts";
import { searchMemoryText } from "../memory/index/memory-search.ts";
import { listDeliveries } from "../memory/index/memory-usage.ts";
import { distinctBody, MAX_BODY } from "../memory/memory.ts";
import type { MergedMemory } from "../memory/merge-edits.ts";
import type { Store } from "../store/open.ts";
import { findSession } from "../store/sessions.ts";
import { printable } from "../text/printable.ts";
import { parseJson } from "../text/unknown-values.ts";
import { UserError } from "../text/user-error.ts";
import { quotesOf } from "./inbox.ts";
import { type Listed, toMemoryRows } from "./memory-rows.ts";
import { titleOfSession } from "./session-title.ts";
import { iso, isoOrNull, line, lineOrNull, PAGE_SIZE, paragraph, type Query } from "./shared.ts";

const MAX_SESSIONS = 100;
const MAX_PROJECTS_SEARCHED = 50;

/** A page: with a project, its memories and personal ones. */
export function listMemoryRows(store: Store, query: Query) {
  const { project = null, q = "" } = query;
  const status = query.status === "any" ? null : (query.status ?? "active");
  const category = query.category ?? null;
  const filter = { project, status, category, limit: PAGE_SIZE };
  if (q.trim() !== "") return { rows: toMemoryRows(store, search(store, q, filter)), next: null };
  const rows = listNewest(store, filter, query.cursor);
  const last = rows.at(-1);
  return {
    rows: toMemoryRows(store, rows),
    next: last && rows.length === PAGE_SIZE ? `${last.updated_at} ${last.id}` : null,
  };
}

/** The newest of a project and the person, and what a list of them says beside them. */
export function readMemoryList(store: Store, filter: Filter & { project: string }) {
  const { project, status, category, limit } = filter;
  const rows = listNewest(store, { ...filter, limit: limit + 1 });
  const counts = countMemories(store, project);
  const matching = counts
    .filter((one) => (status ?? one.status) === one.status && (category ?? one.category) === one.category)
    .reduce((sum, { n }) => sum + n, 0);
  return {
    rows: toMemoryRows(store, rows.slice(0, limit)),
    more: rows.length > limit ? matching - limit : 0,
    /** There are none, whatever the filter. */
    isEmpty: counts.length === 0,
    duplicates: listProblemMemories(store, project)
      .filter((one) => one.status === "duplicate")
      .map(({ root, place, note }) => ({ file: printable(`${root}/${place}`), note: line(note ?? "") })),
  };
}

interface Filter {
  /** A key; null for all. */
  project: string | null;
  /** null: any. */
  status: string | null;
  category: string | null;
  limit: number;
}

function listNewest(store: Store, filter: Filter, cursor?: string): Listed[] {
  const [at = Number.MAX_SAFE_INTEGER, id = 0] = cursor?.split(" ").map(Number) ?? [];
  return store
    .query(
      // A memory in several work trees is listed once.
      `SELECT m.*, ${SOURCE_OF_M} AS source, max(m.updated_at) AS newest, coalesce(u.injected, 0) AS injected, coalesce(u.used, 0) AS used
       FROM memories m LEFT JOIN memory_usage u ON u.project_key = m.project_key AND u.memory_id = m.memory_id
       WHERE ($project IS NULL OR m.project_key IN ($project, '')) AND ($status IS NULL OR m.status = $status)
         AND ($category IS NULL OR m.category = $category)
       GROUP BY m.project_key, m.memory_id, m.status IN ('unreadable', 'duplicate'), iif(m.status = 'duplicate', m.id, 0)
       HAVING (newest, m.id) < ($at, $id) ORDER BY newest DESC, m.id DESC LIMIT $limit`,
    )
    .all({ ...filter, at, id }) as Listed[];
}

function search(store: Store, text: string, { project, ...filter }: Filter): Listed[] {
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

export function readMemory(store: Store, { projectKey = "", id = "" }: Query) {
  const found = findMemoryById(store, projectKey, id);
  if (!found)
    throw new UserError("no-memory", `there is no memory ${line(id, 80)}`, "It may have been removed.");
  return describeMemory(store, found);
}

/** `id`: the beginning is enough if it is unique. */
export function readNamedMemory(store: Store, place: MemoryPlace, id: string) {
  return describeMemory(store, pickMemory(store, place, id));
}

function describeMemory(store: Store, found: MemoryRecord) {
  const { project_key: projectKey, memory_id: id } = found;
  const usage = store
    .query("SELECT injected, used FROM memory_usage WHERE project_key = $projectKey AND memory_id = $id")
    .get({ projectKey, id }) as { injected: number; used: number } | null;
  const merge = mergeOf(store, found);
  const listed = { ...found, source: merge.source, injected: usage?.injected ?? 0, used: usage?.used ?? 0 };
  const [row] = toMemoryRows(store, [listed]);
  return {
    ...(row as NonNullable<typeof row>),
    body: paragraph(distinctBody(found), MAX_BODY),
    source: sourceOf(store, found),
    machines: merge.machines,
    joined: merge.joined,
    lost: merge.lost,
    supersededBy: listSuperseding(store, projectKey, id)[0]?.memory_id ?? null,
    chain: chainOf(store, found),
    given: sessionsGiven(store, projectKey, id),
  };
}

const MAX_LOST_TEXT = 600;

/** Whose text it is, and the texts that lost against it. */
function mergeOf(store: Store, { root, place, memory_id: id }: MemoryRecord) {
  const row = store
    .query("SELECT source, merged FROM synced_memories WHERE root = $root AND memory_id = $id")
    .get({ root, id }) as { source: string | null; merged: string } | null;
  const {
    lost = [],
    ids = [],
    machines = [],
  } = (parseJson(row?.merged ?? "{}") ?? {}) as Partial<MergedMemory>;
  return {
    source: row?.source ?? null,
    /** How many machines wrote a part of it. */
    machines: machines.length,
    /** Memories that said the same and are one now. */
    joined: Math.max(0, ids.length - 1),
    lost: [...lost, ...lostInFile({ root, place })].map(({ title, body }) => ({
      title: line(title),
      body: paragraph(distinctBody({ title, body }), MAX_LOST_TEXT),
    })),
  };
}

/** When git's branches were merged. */
function lostInFile({ root, place }: Pick<MemoryRecord, "root" | "place">) {
  const text = readMemoryFile({ base: root, dir: root }, place);
  return text === null ? [] : lostIn(text);
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
    title: titleOfSession(store, source_session),
    at: isoOrNull(findSession(store, source_session)?.last_seen_at),
    quotes: candidate ? quotesOf(candidate.evidence).map(({ who, text }) => ({ who, text })) : [],
  };
}

/** What it replaced, itself, then what replaced it. */
function chainOf(store: Store, memory: MemoryRecord) {
  const { before, after } = findChain(store, memory);
  return [...before, memory, ...after].map((row) => ({
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
    title: titleOfSession(store, session),
    at: iso(at),
    used: used === null ? null : used === 1,
    how: lineOrNull(how),
  }));
}
