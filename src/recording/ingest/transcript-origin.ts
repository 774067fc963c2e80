import type { Store } from "../../store/open.ts";
import { recordCall } from "../observations/record-call.ts";
import type { Origin } from "../record.ts";
import {
  countIngestedCalls,
  findPromptOwner,
  listUnclaimed,
  saveIngestedPrompt,
  saveIngestedSession,
} from "./ingest-rows.ts";
import type { IngestedCall, SessionBatch, Turn } from "./read-session.ts";

export interface WriteCounts {
  prompts: number;
  observations: number;
  /** Sessions with new records in the batch. */
  sessions: string[];
}

/** A session with a more recent record may still be running. */
const RUNNING_MS = 10 * 60_000;

/** The sessions of a batch; `counts` is what is new. */
export function transcriptOrigins(
  store: Store,
  batch: SessionBatch,
  counts: WriteCounts,
  now: number,
): (sessionId: string) => Origin<IngestedCall> {
  const unclaimed = listUnclaimed(store, [...new Set(batch.prompts.map(({ sessionId }) => sessionId))]);
  const saved = new Set<string>();
  const { projectKey } = batch.project;
  return (sessionId) => ({
    sessionId,
    saveSession() {
      if (saved.has(sessionId)) return;
      saved.add(sessionId);
      const turns = batch.turns.filter((turn) => turn.sessionId === sessionId && isOriginal(store, turn));
      if (turns.length === 0) return;
      const to = Math.max(...turns.map((turn) => turn.to));
      saveIngestedSession(store, {
        sessionId,
        ...batch.project,
        agent: batch.host,
        transcriptPath: batch.agent ? null : batch.path,
        from: Math.min(...turns.map(({ from }) => from)),
        to,
        isRunning: now - to < RUNNING_MS,
      });
      const calls = turns.reduce((sum, turn) => sum + turn.calls, 0);
      countIngestedCalls(store, sessionId, batch.file, calls);
      counts.sessions.push(sessionId);
    },
    savePrompt(prompt) {
      const outcome = saveIngestedPrompt(store, prompt, unclaimed);
      if (outcome === "new") counts.prompts++;
      return outcome !== "copy";
    },
    saveCall({ record, tasks: _, ...call }) {
      if (record && recordCall(store, record, { ...call, projectKey })) counts.observations++;
    },
  });
}

/** False for records that a forked session copied from another one. */
function isOriginal(store: Store, { uuid, sessionId }: Turn): boolean {
  const owner = uuid === null ? null : findPromptOwner(store, uuid);
  return owner === null || owner === sessionId;
}
