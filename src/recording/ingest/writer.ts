// Writes batches, several in one transaction: the index costs by the transaction more than by the row. Not too many, as
// the hooks of a running session wait meanwhile.

import { type Store, StoreError } from "../../store/open.ts";
import { keepRequest } from "../../store/prompts.ts";
import { findSession } from "../../store/sessions.ts";
import { inBothTransaction } from "../../store/transaction.ts";
import { recordObservation } from "../observations/record-observation.ts";
import type { SessionSummary } from "../observations/session-summary.ts";
import { findSummary, writeSummary } from "../observations/summaries.ts";
import { takeDrainLock } from "../queue/drain.ts";
import type { Batch, SessionEnd, Turn } from "./batch.ts";
import {
  countIngestedCalls,
  promptOwner,
  resetIngestedCalls,
  saveCursor,
  saveIngestedPrompt,
  saveIngestedSession,
} from "./ingest-rows.ts";

interface WriteCounts {
  prompts: number;
  observations: number;
  /** Sessions that have something of their own in it. */
  sessions: string[];
}

/** A session that was heard of so lately is not taken for ended. */
const LIVE_MS = 10 * 60_000;

interface Write {
  batch: Batch;
  /** With the last batch of a session: what is to be summed up. */
  summaries: { sessions: readonly string[]; ends: Record<string, SessionEnd> } | null;
}

export interface Writer {
  add(write: Write): Promise<void>;
  flush(): Promise<void>;
}

const MAX_ROWS = 600;
const MAX_BYTES = 64 * 1024 * 1024;
/** A hook that waits gets its turn between two transactions. */
const PAUSE_MS = 1;

export function createWriter(store: Store, written: (done: WriteCounts) => void): Writer {
  let waiting: Write[] = [];
  let rows = 0;
  let bytes = 0;

  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const writes = waiting;
    waiting = [];
    rows = 0;
    bytes = 0;
    const now = Date.now();
    if (!takeDrainLock(store, process.pid, now))
      throw new StoreError("busy", "another process took the database over");
    for (const done of inBothTransaction(store, () => writes.map((write) => writeOne(write, now))))
      written(done);
    await Bun.sleep(PAUSE_MS);
  }

  function writeOne({ batch, summaries }: Write, now: number): WriteCounts {
    const done = writeBatch(store, batch, now);
    if (summaries) sumUp(store, summaries.sessions, summaries.ends);
    return done;
  }

  return {
    async add(write) {
      waiting.push(write);
      rows += write.batch.calls.length + write.batch.prompts.length + (write.summaries?.sessions.length ?? 0);
      bytes += write.batch.bytes;
      if (rows >= MAX_ROWS || bytes >= MAX_BYTES) await flush();
    },
    flush,
  };
}

/** Whoever calls has a transaction open. */
function sumUp(store: Store, sessionIds: Iterable<string>, ends: Record<string, SessionEnd>): void {
  for (const id of sessionIds) {
    const session = findSession(store, id);
    if (!session) continue;
    const { lastMessage = "", openTasks = [] } = ends[id] ?? {};
    // Nothing was said in what was read now: what was said before is still the last.
    writeSummary(store, session, lastMessage || lastMessageBefore(store, id), openTasks);
  }
}

function lastMessageBefore(store: Store, sessionId: string): string {
  const known = findSummary(store, sessionId);
  return known ? (JSON.parse(known.detail) as SessionSummary).lastMessage : "";
}

// One batch into the store, in one transaction with the place that was reached: what was written is never read again.
/** Whoever calls has a transaction open. Done again, it changes nothing: two files do not commit as one. */
function writeBatch(store: Store, batch: Batch, now: number): WriteCounts {
  const requests: { sessionId: string; request: string }[] = [];
  let prompts = 0;
  for (const { request, ...prompt } of batch.prompts) {
    const fate = saveIngestedPrompt(store, prompt);
    if (fate === "new") prompts++;
    if (fate !== "copy" && request !== null) requests.push({ sessionId: prompt.sessionId, request });
  }
  const own = batch.turns.filter((turn) => isOwn(store, turn));
  const sessions = keepSessions(store, batch, own, now);
  for (const { sessionId, request } of requests) keepRequest(store, sessionId, request);
  let observations = 0;
  for (const { observation, ...about } of batch.calls) {
    const kept = recordObservation(store, observation, { ...about, projectKey: batch.project.projectKey });
    if (kept) observations++;
  }
  if (batch.restarted) resetIngestedCalls(store, batch.file);
  for (const { sessionId, calls } of own) countIngestedCalls(store, sessionId, batch.file, calls);
  keepPlace(store, batch, now);
  return { prompts, observations, sessions };
}

/** A forked session begins with the records of another: they are counted there. */
function isOwn(store: Store, { uuid, sessionId }: Turn): boolean {
  const owner = uuid === null ? null : promptOwner(store, uuid);
  return owner === null || owner === sessionId;
}

function keepSessions(store: Store, batch: Batch, turns: readonly Turn[], now: number): string[] {
  const ids = [...new Set(turns.map(({ sessionId }) => sessionId))];
  for (const sessionId of ids) {
    const ofSession = turns.filter((turn) => turn.sessionId === sessionId);
    const to = Math.max(...ofSession.map((turn) => turn.to));
    saveIngestedSession(store, {
      sessionId,
      ...batch.project,
      transcriptPath: batch.agent ? null : batch.path,
      from: Math.min(...ofSession.map((turn) => turn.from)),
      to,
      live: now - to < LIVE_MS,
    });
  }
  return ids;
}

function keepPlace(store: Store, { file, cursor, size }: Batch, now: number): void {
  if (cursor === null) return;
  const { offset, guard, open } = cursor;
  const open_calls = JSON.stringify(open);
  saveCursor(store, { file, size: size ?? offset, offset, guard, open_calls, read_at: now });
}
