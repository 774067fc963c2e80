// Data of the page Now: running sessions, what holds each one, and what waits for the person.
import type { Environment } from "../config/environment.ts";
import { findActivePause, readPauses, type Pause as StoredPause } from "../config/pause.ts";
import { isRelease, type Verdict } from "../gates/engine/budget.ts";
import { hasCallsAfter } from "../recording/queue/pending-queue.ts";
import { type DecisionRow, idSpan, lastStop } from "../store/decisions.ts";
import { readFaults } from "../store/fault-log.ts";
import type { Store } from "../store/open.ts";
import { MAX_SILENCE_MS, type SessionRow } from "../store/sessions.ts";
import { listOpenTasks } from "../store/tasks.ts";
import { countNoun } from "../text/count-noun.ts";
import { type SessionTitle, titleSession } from "./session-title.ts";
import { DAY_MS, iso, isoOrNull, line, lineOrNull, projectRef, type Time } from "./shared.ts";
import { type GoalWithConditions, readGoals } from "./status/goals.ts";
import { readFactsOf, type SessionFacts } from "./status/session-facts.ts";
import { type StopRow, toStopRow } from "./stop-row.ts";

export interface Now {
  /** Why the store cannot be used; locks and pauses are shown anyway. */
  storeProblem: string | null;
  pauses: PauseRow[];
  /** Most recently active first; at most 50. */
  sessions: LiveSession[];
  /** What waits for the person, most urgent first. */
  waiting: Waiting[];
  /** Of the last 24 hours; faults of all projects. */
  today: { stops: number; held: number; sessions: number; faults: number };
}

export type PauseScope = StoredPause["scope"];

export interface PauseRow extends Pick<StoredPause, "scope" | "target"> {
  until: Time | null;
  by: string;
}

export interface LiveSession extends ReturnType<typeof projectRef>, SessionTitle {
  session: string;
  lastSeenAt: Time;
  toolCalls: number;
  /**
   * "held": something holds its stops. "asking", "stopped": how its last stop ended. "working": a prompt or a tool call
   * followed, or there is no stop yet. "idle": no prompt yet.
   */
  state: "held" | "working" | "asking" | "stopped" | "paused" | "idle";
  /** What holds it, what is suspended, and the project's plan. */
  goals: GoalWithConditions[];
  budget: Budget | null;
  lastStop: Pick<StopRow, "id" | "outcome" | "title" | "about"> | null;
  /** Open tasks in the client's list. */
  openTasks: number;
}

/** Of the current prompt. */
export interface Budget {
  blocks: number;
  maxBlocks: number;
  /** When it is used up; null before the first block. */
  endsAt: Time | null;
}

export interface Waiting extends ReturnType<typeof projectRef> {
  /** "trust": a project's settings wait for `holdfast trust`. */
  kind: "question" | "approval" | "suspended" | "released" | "inbox" | "finding" | "trust" | "fault";
  text: string;
  /** The command that handles it; null if a view does. */
  command: string | null;
  session: string | null;
  stop: number | null;
  at: Time | null;
}

const MAX_SESSIONS = 50;
const MAX_WAITING = 50;

/** `store`: null if it cannot be opened; pauses and faults are files. `project`: a key, or null for all. */
export async function readNow(
  env: Environment,
  store: Store | null,
  project: string | null,
  problem: string | null,
): Promise<Now> {
  const now = Date.now();
  const stored = await readPauses(env);
  const pauses = stored.filter(({ until }) => until === null || until > now);
  const faults = await readFaults(env, now - DAY_MS);
  const read = store
    ? await Promise.all(liveRows(store, project, now).map((row) => readOne(env, store, row, pauses)))
    : [];
  return {
    storeProblem: problem,
    pauses: pauses.map(({ scope, target, until, by, from }) => ({
      ...{ scope, target, until: isoOrNull(until) },
      by: from === "dashboard" ? "user, from the dashboard" : by,
    })),
    sessions: read.map(({ session }) => session),
    waiting: [
      ...read.flatMap(waitingIn),
      ...(store ? waitingElsewhere(store, project) : []),
      ...faultsOf(faults),
    ].slice(0, MAX_WAITING),
    today: {
      ...(store ? countToday(store, project, now) : { stops: 0, held: 0, sessions: 0 }),
      faults: faults.length,
    },
  };
}

