// In mode "ask": what is worth remembering is saved before Claude stops. It is asked for once, whatever comes of it.

import { findLastAskedAt, lockOpenCandidates, markAsked } from "../../memory/inbox/prompted-candidates.ts";
import type { UnsavedMemory } from "../../memory/inbox/unsaved-memories.ts";
import { MAX_TITLE } from "../../memory/memory.ts";
import { clipLine } from "../../text/clip.ts";
import type { Gate } from "../engine/gate.ts";

const SHOWN = 5;

export const triage: Gate<UnsavedMemory[]> = {
  id: "triage",

  gather: ({ shared }) => shared.unsavedMemories(),

  judge(_stop, found) {
    const worth = found.slice(0, SHOWN);
    if (worth.length === 0) return [];
    const marks = worth.map(({ fingerprint }) => fingerprint).sort();
    return [
      {
        gate: "triage",
        code: "unsaved",
        severity: "block",
        reason: describe(worth),
        summary: `Worth remembering and not saved: ${worth.map(({ title }) => clipLine(title, MAX_TITLE)).join("; ")}`,
        fingerprint: `triage:${Bun.hash(marks.join("\n")).toString(36)}`,
        progress: "",
        releasedBy: "nothing: it holds once, and the next stop is allowed",
      },
    ];
  },

  effect: {
    // Somebody may have answered meanwhile, or another stop of the session may have asked.
    confirm({ store, sessionId, now }, worth, findings) {
      const ids = idsOf(worth);
      const last = findLastAskedAt(store, sessionId);
      return lockOpenCandidates(store, ids).length === ids.length && (last ?? 0) < now ? findings : [];
    },

    inTransaction({ store, now }, { facts: worth, held, released }) {
      if (held.length + released.length > 0) markAsked(store, idsOf(worth), now);
    },

    measure: ({ facts: worth, held }) => ({ triage_asks: held.length > 0 ? worth.length : 0 }),
  },

  notReplayed: "the inbox of that time is unknown",
};

function describe(worth: readonly UnsavedMemory[]): string {
  const listed = worth.flatMap(({ id, category, title, score }) => [
    `- [${category}] ${clipLine(title, MAX_TITLE)} (score: ${score.toFixed(2)})`,
    `  holdfast memory accept ${id}`,
  ]);
  return [
    `Worth remembering and not saved yet (${worth.length}):`,
    ...listed,
    'Run the command for each one that a later session should know. --title "…" improves its wording, and',
    "`holdfast memory reject N` drops it. The holdfast-memory skill says more. Then stop.",
  ].join("\n");
}

function idsOf(worth: readonly UnsavedMemory[]): number[] {
  return worth.map(({ id }) => id);
}
