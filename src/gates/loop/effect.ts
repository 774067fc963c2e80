// A loop counts its blocks, ends when it is finished, and is suspended when it gets no further.

import type { Effect, Finding } from "../engine/gate.ts";
import { measure } from "../engine/measure.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { LoopFacts } from "./judge.ts";
import { findLoop, noteRound, setLoopStatus } from "./rows.ts";
import { writeLoopFile } from "./state-file.ts";

export const loopEffect: Effect<LoopFacts> = {
  // It may have been cancelled, ended or taken over while its command ran.
  confirm: (stop, facts, findings) => (isCurrent(stop, facts) ? findings : []),

  inTransaction({ store, event, now: at }, { facts, ruling, held, released, advised }) {
    if (facts.source !== "row" || event.sessionId === null) return;
    const { check } = facts;
    const ended = isFinished(advised);
    noteRound(store, event.sessionId, {
      rounds: held.length > 0 ? 1 : 0,
      result: ended ? "passed" : check ? "failed" : null,
      lastError: ended ? null : (check?.error ?? null),
      at,
    });
    if (ended) setLoopStatus(store, event.sessionId, { status: "done", why: null, at });
    // As advice: its rounds are used up while something else holds on.
    else if (released.length + advised.length > 0) {
      const why = released.length > 0 ? ruling.rule : "total";
      setLoopStatus(store, event.sessionId, { status: "suspended", why, at });
    }
  },

  async afterCommit(stop, { facts, held, released, advised }) {
    const { event, store, stateFolder } = stop;
    const row = event.sessionId && findLoop(store, event.sessionId);
    if (facts.source !== "row" || !row || stateFolder === null) return;
    await writeLoopFile(stateFolder, row);
    if (held.length > 0) await measure(stop, "loop_rounds");
    if (released.length > 0) await measure(stop, "loop_released");
    if (isFinished(advised)) await measure(stop, "loop_passed");
  },
};

function isCurrent({ store, event }: StopContext, { source, id, iteration }: LoopFacts): boolean {
  if (source !== "row" || event.sessionId === null) return true;
  const row = findLoop(store, event.sessionId);
  return row?.status === "active" && `${row.created_at}.${row.resumes}` === id && row.iteration === iteration;
}

function isFinished(advised: readonly Finding[]): boolean {
  return advised.some(({ code }) => code === "finished");
}
