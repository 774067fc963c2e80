// Memories that say about the same as something new.

import type { Store } from "../../store/open.ts";
import { anyOf, queryWords } from "../../text/query-words.ts";
import type { Category } from "../category.ts";
import type { MemoryPlace } from "../files/roots.ts";
import type { Memory } from "../memory.ts";
import { searchMemories } from "./memory-search.ts";

/** They say how, not what about. */
const LIGHT = new Set([
  "use",
  "uses",
  "used",
  "using",
  "always",
  "never",
  "please",
  "prefer",
  "prefers",
  "want",
  "make",
  "run",
  "need",
  "needs",
]);

const ENDINGS = ["ing", "ed", "es", "s", "e"];

const SAME_TITLE = 0.5;

const SAME_TEXT = 0.6;

type Text = Pick<Memory, "title" | "body" | "category">;

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

// Says when two memories are about the same, so that one is changed instead of a second one written.
/** 0 to 1; null when they are different things. */
function similarity(a: Text, b: Text): number | null {
  return similarTo(a)(b);
}

/** The same for many: what the one says is read once, and what has too few words of it is not read at all. */
export function similarTo(a: Text): (b: Text) => number | null {
  const ofTitle = wordsOf(a.title);
  const ofText = a.body === "" ? ofTitle : wordsOf(`${a.title} ${a.body}`);
  return (b) => {
    const said = `${b.title} ${b.body}`;
    const lower = said.toLowerCase();
    if (!hasEnough(lower, ofText) && !hasEnough(lower, ofTitle)) return null;
    const own = wordsOf(b.title);
    const titles = overlap(ofTitle, own);
    const texts = overlap(ofText, b.body === "" ? own : wordsOf(said));
    if (a.category === b.category && titles >= SAME_TITLE) return titles > texts ? titles : texts;
    return texts >= SAME_TEXT ? texts : null;
  };
}

/** A stem stands in every word of it, and what two texts share is at most that part of either. */
function hasEnough(lower: string, stems: ReadonlySet<string>): boolean {
  let found = 0;
  for (const stem of stems) if (lower.includes(stem)) found++;
  return found > 0 && found >= SAME_TITLE * stems.size;
}

function wordsOf(text: string): Set<string> {
  const words = queryWords(text);
  const stems = new Set<string>();
  for (const word of words) if (!LIGHT.has(word)) stems.add(stem(word));
  if (stems.size === 0) for (const word of words) stems.add(stem(word));
  return stems;
}

/** Enough of a stem to see through a plural or an ending. */
function stem(word: string): string {
  if (word.length <= 4) return word;
  for (const ending of ENDINGS) if (word.endsWith(ending)) return word.slice(0, -ending.length);
  return word;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}
