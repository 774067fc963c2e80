// How often memories were given to sessions and used, and which quarantined ones a person vouched for.
import type { Store } from "../../store/open.ts";
import { queryWords } from "../../text/query-words.ts";
import { findMemoryById } from "./memories.ts";

interface WorkDone {
  title: string;
  summary: string;
  files: readonly string[];
}

const PATH = /(?:[\w@.-]+\/)+[\w.-]*\w|\b[\w-]+\.[a-z]{1,5}\b/gi;
const CODE = /`([^`\n]{3,120})`/g;
const MIN_LETTERS = 3;

/** Records for each memory that a session was given whether its file, command or subject was used afterwards. */
export function recordMemoryUse(store: Store, sessionId: string, projectKey: string): number {
  const given = listGivenMemories(store, sessionId);
  for (const { memoryId, at } of given) {
    const row = findMemoryById(store, projectKey, memoryId) ?? findMemoryById(store, "", memoryId);
    if (row === null) continue;
    const work = listWorkAfter(store, sessionId, at);
    const how = findUse(row, work);
    saveOutcome(store, { sessionId, projectKey: row.project_key, memoryId, how, at });
  }
  return given.length;
}

/** The part of a memory that was used: a file, a command, or at least half of the words of its title. null when unused. */
export function findUse(memory: { title: string; body: string }, work: readonly WorkDone[]): string | null {
  const text = `${memory.title}\n${memory.body}`;
  const file = (text.match(PATH) ?? []).find((path) =>
    work.some(({ files }) => files.some((each) => each.endsWith(path))),
  );
  if (file) return `file ${file}`;
  const commands = [...text.matchAll(CODE)].map((match) => match[1] ?? "");
  const command = commands.find((each) => work.some(({ title }) => title.includes(each)));
  if (command) return `command ${command}`;
  const words = queryWords(memory.title).filter((word) => word.length >= MIN_LETTERS);
  if (words.length === 0) return null;
  const enough = Math.ceil(words.length / 2);
  for (const { title, summary } of work) {
    const done = new Set(queryWords(`${title} ${summary}`));
    const common = words.filter((word) => done.has(word));
    if (common.length >= enough) return `words ${common.join(", ")}`;
  }
  return null;
}

export interface MemoryUsage {
  memory_id: string;
  injected: number;
  used: number;
}

/** Memories that sessions were given, the most useful first. `projectKey` null: in all projects. */
export function listUsage(store: Store, projectKey: string | null): MemoryUsage[] {
  return store
    .query(
      `SELECT memory_id, sum(injected) AS injected, sum(used) AS used FROM (
         SELECT project_key, memory_id, injected, used FROM memory_usage UNION ALL
         SELECT project_key, memory_id, 1, 0 FROM (${UNDRAINED}))
       WHERE ($projectKey IS NULL OR project_key IN ($projectKey, '')) AND injected > 0 GROUP BY project_key, memory_id
       ORDER BY used DESC, injected DESC, memory_id`,
    )
    .all({ projectKey }) as MemoryUsage[];
}

/** A memory given to a session. `used` is null until the session's work is processed. */
export interface MemoryDelivery {
  project_key: string;
  memory_id: string;
  session: string;
  at: number;
  used: number | null;
  how: string | null;
}

/** Sessions that were given more memories than have outcomes. Counting first is twice as fast as looking up each. */
const FEWER_OUTCOMES = `SELECT session_id FROM (
    SELECT session_id, count(*) AS given FROM recall_items WHERE source = 'memory' GROUP BY session_id) g
  WHERE given > (SELECT count(*) FROM memory_outcomes o WHERE o.session_id = g.session_id)`;

/** Memories given to sessions without an outcome yet. A project's memory goes before a personal one with the same id. */
const UNDRAINED = `SELECT i.session_id AS session, i.item_id AS memory_id, r.at, NULL AS used, NULL AS how,
    iif(EXISTS (SELECT 1 FROM memories k WHERE k.memory_id = i.item_id AND k.project_key = s.project_key),
      s.project_key, '') AS project_key
  FROM (${FEWER_OUTCOMES}) AS f CROSS JOIN sessions s ON s.session_id = f.session_id
  CROSS JOIN recall_items i ON i.session_id = s.session_id AND i.source = 'memory'
  JOIN recall_receipts r ON r.id = i.receipt_id
  WHERE NOT EXISTS (SELECT 1 FROM memory_outcomes o WHERE o.session_id = i.session_id AND o.memory_id = i.item_id)
    AND EXISTS (SELECT 1 FROM memories k WHERE k.memory_id = i.item_id AND k.project_key IN (s.project_key, ''))`;

export function listUndrainedDeliveries(store: Store): MemoryDelivery[] {
  return store.query(UNDRAINED).all() as MemoryDelivery[];
}

/** The latest first. */
export function listDeliveries(
  store: Store,
  projectKey: string,
  memoryId: string,
  max: number,
): MemoryDelivery[] {
  return store
    .query(
      `SELECT session_id AS session, memory_id, at, used, how, project_key FROM memory_outcomes
         WHERE project_key = $projectKey AND memory_id = $memoryId
       UNION ALL SELECT * FROM (${UNDRAINED}) WHERE project_key = $projectKey AND memory_id = $memoryId
       ORDER BY at DESC, session LIMIT $max`,
    )
    .all({ projectKey, memoryId, max }) as MemoryDelivery[];
}

/** A person has read this text of the memory and allows it to be given to sessions. */
export function vouchFor(store: Store, projectKey: string, memoryId: string, hash: string): void {
  store
    .query(
      `INSERT INTO memory_usage (project_key, memory_id, trusted_hash) VALUES ($projectKey, $memoryId, $hash)
       ON CONFLICT DO UPDATE SET trusted_hash = $hash`,
    )
    .run({ projectKey, memoryId, hash });
}

export function findVouchedHash(store: Store, projectKey: string, memoryId: string): string | null {
  const row = store
    .query("SELECT trusted_hash FROM memory_usage WHERE project_key = $projectKey AND memory_id = $memoryId")
    .get({ projectKey, memoryId }) as { trusted_hash: string | null } | null;
  return row?.trusted_hash ?? null;
}

/** Memories that a session was given, and when. */
function listGivenMemories(store: Store, sessionId: string): { memoryId: string; at: number }[] {
  return store
    .query(
      `SELECT i.item_id AS memoryId, r.at FROM recall_items i JOIN recall_receipts r ON r.id = i.receipt_id
       WHERE i.session_id = $sessionId AND i.source = 'memory'`,
    )
    .all({ sessionId }) as { memoryId: string; at: number }[];
}

function listWorkAfter(store: Store, sessionId: string, at: number): WorkDone[] {
  const rows = store
    .query(
      `SELECT title, summary, files FROM observations WHERE session_id = $sessionId AND at >= $at
       ORDER BY at, id LIMIT 2000`,
    )
    .all({ sessionId, at }) as { title: string; summary: string; files: string }[];
  return rows.map((row) => ({ ...row, files: JSON.parse(row.files) as string[] }));
}

interface Outcome {
  sessionId: string;
  projectKey: string;
  memoryId: string;
  /** null: not used so far. */
  how: string | null;
  at: number;
}

/** One outcome per session; once used, it stays used. */
function saveOutcome(store: Store, { sessionId, projectKey, memoryId, how, at }: Outcome): void {
  store
    .query(
      `INSERT INTO memory_outcomes (session_id, project_key, memory_id, used, how, at)
       VALUES ($sessionId, $projectKey, $memoryId, $how IS NOT NULL, $how, $at)
       ON CONFLICT DO UPDATE SET used = max(used, excluded.used), how = coalesce(how, excluded.how)`,
    )
    .run({ sessionId, projectKey, memoryId, how, at });
  store
    .query(
      `INSERT INTO memory_usage (project_key, memory_id, injected, used, last_injected_at)
       SELECT project_key, memory_id, count(*), sum(used), max(at) FROM memory_outcomes
       WHERE project_key = $projectKey AND memory_id = $memoryId GROUP BY project_key, memory_id
       ON CONFLICT DO UPDATE SET injected = excluded.injected, used = excluded.used,
         last_injected_at = excluded.last_injected_at`,
    )
    .run({ projectKey, memoryId });
}
