// Writes several batches in one transaction, because the full-text index costs more per transaction than per row. Hooks of a
// running session wait meanwhile, so transactions stay small.
import { inBothTransaction, type Store, StoreError } from "../../store/open.ts";
import { saveFirstRequest } from "../../store/prompts.ts";
import { findSession } from "../../store/sessions.ts";
import { recordCall } from "../observations/record-call.ts";
import { type EndingFacts, NO_ENDING } from "../observations/session-ending.ts";
import { parseSummary } from "../observations/session-summary.ts";
import { findSummary, writeSummary } from "../observations/summaries.ts";
import { takeDrainLock } from "../queue/drain-lock.ts";
import { saveTasks } from "../tasks/record-tasks.ts";
import {
  countIngestedCalls,
  findPromptOwner,
  listUnclaimed,
  resetIngestedCalls,
  saveIngestCursor,
  saveIngestedPrompt,
  saveIngestedSession,
} from "./ingest-rows.ts";
import type { SessionBatch, Turn } from "./read-session.ts";

interface WriteCounts {
  prompts: number;
  observations: number;
  /** Sessions with new records in the batch. */
  sessions: string[];
}

interface Write {
  batch: SessionBatch;
  /** With the last batch of a session: the sessions to summarize, and how they ended. */
  summaries: { sessions: readonly string[]; endings: Record<string, EndingFacts> } | null;
}

const MAX_ROWS = 600;
const MAX_BYTES = 64 * 1024 * 1024;
/** Between two transactions, so that a waiting hook gets its turn. */
const PAUSE_MS = 1;
/** A session with a more recent record may still be running. */
const RUNNING_MS = 10 * 60_000;

export class BatchWriter {
  readonly #store: Store;
  readonly #onWritten: (counts: WriteCounts) => void;
  #waiting: Write[] = [];
  #rows = 0;
  #bytes = 0;

  constructor(store: Store, onWritten: (counts: WriteCounts) => void) {
    this.#store = store;
    this.#onWritten = onWritten;
  }

  async add(write: Write): Promise<void> {
    const { batch, summaries } = write;
    this.#waiting.push(write);
    this.#rows += batch.calls.length + batch.prompts.length + (summaries?.sessions.length ?? 0);
    this.#bytes += batch.bytes;
    if (this.#rows >= MAX_ROWS || this.#bytes >= MAX_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const writes = this.#waiting;
    this.#waiting = [];
    this.#rows = 0;
    this.#bytes = 0;
    const now = Date.now();
    if (!takeDrainLock(this.#store, process.pid, now))
      throw new StoreError("busy", "another process took the database over");
    const written = inBothTransaction(this.#store, () => writes.map((write) => this.#write(write, now)));
    for (const counts of written) this.#onWritten(counts);
    await Bun.sleep(PAUSE_MS);
  }

  #write({ batch, summaries }: Write, now: number): WriteCounts {
    const counts = writeBatch(this.#store, batch, now);
    if (summaries) writeSummaries(this.#store, summaries.sessions, summaries.endings);
    return counts;
  }
}

/**
 * Saves the cursor in the same transaction, so that nothing is read twice. The two database files do not commit together,
 * so writing the same batch again must change nothing.
 */
function writeBatch(store: Store, batch: SessionBatch, now: number): WriteCounts {
  const requests: { sessionId: string; request: string }[] = [];
  const unclaimed = listUnclaimed(store, [...new Set(batch.prompts.map(({ sessionId }) => sessionId))]);
  let prompts = 0;
  for (const { request, ...prompt } of batch.prompts) {
    const outcome = saveIngestedPrompt(store, prompt, unclaimed);
    if (outcome === "new") prompts++;
    if (outcome !== "copy" && request !== null) requests.push({ sessionId: prompt.sessionId, request });
  }
  const turns = batch.turns.filter((turn) => isOriginal(store, turn));
  const sessions = saveSessions(store, batch, turns, now);
  for (const { sessionId, request } of requests) saveFirstRequest(store, sessionId, request);
  let observations = 0;
  const { projectKey } = batch.project;
  for (const { record, tasks, ...call } of batch.calls) {
    if (record && recordCall(store, record, { ...call, projectKey })) observations++;
    if (tasks) saveTasks(store, call.sessionId, tasks, call.answeredAt);
  }
  if (batch.restarted) resetIngestedCalls(store, batch.file);
  for (const { sessionId, calls } of turns) countIngestedCalls(store, sessionId, batch.file, calls);
  saveBatchCursor(store, batch, now);
  return { prompts, observations, sessions };
}

/** False for records that a forked session copied from another one. */
function isOriginal(store: Store, { uuid, sessionId }: Turn): boolean {
  const owner = uuid === null ? null : findPromptOwner(store, uuid);
  return owner === null || owner === sessionId;
}

function saveSessions(store: Store, batch: SessionBatch, turns: readonly Turn[], now: number): string[] {
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
      isRunning: now - to < RUNNING_MS,
    });
  }
  return ids;
}

function saveBatchCursor(store: Store, { file, cursor, size }: SessionBatch, now: number): void {
  if (cursor === null) return;
  const { offset, guard, open } = cursor;
  const open_calls = JSON.stringify(open);
  saveIngestCursor(store, { file, size: size ?? offset, offset, guard, open_calls, read_at: now });
}

function writeSummaries(
  store: Store,
  sessionIds: Iterable<string>,
  endings: Record<string, EndingFacts>,
): void {
  for (const id of sessionIds) {
    const session = findSession(store, id);
    // A subagent's file alone does not say what its session was about.
    if (!session || (session.source === "ingest" && session.transcript_path === null)) continue;
    // Without a new message or title, the earlier one is still the last.
    const before = parseSummary(findSummary(store, id)?.detail ?? null);
    const ending = endings[id] ?? { ...NO_ENDING, lastTurn: before.lastTurn };
    const lastMessage = ending.lastMessage || before.lastMessage;
    writeSummary(store, session, { ...ending, lastMessage, title: ending.title || (before.title ?? "") });
  }
}
