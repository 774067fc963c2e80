// One sync: what changed in the files becomes rows, rows of others are pulled and merged, files are written, rows are pushed. It can be
// killed anywhere and continues with the next one.
import type { Environment } from "../config/environment.ts";
import type { Config } from "../config/schema.ts";
import { privateRoots, type Root, workTreeRoot } from "../memory/files/roots.ts";
import { syncRoots } from "../memory/index/sync-index.ts";
import { inMemoryTransaction, type Store } from "../store/open.ts";
import { parseJson } from "../text/unknown-values.ts";
import { type Backend, type Membership, RemoteError, type RemoteProblem } from "./backend.ts";
import type { MachineKey } from "./machine-key.ts";
import { listConfirmed, listMachines } from "./machines.ts";
import { isTeamUrl } from "./postgres/team-url.ts";
import { listSyncProjects, listTracked, type SyncProject } from "./projects.ts";
import { joinEqual, scanMemories } from "./scan-memories.ts";
import { removeForgottenSessions, storeSessions, writeSessions } from "./sessions.ts";
import { mergeProject, ownRoots, type ProjectFolders, type SyncContext } from "./sync-context.ts";
import { releaseSyncLock, takeSyncLock, waitForSyncLock } from "./sync-lock.ts";
import {
  listUnsentRows,
  markAllUnsent,
  markSent,
  readState,
  type StoredRow,
  storePulledRows,
  writeState,
} from "./sync-rows.ts";
import { writeDecisionCounts } from "./team-decisions.ts";
import { endRulesOfForgotten } from "./team-memories.ts";
import { writeMemories } from "./write-memories.ts";

export interface SyncRequest {
  env: Environment;
  store: Store;
  config: Config;
  key: MachineKey;
  /** A project that may have had no session yet. */
  projectDir?: string;
  openBackend(): Promise<Backend>;
  /** A person asked for it, and may remove any number of memories. */
  isByPerson: boolean;
  /** For another sync that runs, for a while. */
  waits?: boolean;
  onProgress?(step: string): void;
}

export interface SyncCounts {
  /** Memories that changed here. */
  changed: number;
  /** Rows, without those of machines. */
  pulled: number;
  pushed: number;
  /** Memory files. */
  written: number;
  removed: number;
  /** Memories that were forgotten elsewhere and wait for a sync by hand. */
  waiting: number;
  /** Files that were changed by hand and that nobody vouched for. */
  changedByHand: number;
  /** On the remote, but not rows. */
  ignored: number;
  /** Titles of memories that are too long. */
  tooLong: string[];
  /** Folders of projects without a name that other machines know. */
  unnamed: string[];
  /** Names of projects that the team's admin did not give the person. */
  refused: string[];
}

export type SyncOutcome =
  | ({ state: "done" } & SyncCounts)
  | { state: "busy" }
  | { state: "failed"; problem: RemoteProblem; message: string };

/** How the last sync ended, as `status` shows it. */
export interface LastSync {
  at: number;
  problem: RemoteProblem | null;
  message: string;
  /** Of the last one that reached the remote. */
  counts: SyncCounts | null;
  reachedAt: number | null;
}

const MAX_PUSHED = 500;
const MAX_PUSHED_BYTES = 4 * 1024 * 1024;

export async function runSync(request: SyncRequest): Promise<SyncOutcome> {
  const { store, waits } = request;
  const isFree = waits
    ? await waitForSyncLock(store, process.pid)
    : takeSyncLock(store, process.pid, Date.now());
  if (!isFree) return { state: "busy" };
  try {
    const counts = await synchronise(request);
    saveLast(store, { at: Date.now(), problem: null, message: "", counts, reachedAt: Date.now() });
    return { state: "done", ...counts };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const { problem, message } = error;
    const { counts = null, reachedAt = null } = readLast(store) ?? {};
    saveLast(store, { at: Date.now(), problem, message, counts, reachedAt });
    return { state: "failed", problem, message };
  } finally {
    releaseSyncLock(store, process.pid);
  }
}

