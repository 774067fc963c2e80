// Handlers for every path of the contract.
import { existsSync } from "node:fs";
import { databasePath, type Environment } from "../../config/environment.ts";
import { syncIndex } from "../../memory/index/sync-index.ts";
import { openStore, type Store, toStoreError } from "../../store/open.ts";
import { isRecord } from "../../text/unknown-values.ts";
import { UserError } from "../../text/user-error.ts";
import type { Actions, DoctorReport, Reads } from "../contract.ts";
import { readHealth, readLatency, runDoctor } from "../views/health.ts";
import { listReflectionFindings, readInsights } from "../views/insights.ts";
import { listMemoryRows, readInbox, readMemory } from "../views/memories.ts";
import { listProjects, listSessionRows, readStory } from "../views/sessions.ts";
import { folderOfProject, line, type Query } from "../views/shared.ts";
import { listStops, readShare, readStop } from "../views/stops.ts";
import { BacktestJob } from "./backtest-job.ts";
import type { LiveFeed } from "./live.ts";
import type { DashboardHost, PersonalAction } from "./serve.ts";
import { isStoreError, type StoreReader } from "./store-reader.ts";

export interface Routes {
  reads: Map<string, (query: Query, id: string) => unknown>;
  actions: Map<string, (body: unknown) => unknown>;
  /** Stops running work. */
  stop(): void;
}

type Answer<T> = T | Promise<T>;
type ReadTable = { [Path in keyof Reads]: (query: Query, id: string) => Answer<Reads[Path]["answer"]> };
type ActionTable = {
  [Path in keyof Actions]: (body: Actions[Path]["body"]) => Answer<Actions[Path]["answer"]>;
};

export function routesOf(host: DashboardHost, reader: StoreReader, live: LiveFeed): Routes {
  const { env } = host;
  const backtest = new BacktestJob(env, () => live.note("backtest"));
  const doctor = { last: null as DoctorReport | null };
  const reads: ReadTable = {
    "/api/now": ({ project = null }) => readNow(host, reader, project),
    "/api/projects": () => listProjects(reader.store),
    "/api/stops": (query) => listStops(reader.store, query),
    "/api/stops/:id": (_, id) =>
      readStop(reader.store, id, (session) => host.claimsOf(reader.store, session)),
    "/api/share": (query) => readShare(reader.store, query),
    "/api/claims": (query) => host.readClaims(reader.store, query),
    "/api/sessions": (query) => listSessionRows(reader.store, query),
    "/api/sessions/:id": (_, id) =>
      readStory(reader.store, id, (session) => host.claimsOf(reader.store, session)),
    "/api/memories": async (query) => {
      await keepIndexFresh(env, reader.store, query.project ?? null);
      return listMemoryRows(reader.store, query);
    },
    "/api/memory": (query) => readMemory(reader.store, query),
    "/api/inbox": (query) => readInbox(reader.store, query),
    "/api/insights": (query) => readInsights(reader.store, env, query),
    "/api/findings": (query) => listReflectionFindings(reader.store, query),
    "/api/backtest": (query) => backtest.read(query),
    "/api/health": () => readHealth(env, reader.storeOrNull),
    "/api/latency": (query) => readLatency(reader.store, query),
    "/api/doctor": () => doctor.last,
  };
  const actions: Omit<ActionTable, PersonalAction> = {
    "/api/backtest": (body) => backtest.start(body, reader.store),
    "/api/backtest/stop": () => backtest.stop(),
    "/api/doctor": async ({ project }) => {
      doctor.last = await runDoctor(
        env,
        project === undefined ? null : folderOfProject(reader.store, project),
      );
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
    stop: () => void backtest.stop(),
  };
}

export function findRead({ reads }: Routes, path: string): ((query: Query) => unknown) | null {
  const exact = reads.get(path);
  if (exact) return (query) => exact(query, "");
  const [, parent = "", id = ""] = /^(\/api\/(?:stops|sessions))\/([^/]+)$/.exec(path) ?? [];
  const one = reads.get(`${parent}/:id`);
  return one ? (query) => one(query, decode(id)) : null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // Nothing will be found under it.
  }
}

