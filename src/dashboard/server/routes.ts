// Handlers for every path of the contract.
import { existsSync } from "node:fs";
import * as z from "zod";
import { databasePath, type Environment } from "../../config/environment.ts";
import { syncIndex } from "../../memory/index/sync-index.ts";
import { openStore, type Store, toStoreError } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";
import { drainFirst } from "../../upkeep/drain-first.ts";
import { readHealth, readLatency, runDoctor } from "../../views/health.ts";
import { readInbox } from "../../views/inbox.ts";
import { listMemoryRows, readMemory } from "../../views/memories.ts";
import { readNow } from "../../views/now.ts";
import { listProjects, listSessionRows, readStory } from "../../views/sessions.ts";
import { line, type Query } from "../../views/shared.ts";
import { listStops, readShare, readStop, readTeamHolds } from "../../views/stops.ts";
import type { Actions, DoctorReport, Reads } from "../contract.ts";
import type { DashboardHost, PersonalAction } from "./serve.ts";
import { isStoreError, type StoreReader } from "./store-reader.ts";

export interface Routes {
  reads: Map<string, (query: Query) => unknown>;
  actions: Map<string, (body: unknown) => unknown>;
}

type Answer<T> = T | Promise<T>;
type ReadTable = { [Path in keyof Reads]: (query: Query) => Answer<Reads[Path]["answer"]> };
type ActionTable = {
  [Path in keyof Actions]: (body: Actions[Path]["body"]) => Answer<Actions[Path]["answer"]>;
};

export function routesOf(host: DashboardHost, reader: StoreReader): Routes {
  const { env } = host;
  const doctor = { last: null as DoctorReport | null };
  const reads: ReadTable = {
    "/api/now": ({ project = null }) => readNowOrProblem(env, reader, project),
    "/api/projects": () => listProjects(reader.store),
    "/api/stops": (query) => listStops(reader.store, query),
    "/api/stop": ({ id = "" }) => readStop(reader.store, id),
    "/api/share": (query) => readShare(reader.store, query),
    "/api/team": (query) => readTeamHolds(reader.store, query),
    "/api/sessions": (query) => listSessionRows(reader.store, query),
    "/api/session": ({ id = "" }) => readStory(reader.store, id),
    "/api/memories": async (query) => {
      await syncMemories(env, reader.store, query.project ?? null);
      return listMemoryRows(reader.store, query);
    },
    "/api/memory": (query) => readMemory(reader.store, query),
    "/api/inbox": async ({ project: projectKey = null, q = "" }) => {
      await writeTo(env, (store) => drainFirst(env, store));
      return readInbox(reader.store, { projectKey, words: q.split(/\s+/).filter(Boolean) });
    },
    "/api/health": () => readHealth(env, reader.storeOrNull),
    "/api/latency": (query) => readLatency(reader.store, query),
    "/api/doctor": () => doctor.last,
  };
  const actions: Omit<ActionTable, PersonalAction> = {
    "/api/doctor": async ({ project }) => {
      doctor.last = await runDoctor(env, reader.storeOrNull, project ?? null);
      return doctor.last;
    },
  };
  const personal = Object.entries(host.act).map(
    ([path, run]) => [path, (body: never) => run(body, reader.store)] as const,
  );
  return {
    reads: new Map(Object.entries(reads)),
    actions: new Map(
      [...Object.entries(actions), ...personal].map(([path, run]) => [
        path,
        (body) => run(checkBody(path as keyof Actions, body) as never),
      ]),
    ),
  };
}

async function readNowOrProblem(env: Environment, reader: StoreReader, project: string | null) {
  try {
    return await readNow(env, reader.store, project, null);
  } catch (error) {
    if (!isStoreError(error)) throw error;
    return readNow(env, null, project, toStoreError(error).message);
  }
}

const MAX_SYNCED = 10;

/**
 * Memory files are also added and edited by hand. `project`: a key; null for the most recent projects. Files that cannot be
 * read or written are left as they are.
 */
async function syncMemories(env: Environment, store: Store, project: string | null): Promise<void> {
  const projects = listProjects(store).filter(({ projectKey }) => project === null || projectKey === project);
  await writeTo(env, (writable) => {
    for (const { projectKey, project: projectDir } of projects.slice(0, MAX_SYNCED))
      if (existsSync(projectDir)) syncIndex(writable, { env, projectDir, projectKey });
  });
}

/** Brings up to date what is then read. If that fails, the old text is shown; the next command or session tries again. */
async function writeTo(env: Environment, write: (store: Store) => void | Promise<void>): Promise<void> {
  try {
    const store = await openStore(databasePath(env));
    try {
      await write(store);
    } finally {
      store.close();
    }
  } catch {
    // An older version, read-only or locked.
  }
}

const scope = z.enum(["all", "project", "session"]);

/** The body of every POST. */
export const BODIES = {
  "/api/unlock": z.strictObject({ session: z.string() }),
  /** Pauses one session, its project, or everything. Without `minutes`, until resumed. */
  "/api/pause": z.strictObject({
    scope,
    session: z.string(),
    minutes: z
      .int()
      .min(1)
      .max(7 * 24 * 60)
      .optional(),
  }),
  /** Ends one of `Now.pauses`. */
  "/api/resume": z.strictObject({ scope, target: z.string() }),
  "/api/cancel": z.strictObject({ session: z.string(), kind: z.string() }),
  /**
   * With a title, body, category or tags it counts as "edit": triage learns from the wording. If a similar memory exists,
   * `force` is required (error `like-another`).
   */
  "/api/inbox/accept": z.strictObject({
    id: z.int(),
    title: z.string().optional(),
    body: z.string().optional(),
    category: z.string().optional(),
    tags: z.string().optional(),
    force: z.boolean().optional(),
  }),
  /** Makes a quarantined, retired or superseded memory active again. */
  "/api/memory/restore": z.strictObject({ projectKey: z.string(), id: z.string() }),
  "/api/inbox/reject": z.strictObject({ id: z.int(), duplicate: z.boolean().optional() }),
  /** Marks a hold as wrong. `undo`: removes the mark. */
  "/api/wrong": z.strictObject({ id: z.int(), why: z.string().optional(), undo: z.boolean().optional() }),
  /** Drops a reflection's finding for good, as `reflect review --reject` does. */
  "/api/findings/dismiss": z.strictObject({ id: z.int() }),
  /** Runs doctor's checks, which takes a few seconds. */
  "/api/doctor": z.strictObject({ project: z.string().optional() }),
};

/** Exactly the fields of the action. */
export function checkBody(path: keyof Actions, body: unknown): object {
  const { success, data, error } = BODIES[path].safeParse(body);
  if (success) return data;
  throw new UserError("bad-body", line(`wrong body: ${z.prettifyError(error)}`), "Reload the page.");
}
