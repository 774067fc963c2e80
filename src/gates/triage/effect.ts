// What Claude was asked to save is marked, so that the same evidence never asks again.

import { lastPromptAt, lockOpenCandidates, markPrompted } from "../../memory/inbox/prompted-candidates.ts";
import type { WorthSaving } from "../../memory/inbox/unsaved-memories.ts";
import type { Effect } from "../engine/gate.ts";
import { measure } from "../engine/measure.ts";

export const triageEffect: Effect<WorthSaving[]> = {
  // Somebody may have answered meanwhile, or another stop of the session may have asked.
  confirm({ store, event, now }, worth, findings) {
    const ids = idsOf(worth);
    const last = lastPromptAt(store, event.sessionId ?? "");
    return lockOpenCandidates(store, ids).length === ids.length && (last ?? 0) < now ? findings : [];
  },

  inTransaction({ store, now }, { facts: worth, held, released }) {
    if (held.length + released.length > 0) markPrompted(store, idsOf(worth), now);
  },

  async afterCommit(stop, { facts: worth, held }) {
    if (held.length > 0) await measure(stop, "triage_asks", worth.length);
  },
};

function idsOf(worth: readonly WorthSaving[]): number[] {
  return worth.map(({ id }) => id);
}