/** A session without a project key belongs to the project of its folder. */
const OF_PROJECT = "($project IS NULL OR coalesce(s.project_key, s.project_dir) = $project)";

function liveRows(store: Store, project: string | null, now: number): SessionRow[] {
  return store
    .query(
      `SELECT s.* FROM sessions s
       WHERE s.ended_at IS NULL AND s.last_seen_at >= $since AND ${OF_PROJECT}
       ORDER BY s.last_seen_at DESC LIMIT ${MAX_SESSIONS}`,
    )
    .all({ since: now - MAX_SILENCE_MS, project }) as SessionRow[];
}

interface ReadSession {
  session: LiveSession;
  facts: SessionFacts;
  last: DecisionRow | null;
}

async function readOne(
  env: Environment,
  store: Store,
  row: SessionRow,
  pauses: readonly StoredPause[],
): Promise<ReadSession> {
  const { session_id: sessionId, project_dir } = row;
  const facts = await readFactsOf(env, store, row);
  const { recorded, loaded } = facts;
  const last = lastStop(store, sessionId);
  const { budget } = recorded;
  const { blocks, minutes } = loaded.config.budget;
  const goals = await readGoals(facts, store);
  const isPaused =
    findActivePause(pauses, { startDir: facts.project.startDir, sessionId, now: Date.now() }) !== null;
  const stopRow = last && toStopRow({ ...last, project_key: row.project_key });
  return {
    facts,
    last,
    session: {
      ...projectRef(row.project_key, project_dir),
      session: sessionId,
      ...titleSession(store, row),
      lastSeenAt: iso(row.last_seen_at),
      toolCalls: row.tool_calls,
      state: isPaused
        ? "paused"
        : stateOf(store, row, {
            isHeld: goals.some(
              ({ kind, state, agent }) =>
                state === "holds" && agent === null && (kind !== "lock" || !isForAnybody(facts)),
            ),
            last,
            budgetId: budget?.id ?? null,
          }),
      goals,
      budget: budget && {
        blocks: budget.blocks,
        maxBlocks: blocks,
        endsAt: budget.first_block_at === null ? null : iso(budget.first_block_at + minutes * 60_000),
      },
      lastStop: stopRow && {
        id: stopRow.id,
        outcome: stopRow.outcome,
        title: stopRow.title,
        about: stopRow.about,
      },
      openTasks: listOpenTasks(store, sessionId).length,
    },
  };
}

/** A lock without an owner: it holds the next session that tries to stop. */
function isForAnybody({ foundLock }: SessionFacts): boolean {
  return foundLock?.lock?.owner === null && !foundLock.lock.all;
}

/**
 * After an allowed stop the turn is over until a prompt or a tool call follows; resuming or compacting is not enough. A
 * question takes precedence, although what holds stays on.
 */
function stateOf(
  store: Store,
  { session_id, tool_calls }: SessionRow,
  { isHeld, last, budgetId }: { isHeld: boolean; last: DecisionRow | null; budgetId: number | null },
): LiveSession["state"] {
  const hasEnded =
    last !== null &&
    last.budget_id === budgetId &&
    last.verdict !== "blocked" &&
    !hasCallsAfter(store, session_id, last.at + last.duration_ms + LATE_MS);
  if (hasEnded && last.verdict === "asking") return "asking";
  if (isHeld) return "held";
  if (last === null && budgetId === null && tool_calls === 0) return "idle";
  return hasEnded ? "stopped" : "working";
}

/** Tool events are asynchronous: an earlier one may arrive after the stop. */
const LATE_MS = 2000;

