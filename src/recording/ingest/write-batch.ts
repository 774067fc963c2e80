// One batch into the store, in one transaction with the place that was reached: what was written is never read again.

import type { Store } from "../../store/open.ts";
import { keepRequest } from "../../store/prompts.ts";
import { keepObservation } from "../observations/record-observation.ts";
import type { Batch, Turn } from "./batch.ts";
import { saveCursor } from "./ingest-cursors.ts";
import {
  countIngestedCalls,
  forgetIngestedCalls,
  keepIngestedPrompt,
  keepIngestedSession,
  promptOwner,
} from "./ingest-rows.ts";

export interface Written {
  prompts: number;
  observations: number;
  /** Sessions that have something of their own in it. */
  sessions: string[];
}

/** A session that was heard of so lately is not taken for ended. */
const LIVE_MS = 10 * 60_000;

/** Whoever calls has a transaction open. Done again, it changes nothing: two files do not commit as one. */
export function writeBatch(store: Store, batch: Batch, now: number): Written {
  const requests: { sessionId: string; request: string }[] = [];
  let prompts = 0;
  for (const { request, ...prompt } of batch.prompts) {
    const fate = keepIngestedPrompt(store, prompt);
    if (fate === "new") prompts++;
    if (fate !== "copy" && request !== null) requests.push({ sessionId: prompt.sessionId, request });
  }
  const own = batch.turns.filter((turn) => isOwn(store, turn));
  const sessions = keepSessions(store, batch, own, now);
  for (const { sessionId, request } of requests) keepRequest(store, sessionId, request);
  let observations = 0;
  for (const { observation, ...about } of batch.calls) {
    const kept = keepObservation(store, observation, { ...about, projectKey: batch.place.projectKey });
    if (kept) observations++;
  }
  if (batch.restarted) forgetIngestedCalls(store, batch.file);
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
    keepIngestedSession(store, {
      sessionId,
      ...batch.place,
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
