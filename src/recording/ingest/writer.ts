// Writes several batches in one transaction, because the full-text index costs more per transaction than per row. Hooks of a
// running session wait meanwhile, so transactions stay small.
import { inBothTransaction, type Store, StoreError } from "../../store/open.ts";
import { findSession } from "../../store/sessions.ts";
import { type EndingFacts, NO_ENDING } from "../observations/session-ending.ts";
import { parseSummary } from "../observations/session-summary.ts";
import { findSummary, writeSummary } from "../observations/summaries.ts";
import { takeDrainLock } from "../queue/drain-lock.ts";
import { record } from "../record.ts";
import { resetIngestedCalls, saveIngestCursor } from "./ingest-rows.ts";
import type { SessionBatch } from "./read-session.ts";
import { transcriptOrigins, type WriteCounts } from "./transcript-origin.ts";

interface Write {
  batch: SessionBatch;
  /** With the last batch of a session: the sessions to summarize, and how they ended. */
  summaries: { sessions: readonly string[]; endings: Record<string, EndingFacts> } | null;
}

const MAX_ROWS = 600;
const MAX_BYTES = 64 * 1024 * 1024;
/** Between two transactions, so that a waiting hook gets its turn. */
const PAUSE_MS = 1;

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
  const counts: WriteCounts = { prompts: 0, observations: 0, sessions: [] };
  if (batch.restarted) resetIngestedCalls(store, batch.file);
  const originOf = transcriptOrigins(store, batch, counts, now);
  for (const prompt of batch.prompts) record(store, { at: prompt.at, prompt }, originOf(prompt.sessionId));
  for (const { sessionId, to: at } of batch.turns) record(store, { at }, originOf(sessionId));
  for (const call of batch.calls) {
    const { sessionId, answeredAt: at, tasks } = call;
    record(store, { at, call, tasks }, originOf(sessionId));
  }
  saveBatchCursor(store, batch, now);
  return counts;
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
