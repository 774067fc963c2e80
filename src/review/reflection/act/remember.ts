// An approved suggestion as a memory. One that says the same already is enough.

import type { MemoryPlace } from "../../../memory/files/roots.ts";
import { writeNewMemory } from "../../../memory/files/save-memory.ts";
import { findSimilar } from "../../../memory/index/find-similar.ts";
import { syncIndex } from "../../../memory/index/sync-index.ts";
import type { Store } from "../../../store/open.ts";
import type { MemoryDraft } from "../pattern.ts";

const THE_SAME = 0.9;

export type Remembered = { how: "saved"; path: string } | { how: "known"; id: string };

export function remember(
  store: Store,
  place: MemoryPlace,
  draft: MemoryDraft,
  sessionId: string,
): Remembered {
  syncIndex(store, place);
  return store
    .transaction((): Remembered => {
      const [nearest] = findSimilar(store, place, draft);
      if (nearest && nearest.similarity >= THE_SAME) return { how: "known", id: nearest.id };
      const memory = { ...draft, session: sessionId, tags: ["reflection"] };
      return { how: "saved", path: writeNewMemory(store, place, memory, Date.now()).path };
    })
    .immediate();
}