async function readNow(host: DashboardHost, reader: StoreReader, project: string | null) {
  try {
    return await host.readNow(reader.store, project, null);
  } catch (error) {
    if (!isStoreError(error)) throw error;
    return host.readNow(null, project, toStoreError(error).message);
  }
}

const AGAIN_MS = 10_000;
const MAX_SYNCED = 10;

const lookedAt = new Map<string, number>();

/**
 * Updates the index before memories are shown, because people edit memory files by hand. `project`: a key; null for the most
 * recent projects. Files that cannot be read or written are left as they are.
 */
async function keepIndexFresh(env: Environment, store: Store, project: string | null): Promise<void> {
  const now = Date.now();
  const due = listProjects(store)
    .filter(({ projectKey }) => project === null || projectKey === project)
    .slice(0, MAX_SYNCED)
    .filter(
      ({ projectKey, project: dir }) => now - (lookedAt.get(projectKey) ?? 0) > AGAIN_MS && existsSync(dir),
    );
  if (due.length === 0) return;
  for (const { projectKey } of due) lookedAt.set(projectKey, now);
  try {
    const writable = await openStore(databasePath(env));
    try {
      for (const { projectKey, project: projectDir } of due)
        syncIndex(writable, { env, projectDir, projectKey });
    } finally {
      writable.close();
    }
  } catch {
    // The old text is shown; the next command or session tries again.
  }
}

type Kind = "string" | "number" | "boolean" | "strings" | "settings";
/** `?` at the end: optional. */
type Fields = Record<string, Kind | `${Kind}?`>;

const BODIES: Record<keyof Actions, Fields> = {
  "/api/unlock": { session: "string", why: "string?" },
  "/api/pause": { scope: "string", target: "string?", minutes: "number?" },
  "/api/resume": { scope: "string", target: "string" },
  "/api/cancel": { session: "string", kind: "string", why: "string?" },
  "/api/inbox/accept": {
    id: "number",
    title: "string?",
    body: "string?",
    category: "string?",
    tags: "strings?",
    personal: "boolean?",
    force: "boolean?",
  },
  "/api/memory/restore": { projectKey: "string", id: "string" },
  "/api/inbox/reject": { id: "number", duplicate: "boolean?" },
  "/api/wrong": { id: "number", why: "string?", undo: "boolean?" },
  "/api/findings/decide": { id: "number", accept: "boolean" },
  "/api/backtest": { project: "string?", config: "settings", against: "settings", days: "number?" },
  "/api/backtest/stop": {},
  "/api/doctor": { project: "string?" },
};

/** Exactly the fields of the contract. */
export function checkBody(path: keyof Actions, body: unknown): object {
  const fields = BODIES[path];
  if (!isRecord(body)) throw badBody("the body is not a JSON object", fields);
  for (const name of Object.keys(body))
    if (!Object.hasOwn(fields, name)) throw badBody(`unknown field ${line(name, 40)}`, fields);
  for (const [name, kind] of Object.entries(fields)) {
    const value = body[name];
    if (value === undefined && kind.endsWith("?")) continue;
    if (!isOfKind(value, kind.replace("?", "") as Kind))
      throw badBody(`${name} is missing or not a ${kind}`, fields);
  }
  return body;
}

function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind === "strings") return Array.isArray(value) && value.every((one) => typeof one === "string");
  if (kind === "settings")
    return (
      isRecord(value) &&
      typeof value.name === "string" &&
      (value.text === undefined || typeof value.text === "string")
    );
  return typeof value === kind && (kind !== "number" || Number.isFinite(value));
}

function badBody(message: string, fields: Fields): UserError {
  const wanted = Object.entries(fields).map(([name, kind]) => `${name} (${kind})`);
  return new UserError("bad-body", message, `Fields: ${wanted.join(", ") || "none"}.`);
}
