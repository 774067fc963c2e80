// A loop counts its blocks, ends when it is finished, and is set aside when it gets no further.

import type { Store } from "../../store/open.ts";
import { sessionStateDir, stateDir } from "../../store/state-files.ts";
import type { Effect, Judged, Outcome } from "../engine/effect.ts";
import { measure } from "../engine/measure.ts";
import { findLoop, noteRound, setLoopStatus } from "./rows.ts";

export const loopEffect: Effect = {
  // It may have been cancelled, ended or taken over while its command ran.
  confirm: (store, judged, findings) => (stands(store, judged) ? findings : []),

  inTransaction(store, outcome) {
    const { facts, context, ruling, held, released, advised } = outcome;
    const { sessionId } = context.event;
    if (facts.loop?.source !== "row" || sessionId === null) return;
    const { check } = facts.loop;
    const ended = isFinished(outcome);
    const at = context.now;
    noteRound(store, sessionId, {
      rounds: held.length > 0 ? 1 : 0,
      result: ended ? "passed" : check ? "failed" : null,
      lastError: ended ? null : (check?.error ?? null),
      at,
    });
    if (ended) setLoopStatus(store, sessionId, { status: "done", why: null, at });
    // As advice: its rounds are used up while something else holds on.
    else if (released.length + advised.length > 0) {
      const why = released.length > 0 ? ruling.rule : "total";
      setLoopStatus(store, sessionId, { status: "suspended", why, at });
    }
  },

  async afterCommit(outcome, store) {
    const { context, loaded, held, released, facts } = outcome;
    const folder = sessionStateDir(stateDir(context.env, loaded), context.event.sessionId);
    const row = context.event.sessionId && findLoop(store, context.event.sessionId);
    if (facts.loop?.source !== "row" || !row || folder === null) return;
    const { writeLoopState } = await import("./loop-state.ts");
    await writeLoopState(folder, row);
    if (held.length > 0) await measure(outcome, "loop_rounds");
    if (released.length > 0) await measure(outcome, "loop_released");
    if (isFinished(outcome)) await measure(outcome, "loop_passed");
  },
};

function stands(store: Store, { context, facts }: Judged): boolean {
  const { sessionId } = context.event;
  if (facts.loop?.source !== "row" || sessionId === null) return true;
  const row = findLoop(store, sessionId);
  return (
    row?.status === "active" &&
    `${row.created_at}.${row.resumes}` === facts.loop.id &&
    row.iteration === facts.loop.iteration
  );
}

function isFinished({ advised }: Outcome): boolean {
  return advised.some((finding) => finding.code === "finished");
}
