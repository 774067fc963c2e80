// Session summaries: their rows, and writing them.
import type { Environment } from "../../config/environment.ts";
import { recordFault } from "../../store/fault-log.ts";
import { type Goal, isOpenGoal, listGoals } from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";
import { inBothTransaction } from "../../store/open.ts";
import { listPrompts } from "../../store/prompts.ts";
import { findSession, type SessionRow, saveTokens, stopsWithoutTokens } from "../../store/sessions.ts";
import { isOpenStatus, listTasks } from "../../store/tasks.ts";
import { capitalise } from "../../text/capitalise.ts";
import { indexForm } from "../../text/query-words.ts";
import { errorMessage } from "../../text/unknown-values.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { readTail } from "../../transcript/read-tail.ts";
import { redactAndShorten } from "../capture/redact-fully.ts";
import { listObservations, listProjectCommands } from "./observations.ts";
import { describeEnding, type EndingFacts, SessionEnding } from "./session-ending.ts";
import {
  buildSummary,
  type ModelNotes,
  parseSummary,
  renderSessionSummary,
  type SummaryFacts,
} from "./session-summary.ts";
import { checkKey } from "./unfinished.ts";

export interface SummaryRow {
  id: number;
  session_id: string;
  project_key: string | null;
  request: string;
  /** For search. */
  text: string;
  /** JSON of a `SessionSummary`. */
  detail: string;
  at: number;
  /** Where the session ran, if it was another machine, and in which agent. */
  machine: string | null;
  agent: string | null;
}

export type NewSummary = Omit<SummaryRow, "id" | "machine" | "agent"> & Partial<SummaryRow>;

const TAIL_BYTES = 1024 * 1024;
const MAX_PROMPTS = 500;
const MAX_GOAL = 200;

/** Replaces the session's earlier summary, but not this machine's own by another one's. */
export function saveSummary(store: Store, summary: NewSummary): void {
  store
    .query(
      `INSERT INTO session_summaries (session_id, project_key, request, text, detail, at, parts, words, machine, agent)
       VALUES ($session_id, $project_key, $request, $text, $detail, $at, $parts, $words, $machine, $agent)
       ON CONFLICT (session_id) DO UPDATE SET project_key = $project_key, request = $request, text = $text,
         detail = $detail, at = $at, parts = $parts, words = $words, machine = $machine, agent = $agent
       WHERE $machine IS NULL OR (machine IS NOT NULL AND (detail, machine) IS NOT ($detail, $machine))`,
    )
    .run({ machine: null, agent: null, ...summary, ...indexForm(summary.request, summary.text) });
}

export function findSummary(store: Store, sessionId: string): SummaryRow | null {
  return store
    .query("SELECT * FROM session_summaries WHERE session_id = $sessionId")
    .get({ sessionId }) as SummaryRow | null;
}

/** Of another machine's session, by the beginning of its id. */
export function findSummaryFromElsewhere(store: Store, id: string): SummaryRow | null {
  return store
    .query(
      "SELECT * FROM session_summaries WHERE machine IS NOT NULL AND substr(session_id, 1, length($id)) = $id LIMIT 1",
    )
    .get({ id }) as SummaryRow | null;
}

const MAX_ENDED = 50;

/** The sessions that ended after their summary was written, since a time. */
export function listUnseenEnds(store: Store, since: number): string[] {
  const rows = store
    .query(
      `SELECT s.session_id AS id FROM sessions s JOIN session_summaries m ON m.session_id = s.session_id
       WHERE s.ended_at > m.at AND s.ended_at > $since ORDER BY s.ended_at DESC LIMIT ${MAX_ENDED}`,
    )
    .all({ since });
  return (rows as { id: string }[]).map(({ id }) => id);
}

/** Adds them to the session's summary, if it has one. */
export function saveNotes(store: Store, sessionId: string, notes: ModelNotes): void {
  const row = findSummary(store, sessionId);
  if (row === null) return;
  const { session_id, project_key, request, at } = row;
  const summary = { ...parseSummary(row.detail), notes };
  const [text, detail] = [renderSessionSummary(summary), JSON.stringify(summary)];
  saveSummary(store, { session_id, project_key, request, text, detail, at });
}

