// Finds the project, the session and the store of a command. Loads node:fs, which takes a third of `status`, only for --project.
import { databasePath, type Environment } from "../config/environment.ts";
import { findConfiguredFolder, findProjectDir } from "../config/place.ts";
import { pathExists } from "../platform/files.ts";
import { projectKey, withAncestors, workTreeTop } from "../platform/repository.ts";
import { isSessionId } from "../protocol/claude-code/parse-event.ts";
import { findSummaryFromElsewhere } from "../recording/observations/summaries.ts";
import {
  inTransaction,
  isStoreFault,
  openLedger,
  openStore,
  type Store,
  sqliteCode,
  toStoreError,
} from "../store/open.ts";
import {
  findSession,
  knownProjectDirs,
  liveSessionsWithin,
  MAX_SILENCE_MS,
  type SessionRow,
  sessionsStartingWith,
  sessionsWithin,
} from "../store/sessions.ts";
import { printable } from "../text/printable.ts";
import { UserError } from "../text/user-error.ts";
import type { Caller } from "./command.ts";

export interface FoundProject {
  /** The folder that gates judge; see `findProjectDir`. */
  dir: string;
  /** Where the session was started, otherwise the same folder. */
  startDir: string;
  /** Shown to the person, such as "git root". */
  foundBy: string;
}

const SESSION = "this session's project";

export async function findProject(
  invocation: Caller,
  explicit?: string,
  readStore: StoreReader = (use) => withStore(invocation.env, use),
): Promise<FoundProject> {
  const { env, cwd } = invocation;
  if (explicit !== undefined) return at(await existingFolder(cwd, explicit), "--project");
  if (env.projectDir) return withWorkTree(env.projectDir, cwd, "CLAUDE_PROJECT_DIR");
  const stored = pathExists(databasePath(env)) ? await findInStore(invocation, readStore) : null;
  if (stored?.foundBy === SESSION) return withWorkTree(stored.dir, cwd, SESSION);
  const root = workTreeTop(cwd);
  const configured = findConfiguredFolder(cwd);
  const candidates = [
    ...(stored ? [stored] : []),
    ...(root ? [{ dir: root, foundBy: "git root" }] : []),
    ...(configured ? [{ dir: configured, foundBy: "its own config" }] : []),
  ];
  // The nearest wins: a session that once ran in the home folder must not claim every repository below it.
  const [nearest] = candidates.sort((one, other) => other.dir.length - one.dir.length);
  return nearest ? at(nearest.dir, nearest.foundBy) : at(cwd, "current folder");
}

export async function findProjectAndKey(caller: Caller, explicit?: string, readStore?: StoreReader) {
  const { dir } = await findProject(caller, explicit, readStore);
  return { dir, key: await projectKey(dir) };
}

export async function findProjectKey(
  caller: Caller,
  explicit?: string,
  readStore?: StoreReader,
): Promise<string> {
  return (await findProjectAndKey(caller, explicit, readStore)).key;
}

function at(dir: string, foundBy: string): FoundProject {
  return { dir, startDir: dir, foundBy };
}

/** Claude may be in another work tree of the project. */
async function withWorkTree(startDir: string, cwd: string, foundBy: string): Promise<FoundProject> {
  const dir = (await findProjectDir(startDir, cwd)) ?? startDir;
  return { dir, startDir, foundBy: dir === startDir ? foundBy : `${foundBy}, in another work tree` };
}

async function findInStore(
  { env, cwd }: Caller,
  readStore: StoreReader,
): Promise<Pick<FoundProject, "dir" | "foundBy"> | null> {
  const found = await readStore((store) => {
    const session = env.sessionId && isSessionId(env.sessionId) ? findSession(store, env.sessionId) : null;
    if (session?.project_dir) return { dir: session.project_dir, foundBy: SESSION };
    const known = new Set(knownProjectDirs(store));
    const nearest = withAncestors(cwd).find((dir) => known.has(dir));
    return nearest ? { dir: nearest, foundBy: "known project" } : null;
  }).catch(() => null); // A broken store must not prevent unlocking: the next rule decides.
  return found && pathExists(found.dir) ? found : null;
}

async function existingFolder(cwd: string, path: string): Promise<string> {
  const [{ realpathSync, statSync }, { resolve }] = await Promise.all([
    import("node:fs"),
    import("node:path"),
  ]);
  const dir = resolve(cwd, path);
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(dir);
  throw new UserError("no-project", `${dir} is not a folder`, "Give an existing folder to --project.");
}

export interface FoundSession {
  id: string;
  /** Shown to the person, such as "this session". */
  foundBy: string;
  projectDir: string;
  transcriptPath: string | null;
}

