// What Claude was asked to save is marked, so that the same evidence never asks again.

import { lastPromptAt, lockOpenCandidates, markPrompted } from "../../memory/inbox/prompted-candidates.ts";
import type { Effect } from "../engine/effect.ts";
import type { WorthSaving } from "../engine/facts.ts";
import { measure } from "../engine/measure.ts";

export const triageEffect: Effect = {
  // Somebody may have answered meanwhile, or another stop of the session may have asked.
  confirm(store, { context, facts }, findings) {
    const ids = idsOf(facts.triage);
    const last = lastPromptAt(store, context.event.sessionId ?? "");
    return lockOpenCandidates(store, ids).length === ids.length && (last ?? 0) < context.now ? findings : [];
  },

  inTransaction(store, { context, facts, held, released }) {
    if (held.length + released.length === 0) return;
    markPrompted(store, idsOf(facts.triage), context.now);
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
