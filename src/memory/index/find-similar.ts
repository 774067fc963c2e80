// Memories that say about the same as something new.

import type { Store } from "../../store/open.ts";
import type { Category } from "../category.ts";
import type { MemoryPlace } from "../files/roots.ts";
import type { Memory } from "../memory.ts";
import { searchMemories } from "./memory-search.ts";
import { anyOf, queryWords } from "./query-words.ts";
import { similarity } from "./similar.ts";

export interface Similar {
  id: string;
  title: string;
  category: string;
  similarity: number;
  /** About the person, not the project. */
  personal: boolean;
}

const LOOKED_AT = 20;

/** Active ones, the nearest first. */
export function findSimilar(
  store: Store,
  place: Pick<MemoryPlace, "projectKey">,
  draft: Pick<Memory, "title" | "body" | "category">,
): Similar[] {
  const match = anyOf(queryWords(`${draft.title} ${draft.body}`));
  if (match === null) return [];
  const query = { match, projectKey: place.projectKey, status: "active", category: null, limit: LOOKED_AT };
  return searchMemories(store, query)
    .flatMap((hit) => {
      const near = similarity(draft, { ...hit, category: hit.category as Category });
      return near === null
        ? []
        : [
            {
              id: hit.memory_id,
              title: hit.title,
              category: hit.category,
              similarity: near,
              personal: hit.project_key === "",
            },
          ];
    })
    .toSorted((a, b) => b.similarity - a.similarity);
}