export function readLast(store: Store): LastSync | null {
  return parseJson(readState(store, "last") ?? "null") as LastSync | null;
}

function saveLast(store: Store, last: LastSync): void {
  inMemoryTransaction(store, () => writeState(store, "last", JSON.stringify(last)));
}

async function synchronise(request: SyncRequest): Promise<SyncCounts> {
  const { store, config, key, onProgress = () => {} } = request;
  const { projects: all, unnamed } = await listSyncProjects(request);
  // What is about the person is nobody's business in a team.
  const isTeam = isTeamUrl(config.sync.url);
  const projects = all.filter(({ name }) => !isTeam || name !== "");
  const names = Object.fromEntries(projects.map(({ key, name }) => [key, name]));
  inMemoryTransaction(store, () => writeState(store, "projects", JSON.stringify(names)));
  const folders = await Promise.all(projects.map((project) => findFolders(request, project)));
  const backend = await request.openBackend();
  try {
    const local: LocalRun = { ...request, folders, counts: { ...NOTHING, unnamed } };
    // Without a cursor this machine's own rows are on the remote, too, if its database was lost.
    const isFirst = readState(store, "cursor") === null;
    if (!isFirst) scanAll(local);
    onProgress("pulling");
    const team = await backend.findTeam();
    const run: Run = { ...local, projects, backend, team };
    await pull(run);
    if (isFirst) scanAll(run);
    onProgress("merging");
    const sync = contextOf(request);
    inMemoryTransaction(store, () => removeForgottenSessions(sync));
    for (const project of folders) write(run, project);
    if (team?.mayMakeRules)
      for (const { name } of projects)
        inMemoryTransaction(store, () =>
          endRulesOfForgotten(store, key, name, mergeProject(sync, name), team.developer),
        );
    if (team !== null && config.sync.decisions)
      inMemoryTransaction(store, () => writeDecisionCounts(store, key, projects, Date.now()));
    onProgress("pushing");
    await push(run);
    return run.counts;
  } finally {
    await backend.close();
  }
}

/** What needs no remote. */
interface LocalRun extends SyncRequest {
  folders: readonly ProjectFolders[];
  counts: SyncCounts;
}

interface Run extends LocalRun {
  projects: readonly SyncProject[];
  backend: Backend;
  team: Membership | null;
}

const NOTHING: Omit<SyncCounts, "unnamed"> = {
  changed: 0,
  pulled: 0,
  pushed: 0,
  written: 0,
  removed: 0,
  waiting: 0,
  changedByHand: 0,
  ignored: 0,
  tooLong: [],
  refused: [],
};

async function findFolders({ env, config }: SyncRequest, project: SyncProject): Promise<ProjectFolders> {
  const { summaries, ...roots } = privateRoots(env, project.key);
  const workTrees = await Promise.all(
    project.dirs.map(async (dir) => {
      const tracked = await listTracked(env, dir);
      return tracked && { root: workTreeRoot({ projectDir: dir, projectKey: project.key }), tracked };
    }),
  );
  return {
    ...project,
    ...roots,
    summaries: config.sync.sessions && !isTeamUrl(config.sync.url) && project.key !== "" ? summaries : null,
    // Where git cannot say which files it has, nothing is sent.
    workTrees: workTrees.filter((tree) => tree !== null),
  };
}

export function contextOf({ env, store, key }: Pick<SyncRequest, "env" | "store" | "key">): SyncContext {
  return { env, store, key, machines: listMachines(store, key), confirmed: listConfirmed(store, key) };
}

function scanAll(run: LocalRun): void {
  const { store, folders, counts } = run;
  const sync = contextOf(run);
  for (const project of folders) {
    syncRoots(store, rootsOf(project));
    inMemoryTransaction(store, () => {
      const { changed, tooLong } = scanMemories(sync, project);
      if (changed > 0) markChanged(store, [project.name]);
      if (project.summaries) writeSessions(sync, project, Date.now());
      counts.changed += changed;
      counts.tooLong = [...counts.tooLong, ...tooLong];
    });
  }
}