/** Writes a session's summary and the tokens of its stops. Never throws: other sessions must still be summarized. */
export async function summarizeSession(env: Environment, store: Store, sessionId: string): Promise<void> {
  try {
    const session = findSession(store, sessionId);
    if (!session) return;
    const items = session.transcript_path ? await readEnd(session.transcript_path) : [];
    inBothTransaction(store, () => {
      fillTokens(store, sessionId, items);
      const ending = describeEnding(endingOf(items));
      // The title may come before the part that was read.
      const title = ending.title || (parseSummary(findSummary(store, sessionId)?.detail ?? null).title ?? "");
      writeSummary(store, session, { ...ending, title });
    });
  } catch (error) {
    const message = errorMessage(error);
    await recordFault(env, { part: "drain", message, event: null, sessionId });
  }
}

export function writeSummary(store: Store, session: SessionRow, ending: EndingFacts): void {
  const { session_id: sessionId, project_key } = session;
  const observations = listObservations(store, sessionId);
  const prompts = listPrompts(store, sessionId, MAX_PROMPTS);
  if (observations.length === 0 && prompts.length === 0) return;
  const goal = findNamingGoal(store, sessionId);
  const summary = buildSummary({
    ...ending,
    ...openTasksOf(store, sessionId),
    goal: goal && nameGoal(goal),
    title: ending.title || null,
    notes: parseSummary(findSummary(store, sessionId)?.detail ?? null).notes,
    request: session.original_request,
    prompts,
    observations,
    isRepeated: ({ id, subject }) => {
      const key = checkKey(subject ?? "");
      const others = listProjectCommands(store, project_key, { sessionId, id });
      return key !== null && others.some((command) => checkKey(command) === key);
    },
  });
  saveSummary(store, {
    session_id: sessionId,
    project_key,
    request: summary.request,
    text: renderSessionSummary(summary),
    detail: JSON.stringify(summary),
    at: Math.max(session.last_seen_at, session.ended_at ?? 0),
  });
}

/** The session's open loop or flow, otherwise the newest. */
export function findNamingGoal(store: Store, sessionId: string): Goal | null {
  const goals = listGoals(store, sessionId).filter(({ kind }) => kind === "loop" || kind === "flow");
  return goals.find(isOpenGoal) ?? goals.at(-1) ?? null;
}

/** What a person typed into a command was stored as it was. */
export function nameGoal({ kind, text }: Goal): string {
  return `${capitalise(kind)}: ${redactAndShorten(text, MAX_GOAL)}`;
}

/** The open tasks, and when the list last changed. */
function openTasksOf(store: Store, sessionId: string): Pick<SummaryFacts, "tasks" | "tasksAt"> {
  const rows = listTasks(store, sessionId);
  const tasks = rows.filter(({ status }) => isOpenStatus(status));
  return { tasks, tasksAt: Math.max(0, ...rows.map(({ updated_at }) => updated_at)) };
}

async function readEnd(path: string): Promise<TranscriptItem[]> {
  const { items, problem } = await readTail(path, { maxBytes: TAIL_BYTES });
  return problem === null ? items : [];
}

function endingOf(items: readonly TranscriptItem[]): SessionEnding {
  const ending = new SessionEnding();
  for (const item of items) ending.follow(item);
  return ending;
}

/** The size of the context when Claude stopped. */
function fillTokens(store: Store, sessionId: string, items: readonly TranscriptItem[]): void {
  for (const { id, at } of stopsWithoutTokens(store, sessionId)) {
    const usage = items.findLast(
      (item) => item.kind === "usage" && !item.sidechain && (item.timestamp ?? 0) <= at,
    );
    if (usage?.kind !== "usage") continue;
    const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = usage;
    saveTokens(store, id, inputTokens + outputTokens + cacheReadTokens + cacheCreationTokens);
  }
}
