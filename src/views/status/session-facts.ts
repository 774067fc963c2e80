// Reads what the band and the status line show, which run all the time: files first, because they count even if the store is
// broken.

import { type Environment, listStateFolders } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { findActivePause, readPauses } from "../../config/pause.ts";
import { findLockFolder } from "../../config/place.ts";
import type { Config } from "../../config/schema.ts";
import { currentBudget } from "../../gates/engine/budget-rows.ts";
import type { FileGoal, RecordedGoal } from "../../gates/goals/goal.ts";
import { KINDS } from "../../gates/goals/kinds.ts";
import { type FoundLock, findLock } from "../../gates/lock/origin.ts";
import { countCandidates } from "../../memory/inbox/candidates.ts";
import { projectTop } from "../../platform/project-file.ts";
import { listLiveEditors } from "../../recording/queue/live-editors.ts";
import { countBlocksSince, listDecisions } from "../../store/decisions.ts";
import { type Goal, isOpenGoal, listEvidence, listGoals, listUnmetGoals } from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";
import { findSession, newestSession, type SessionRow } from "../../store/sessions.ts";
import { UserError } from "../../text/user-error.ts";
import { readForeignGoal } from "./foreign-work.ts";

/** Facts for the band and the status line. */
export type SessionFacts = Awaited<ReturnType<typeof readSessionFacts>>;

/** Enough for the last stop, the check after it, and those before. */
const DECISIONS_READ = 5;

/** Opens the store on first use. */
export type ReadStore = <T>(use: (store: Store) => T | Promise<T>) => Promise<T>;

export interface StatusPlace {
  /** As the session sees it. */
  env: Environment;
  /** `startDir`: where the session was started, otherwise the same folder. */
  project: { dir: string; startDir: string };
  readStore: ReadStore;
}

export async function readSessionFacts({ env, project, readStore }: StatusPlace) {
  const loaded = await loadConfig(env, project.dir);
  const lockFolder = findLockFolder({ startDir: project.startDir, projectDir: project.dir });
  const foundLock =
    lockFolder === null ? null : await findLockHere(env, readStore, lockFolder, loaded.config);
  const recorded = await readRecorded(env, readStore, project.dir, foundLock);
  const { sessionId } = recorded;
  const { startDir } = project;
  const pause = findActivePause(await readPauses(env), { startDir, sessionId, now: Date.now() });
  const folders = listStateFolders(env, loaded, sessionId);
  const foreign: Partial<Record<string, FileGoal>> = {};
  for (const { id } of KINDS) {
    const goal = recorded.goals.find(({ kind }) => kind === id) ?? null;
    const file = await readForeignGoal(id, folders, sessionId, goal);
    if (file !== null) foreign[id] = file;
  }
  return {
    env,
    readStore,
    project,
    loaded,
    lockFolder,
    foundLock,
    pause,
    /** Open goals of other tools, by kind, which also hold the session. */
    foreign: Object.keys(foreign).length === 0 ? foreign : await withoutSecrets(foreign),
    recorded,
  };
}

/** The facts of a recorded session, wherever the caller is. */
export function readFactsOf(
  env: Environment,
  store: Store,
  { session_id: sessionId, project_dir }: Pick<SessionRow, "session_id" | "project_dir">,
): Promise<SessionFacts> {
  const startDir = project_dir ?? env.home;
  return readSessionFacts({
    env: { ...env, sessionId, projectDir: project_dir, insideAgent: false },
    project: { dir: startDir, startDir },
    readStore: async (use) => use(store),
  });
}

/** A broken store must not hide a lock. */
async function findLockHere(
  env: Environment,
  readStore: ReadStore,
  folder: string,
  config: Config,
): Promise<FoundLock> {
  return readStore((store) => findLock(env, store, folder, config)).catch(() =>
    findLock(env, null, folder, config),
  );
}

const NOTHING_RECORDED = {
  session: null,
  budget: null,
  lockRounds: 0,
  goals: [],
  endedUnmet: [],
  inbox: 0,
  editors: [],
  decisions: [],
  storeProblem: null,
};

/** The session's rows. */
async function readRecorded(
  env: Environment,
  readStore: ReadStore,
  projectDir: string,
  foundLock: FoundLock | null,
) {
  return readStore(async (store) => {
    const named = env.sessionId === null ? null : findSession(store, env.sessionId);
    const session = named ?? newestSession(store, projectDir);
    const sessionId = env.sessionId ?? session?.session_id ?? null;
    const inbox = countCandidates(store, session?.project_key ?? "", "new");
    if (sessionId === null) return { ...NOTHING_RECORDED, session, sessionId, inbox };
    const budget = currentBudget(store, sessionId, "main");
    const goals = listGoals(store, sessionId);
    return {
      session,
      sessionId,
      budget,
      /** Blocks of the current budget since the lock was made. */
      lockRounds:
        budget && foundLock?.lock
          ? countBlocksSince(store, { sessionId, budgetId: budget.id, since: foundLock.lock.createdAt })
          : 0,
      goals: await Promise.all(goals.map((goal) => withEvidence(store, goal))),
      endedUnmet: listUnmetGoals(store, sessionId).filter((goal) => !isOpenGoal(goal)),
      inbox,
      /** Other live sessions that edit the same work tree. */
      editors: listLiveEditors(store, { sessionId, root: projectTop(projectDir), now: Date.now() }),
      /** Of this session, newest first. */
      decisions: listDecisions(store, { sessionId }, DECISIONS_READ),
      storeProblem: null,
    };
  }).catch((error: unknown) => {
    // A broken store must not hide a lock or a pause, which are files.
    if (!(error instanceof UserError)) throw error;
    return { ...NOTHING_RECORDED, sessionId: env.sessionId, storeProblem: error.message };
  });
}

/** The commands that prove it are stored as they are, and may have a secret in them. */
async function withEvidence(store: Store, goal: Goal): Promise<RecordedGoal> {
  const evidence = isOpenGoal(goal) ? listEvidence(store, goal.id) : [];
  return { ...goal, conditions: await withoutSecrets(goal.conditions), evidence };
}

/** Most often nothing needs it. */
async function withoutSecrets<T>(value: T): Promise<T> {
  const { valueWithoutSecrets } = await import("../../text/redaction/without-secrets.ts");
  return valueWithoutSecrets(value);
}
