// A loop counts its blocks, ends when it is finished, and is set aside when it gets no further.
import { sessionStateDir, stateDir } from "../../state/state-dir.ts";
import { findLoop, noteRound, setLoopStatus } from "../../store/loops.ts";
import type { Store } from "../../store/open.ts";
import type { Effect, Judged, Outcome } from "./effect.ts";
import { measure } from "./measure.ts";

export const loop: Effect = {
  // It may have been cancelled, ended or taken over while its command ran.
  confirm: (store, judged, findings) => (stands(store, judged) ? findings : []),

  inTransaction(store, outcome) {
    const { facts, context, held, released } = outcome;
    const { sessionId } = context.event;
    if (facts.loop?.source !== "row" || sessionId === null) return;
    const at = context.now;
    const { iteration, maxIterations, check } = facts.loop;
    const ended = isFinished(outcome);
    const counted = held.length > 0 && iteration < maxIterations;
    noteRound(store, sessionId, {
      rounds: counted ? 1 : 0,
      result: ended ? "passed" : check ? "failed" : "pending",
      lastError: ended ? null : (check?.error ?? null),
      at,
    });
    if (ended) setLoopStatus(store, sessionId, { status: "done", why: null, at });
    else if (released.length > 0) {
      setLoopStatus(store, sessionId, { status: "suspended", why: outcome.ruling.rule, at });
    } else if (held.length > 0 && !counted) {
      // Something else holds; the loop itself has no rounds left.
      setLoopStatus(store, sessionId, { status: "suspended", why: "total", at });
    }
  },

  async afterCommit(outcome, store) {
    const { context, loaded, held, released, facts } = outcome;
    const folder = sessionStateDir(stateDir(context.env, loaded), context.event.sessionId);
    const row = context.event.sessionId && findLoop(store, context.event.sessionId);
    if (facts.loop?.source !== "row" || !row || folder === null) return;
    const { writeLoopState } = await import("../loop-state.ts");
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
