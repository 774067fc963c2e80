// What Claude was asked to save is marked, so that the same evidence never asks again.

import type { WorthSaving } from "../../gates/facts.ts";
import { lastAskOf, markAsked, stillUnasked } from "../../store/asked-candidates.ts";
import type { Effect } from "./effect.ts";
import { measure } from "./measure.ts";

export const triageEffect: Effect = {
  // Somebody may have answered meanwhile, or another stop of the session may have asked.
  confirm(store, { context, facts }, findings) {
    const ids = idsOf(facts.triage);
    const last = lastAskOf(store, context.event.sessionId ?? "");
    return stillUnasked(store, ids).length === ids.length && (last ?? 0) < context.now ? findings : [];
  },

  inTransaction(store, { context, facts, held, released }) {
    if (held.length + released.length === 0) return;
    markAsked(store, idsOf(facts.triage), context.now);
  },

  async afterCommit(outcome) {
    if (outcome.held.length > 0) await measure(outcome, "triage_asks", outcome.facts.triage.length);
  },
};

function idsOf(worth: readonly WorthSaving[]): number[] {
  const ids: number[] = [];
  for (const { id } of worth) ids.push(id);
  return ids;
}
