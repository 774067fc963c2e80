// Removes memories for good, here and with the next sync on every other machine.
import type { Environment } from "../config/environment.ts";
import type { Root } from "../memory/files/roots.ts";
import { removeMemoryFile } from "../memory/files/write-file.ts";
import type { MemoryRow } from "../memory/index/memories.ts";
import type { MergedMemory } from "../memory/merge-edits.ts";
import { inMemoryTransaction, type Store } from "../store/open.ts";
import { parseJson } from "../text/unknown-values.ts";
import { readMachineKey } from "./key-file.ts";
import { listConfirmed } from "./machines.ts";
import { listTracked } from "./projects.ts";
import { deleteOwnRow, nextVersion } from "./sync-rows.ts";

export interface ForgetPlan {
  /** Of all memories that became these. */
  ids: string[];
  /** Whose summaries other machines have. */
  sessions: string[];
  removed: MemoryRow[];
  /** Files that the project's git has: a person must remove them, and rewrite its history. */
  tracked: MemoryRow[];
}

/** Every copy of these memories, in all work trees. */
export async function planForgetting(
  env: Environment,
  store: Store,
  memories: readonly Pick<MemoryRow, "memory_id" | "project_key">[],
): Promise<ForgetPlan> {
  const plan: ForgetPlan = { ids: [], sessions: [], removed: [], tracked: [] };
  for (const { memory_id: id, project_key: key } of memories) {
    const ids = idsOf(store, id);
    plan.ids.push(...ids);
    const rows = store
      .query(
        "SELECT * FROM memories WHERE project_key = $key AND memory_id IN (SELECT value FROM json_each($ids))",
      )
      .all({ key, ids: JSON.stringify(ids) }) as MemoryRow[];
    for (const row of rows) plan[(await isTracked(env, row)) ? "tracked" : "removed"].push(row);
  }
  plan.ids = [...new Set(plan.ids)];
  return plan;
}

/** On SQL's `r.payload`, which is JSON. */
const HAS_TEXT = `(instr(lower(r.payload), lower($text)) > 0
  OR instr(lower(r.payload), lower(substr(json_quote($text), 2, length(json_quote($text)) - 2))) > 0)`;

/** Of sessions that travelled, these and those with the text. */
export function findTravelledSessions(store: Store, ids: readonly string[], text: string | null): string[] {
  const rows = store
    .query(
      `SELECT DISTINCT id FROM sync_rows r WHERE kind = 'session' AND deleted = 0 AND author IS NULL
         AND (id IN (SELECT value FROM json_each($ids)) OR ${HAS_TEXT})`,
    )
    .all({ ids: JSON.stringify(ids), text }) as { id: string }[];
  return rows.map(({ id }) => id);
}

/** The person's memories that travel and contain the text, also in what lost or belongs to a project that is not on this machine. */
export function findSyncedContaining(
  store: Store,
  text: string,
): Pick<MemoryRow, "memory_id" | "project_key">[] {
  const rows = store
    .query(
      `SELECT DISTINCT r.id AS memory_id, coalesce(m.project_key, '') AS project_key
       FROM sync_rows r LEFT JOIN memories m ON m.memory_id = r.id
       WHERE r.kind = 'memory' AND r.deleted = 0 AND r.author IS NULL AND ${HAS_TEXT}`,
    )
    .all({ text });
  return rows as Pick<MemoryRow, "memory_id" | "project_key">[];
}

function idsOf(store: Store, id: string): string[] {
  const rows = store.query("SELECT merged FROM synced_memories WHERE memory_id = $id").all({ id }) as {
    merged: string;
  }[];
  return [...new Set([id, ...rows.flatMap(({ merged }) => (parseJson(merged) as MergedMemory).ids)])];
}

async function isTracked(env: Environment, { root, place }: MemoryRow): Promise<boolean> {
  const dir = /^(\/.*)\/\.claude\/memory$/.exec(root)?.[1];
  if (dir === undefined || root.startsWith(`${env.holdfastHome}/`)) return false;
  const tracked = await listTracked(env, dir);
  return tracked === null || tracked.has(place);
}

/** Returns whether other machines will be told. */
export function forgetMemories(
  env: Environment,
  store: Store,
  { ids, sessions, removed }: ForgetPlan,
): boolean {
  const key = readMachineKey(env);
  inMemoryTransaction(store, () => {
    for (const { root, place } of removed) {
      removeMemoryFile({ dir: root } as Root, place);
      store.query("DELETE FROM memories WHERE root = $root AND place = $place").run({ root, place });
    }
    const list = JSON.stringify(ids);
    for (const table of ["synced_memories", "memory_usage", "memory_outcomes", "candidates"])
      store
        .query(`DELETE FROM ${table} WHERE memory_id IN (SELECT value FROM json_each($list))`)
        .run({ list });
    if (key === null) return;
    const version = nextVersion(store, listConfirmed(store, key));
    for (const id of ids) deleteOwnRow(store, key, { kind: "memory", id }, version);
    for (const id of sessions) deleteOwnRow(store, key, { kind: "session", id }, version);
  });
  return key !== null;
}