export const LIST_SESSIONS_HINT = "`holdfast sessions list` shows them.";

/** The options --project and --session. */
export interface Target {
  session?: string;
  project?: string;
}

/** The named session, the one we run inside, or the project's newest live one. `line`: the command, to be typed in Claude Code. */
export async function findTargetSession(
  invocation: Caller,
  given: Target,
  line = "holdfast …",
): Promise<FoundSession> {
  const { env } = invocation;
  const named = given.session ?? env.sessionId ?? null;
  if (named !== null && !isSessionId(named))
    throw new UserError("bad-session", `"${named}" is not a session ID`, LIST_SESSIONS_HINT);
  const project = await findProject(invocation, given.project);
  return withStore(env, async (store) => {
    if (named === null) {
      const since = Date.now() - MAX_SILENCE_MS;
      const newestBelow = (dir: string) => firstOfProject(liveSessionsWithin(store, dir, since), project.dir);
      const newest = newestBelow(project.dir) ?? newestBelow(workTreeTop(project.dir) ?? project.dir);
      if (newest) return toFound(newest, "the newest session here", project.dir);
      const { isRegistered, NOT_REGISTERED } = await import("../install/doctor/context.ts");
      const isSeen = sessionsWithin(store, project.dir).length > 0 || (await isRegistered(env, project.dir));
      throw new UserError(
        "no-session",
        `no session of an agent is running in ${project.dir} (${project.foundBy})`,
        isSeen
          ? `Start the agent here and type this in it, or name a session with --session:\n  ! ${line}`
          : `${NOT_REGISTERED} Then start Claude Code here and type this in it:\n  ! ${line}`,
      );
    }
    const row = given.session ? findByBeginning(store, named, null) : findSession(store, named);
    if (row) return toFound(row, given.session ? "--session" : "this session", project.dir);
    if (given.session) throw new UserError("no-session", `there is no session ${named}`, LIST_SESSIONS_HINT);
    return { id: named, foundBy: "this session", projectDir: project.dir, transcriptPath: null };
  });
}

/** The session that runs this command. Not every agent's shell names it: then its newest one here. null outside of a session. */
export async function findOwnSession(invocation: Caller): Promise<string | null> {
  const { env } = invocation;
  const { sessionId, host } = env;
  if (sessionId !== null) return isSessionId(sessionId) ? sessionId : null;
  if (!host?.isGated || !pathExists(databasePath(env))) return null;
  const { dir } = await findProject(invocation);
  return readLedger(env, (store) => {
    const live = liveSessionsWithin(store, dir, Date.now() - MAX_SILENCE_MS);
    return live.find(({ agent }) => agent === host.id)?.session_id ?? null;
  });
}

/** Includes sub-folders, as in a monorepo, but not another project inside it. */
export function firstOfProject(rows: readonly SessionRow[], dir: string): SessionRow | null {
  const top = workTreeTop(dir);
  const isHere = ({ project_dir }: SessionRow) =>
    project_dir === dir || (top !== null && workTreeTop(project_dir ?? "") === top);
  return rows.find(isHere) ?? null;
}

function toFound(row: SessionRow, foundBy: string, projectDir: string): FoundSession {
  return {
    id: row.session_id,
    foundBy,
    projectDir: row.project_dir ?? projectDir,
    transcriptPath: row.transcript_path,
  };
}

/** By its ID or the beginning of it. `own`: the only project it may belong to, if limited. */
export function pickSession(store: Store, id: string, own: string | null): SessionRow {
  if (id === "")
    throw new UserError(
      "usage",
      "a session is missing",
      `Give its ID, or the beginning of it: ${LIST_SESSIONS_HINT}`,
    );
  const found = findByBeginning(store, id, own);
  if (found) return found;
  const away = findSummaryFromElsewhere(store, id);
  if (away)
    throw new UserError(
      "no-session",
      `session ${away.session_id} ran on ${printable(away.machine ?? "")}, and only its summary is here:\n${printable(away.text)}`,
      "Its records are on that machine.",
    );
  throw new UserError("no-session", `there is no session ${id}`, LIST_SESSIONS_HINT);
}

/** null when none is recorded. */
export function findByBeginning(store: Store, id: string, own: string | null): SessionRow | null {
  const exact = findSession(store, id);
  const [first, second] = exact || id === "" ? [exact] : sessionsStartingWith(store, id);
  if (second) throw new UserError("no-session", `several sessions start with ${id}`, LIST_SESSIONS_HINT);
  if (first) requireOwn(`session ${first.session_id}`, first, own);
  return first ?? null;
}