function rootsOf(project: ProjectFolders): Root[] {
  const { unknown, team, rules } = project;
  return [...ownRoots(project), unknown, team, rules];
}

async function pull({ store, backend, team, projects, counts, onProgress }: Run): Promise<void> {
  const names = projects.map(({ name }) => name).filter((name) => name !== "");
  const batches = backend.pull(readState(store, "cursor"), names);
  let isKnownRestart = false;
  for await (const { rows, cursor, isRestarted, ignored } of batches) {
    inMemoryTransaction(store, () => {
      if (isRestarted && !isKnownRestart) markAllUnsent(store);
      const added = storePulledRows(store, rows, team?.developer ?? null);
      markChanged(store, projectsOf(added));
      writeState(store, "cursor", cursor);
      counts.pulled += countNews(added);
    });
    isKnownRestart ||= isRestarted;
    counts.ignored += ignored;
    takeSyncLock(store, process.pid, Date.now());
    onProgress?.(`pulling: ${counts.pulled} new`);
  }
}

/** null: any. A tombstone names no project, and a machine decides whose the rows of all projects are. */
function projectsOf(rows: readonly StoredRow[]): string[] | null {
  const isForAll = ({ kind, deleted }: StoredRow) => deleted || kind === "machine";
  return rows.some(isForAll) ? null : rows.map(({ project }) => project);
}

/** The files of these projects no longer say what the rows say. */
function markChanged(store: Store, names: readonly string[] | null): void {
  const inStep = names === null ? [] : listInStep(store).filter((name) => !names.includes(name));
  writeState(store, "in_step", JSON.stringify(inStep));
}

export function markAllChanged(store: Store): void {
  markChanged(store, null);
}

function listInStep(store: Store): string[] {
  return parseJson(readState(store, "in_step") ?? "[]") as string[];
}

function write(run: LocalRun, project: ProjectFolders): void {
  const { store, isByPerson, counts } = run;
  if (listInStep(store).includes(project.name)) return;
  const sync = contextOf(run);
  syncRoots(store, rootsOf(project));
  inMemoryTransaction(store, () => {
    joinEqual(sync, project);
    storeSessions(sync, project, Date.now());
  });
  const result = writeMemories(sync, project, isByPerson, Date.now());
  syncRoots(store, rootsOf(project));
  for (const name of ["written", "removed", "waiting", "changedByHand"] as const)
    counts[name] += result[name];
  if (result.waiting + result.changedByHand + result.postponed > 0) return;
  inMemoryTransaction(store, () =>
    writeState(store, "in_step", JSON.stringify([...listInStep(store), project.name])),
  );
}

/** Rows of all confirmed machines: the remote may have lost them. */
async function push({ store, key, backend, team, projects, counts, onProgress }: Run): Promise<void> {
  const names = projects.map(({ name }) => name);
  const isAllowed = (name: string) => team?.projects?.includes(name) ?? true;
  counts.refused = names.filter((name) => !isAllowed(name));
  const what = {
    projects: team && names.filter(isAllowed),
    mayMakeRules: team?.mayMakeRules ?? false,
  };
  for (;;) {
    const unsent = listUnsentRows(store, listConfirmed(store, key), what, MAX_PUSHED);
    const rows = firstBytes(unsent, MAX_PUSHED_BYTES);
    if (rows.length === 0) return;
    await backend.push(rows.map(({ isSigned: _, isSent: __, author: ___, ...row }) => row));
    inMemoryTransaction(store, () => markSent(store, rows));
    counts.pushed += countNews(rows);
    takeSyncLock(store, process.pid, Date.now());
    onProgress?.(`pushing: ${counts.pushed} sent`);
  }
}

/** Without machines that introduce or confirm each other. */
function countNews(rows: readonly StoredRow[]): number {
  return rows.filter(({ kind }) => kind !== "machine").length;
}

function firstBytes(rows: readonly StoredRow[], max: number): StoredRow[] {
  let left = max;
  return rows.filter(({ payload }, index) => {
    left -= payload.length;
    return index === 0 || left > 0;
  });
}