const NOWHERE = { ...projectRef(null, null), command: null, session: null, stop: null, at: null };

function waitingIn({ session, facts, last }: ReadSession): Waiting[] {
  const { projectKey, project, name } = session;
  const waits: Waiting[] = [];
  const wait = (kind: Waiting["kind"], text: string, rest: Partial<Waiting>) =>
    waits.push({ ...NOWHERE, projectKey, project, name, session: session.session, kind, text, ...rest });
  const ofStop = last && { stop: last.id, at: iso(last.at) };
  const about = session.lastStop?.about;
  if (session.state === "asking" && ofStop)
    wait(
      last.rule === "needs-user" ? "approval" : "question",
      lineOrNull(last.reason) ?? about ?? "A question waits",
      ofStop,
    );
  for (const { kind, what, state } of session.goals)
    if (state === "suspended")
      wait("suspended", `${kind} suspended: ${what}`, {
        command: `holdfast resume ${kind}`,
      });
  if (session.state === "stopped" && ofStop && isRelease(last.verdict as Verdict))
    wait("released", `Released with open work: ${about ?? ""}`, ofStop);
  const keys = facts.loaded.waiting.map((key) => line(key, 40)).join(", ");
  if (keys !== "")
    wait("trust", `${keys} in this project's file take effect once you trust it`, {
      command: "holdfast trust",
    });
  return waits;
}

/** What waits in the inbox and in reflections, by project. */
function waitingElsewhere(store: Store, project: string | null): Waiting[] {
  const rows = store
    .query(
      `SELECT 'inbox' AS kind, project_key AS key, count(*) AS n, max(found_at) AS at FROM candidates
         WHERE status = 'new' AND ($project IS NULL OR project_key = $project) GROUP BY key
       UNION ALL SELECT 'finding', project_key AS key, count(*), max(last_at) FROM findings
         WHERE status = 'new' AND ($project IS NULL OR project_key = $project)
           AND session_id IN (SELECT session_id FROM sessions) GROUP BY key
       ORDER BY kind DESC, at DESC`,
    )
    .all({ project }) as { kind: "inbox" | "finding"; key: string; n: number; at: number }[];
  return rows.map(({ kind, key, n, at }) => ({
    ...NOWHERE,
    ...projectRef(key, key),
    kind,
    text: kind === "inbox" ? `${countNoun(n, "thing")} in the inbox` : `${countNoun(n, "finding")} to review`,
    command: kind === "inbox" ? "holdfast memory inbox" : "holdfast reflect review",
    at: iso(at),
  }));
}

function faultsOf(faults: Awaited<ReturnType<typeof readFaults>>): Waiting[] {
  const newest = faults.at(-1);
  if (!newest) return [];
  const text = `${countNoun(faults.length, "fault")} in holdfast in the last 24 hours; the newest: ${line(newest.message, 120)}`;
  return [{ ...NOWHERE, kind: "fault", text, command: "holdfast doctor", at: newest.at }];
}

function countToday(store: Store, project: string | null, now: number): Omit<Now["today"], "faults"> {
  const { first, end } = idSpan(store, now - DAY_MS);
  // Counting all projects needs no join.
  const ofProject =
    project === null ? "" : `JOIN sessions s ON s.session_id = d.session_id AND ${OF_PROJECT}`;
  const stops = store
    .query(
      `SELECT count(*) AS stops, count(*) FILTER (WHERE verdict = 'blocked') AS held FROM decisions d ${ofProject}
       WHERE d.id >= $first AND d.id < $end`,
    )
    .get({ first, end, ...(project === null ? {} : { project }) }) as { stops: number; held: number };
  const { sessions } = store
    .query(`SELECT count(*) AS sessions FROM sessions s WHERE last_seen_at >= $since AND ${OF_PROJECT}`)
    .get({ since: now - DAY_MS, project }) as { sessions: number };
  return { ...stops, sessions };
}