/** Has not ended, and was active within a day. */
export async function isLiveSession(env: Environment, sessionId: string): Promise<boolean> {
  // Without a readable store no session counts as live.
  const row = await withStore(env, (store) => findSession(store, sessionId)).catch(() => null);
  return row !== null && row.ended_at === null && Date.now() - row.last_seen_at < MAX_SILENCE_MS;
}

/** Closing the store runs a checkpoint, which a command can afford. */
export async function withStore<T>(
  env: Pick<Environment, "holdfastHome">,
  use: (store: Store) => T | Promise<T>,
): Promise<T> {
  const store = await open(env);
  try {
    return await work(env, store, use);
  } finally {
    store.close();
  }
}

/**
 * For what a hook starts in the background. It does not close the store: closing the last connection removes the write-ahead
 * logs, and the next hook would wait until new ones are on the disk.
 */
export async function withStoreInBackground<T>(
  env: Pick<Environment, "holdfastHome">,
  use: (store: Store) => T | Promise<T>,
): Promise<T> {
  const store = await open(env);
  try {
    return await work(env, store, use);
  } finally {
    const { truncateLongWals } = await import("../store/maintain.ts");
    truncateLongWals(store, databasePath(env));
  }
}

/**
 * For a look before the command itself: the ledger alone, left open, so that the command finds its write-ahead log in place.
 */
export async function readLedger<T>(
  env: Pick<Environment, "holdfastHome">,
  use: (ledger: Store) => T | Promise<T>,
): Promise<T> {
  return work(env, await openFileOf(env, openLedger), use);
}

/** In one transaction of the ledger. */
export function changeStore<T>(env: Environment, change: (store: Store) => T): Promise<T> {
  return withStore(env, (store) => inTransaction(store, () => change(store)));
}

/**
 * For a command that only reads and may run every second: opened on first use, and left open, so that it does not
 * checkpoint.
 */
export function createStoreReader(env: Pick<Environment, "holdfastHome">) {
  let opened: Promise<Store> | undefined;
  return async <T>(use: (store: Store) => T | Promise<T>): Promise<T> => {
    opened ??= open(env);
    return work(env, await opened, use);
  };
}

export type StoreReader = ReturnType<typeof createStoreReader>;

function open(env: Pick<Environment, "holdfastHome">): Promise<Store> {
  return openFileOf(env, openStore);
}

async function openFileOf(
  env: Pick<Environment, "holdfastHome">,
  openFile: (path: string) => Promise<Store>,
): Promise<Store> {
  try {
    return await openFile(databasePath(env));
  } catch (error) {
    throw explainStore(error, env);
  }
}

async function work<T>(
  env: Pick<Environment, "holdfastHome">,
  store: Store,
  use: (store: Store) => T | Promise<T>,
): Promise<T> {
  try {
    return await use(store);
  } catch (error) {
    throw isStoreFault(error) ? explainStore(error, env) : error;
  }
}

const READ_ONLY = /^(?:SQLITE_READONLY|EROFS|EACCES)/;

function explainStore(cause: unknown, { holdfastHome }: Pick<Environment, "holdfastHome">): UserError {
  const { problem, message } = toStoreError(cause);
  if ([cause, (cause as Error).cause].some((each) => READ_ONLY.test(sqliteCode(each))))
    return new UserError(
      "store",
      `${holdfastHome} is not writable here, so nothing was recorded`,
      "A sandbox may forbid it: run the command outside, or let the sandbox write to that folder. `holdfast doctor` says more.",
      { cause },
    );
  const next = problem === "busy" ? "Run it again in a moment. " : "";
  return new UserError("store", message, `${next}\`holdfast doctor\` says more.`, { cause });
}

// Checks that a record belongs to the project that an agent works in.

const HOW_TO_ALLOW =
  'The user can allow others with {"recall": {"otherProjects": true}} in their own config.json.';

export const ONLY_THIS_PROJECT = `Only this project is shown to agents, and to processes without a terminal. ${HOW_TO_ALLOW}`;

/** Where it was recorded. */
interface Recorded {
  project_key?: string | null;
  project_dir: string | null;
}

/** `own`: of `onlyProject`. */
export function requireOwn(what: string, { project_key, project_dir }: Recorded, own: string | null): void {
  if (own === null || project_key === own) return;
  const isInside = project_dir === own || project_dir?.startsWith(`${own}/`);
  if (!project_key && isInside) return;
  throw otherProject(`${what} belongs to another project`);
}

export function otherProject(problem: string): UserError {
  return new UserError(
    "other-project",
    `${problem}, and agents and processes without a terminal see only this one`,
    HOW_TO_ALLOW,
  );
}
