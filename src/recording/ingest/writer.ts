// Writes batches, several in one transaction: the index costs by the transaction more than by the row. Not too many, as
// the hooks of a running session wait meanwhile.

import { inBothTransaction } from "../../store/in-transaction.ts";
import type { Store } from "../../store/open.ts";
import { findSession } from "../../store/sessions.ts";
import { StoreError } from "../../store/store-error.ts";
import type { SessionSummary } from "../observations/session-summary.ts";
import { findSummary } from "../observations/summaries.ts";
import { writeSummary } from "../observations/write-summary.ts";
import { takeDrainLock } from "../queue/drain.ts";
import type { Batch, SessionEnd } from "./batch.ts";
import { type Written, writeBatch } from "./write-batch.ts";

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

export function createWriter(store: Store, written: (done: Written) => void): Writer {
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

  function writeOne({ batch, summaries }: Write, now: number): Written {
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
