// Finds memories that say nearly the same as a new one, so that they can be updated instead.
import type { Store } from "../../store/open.ts";
import { queryWords } from "../../text/query-words.ts";
import type { MemoryPlace } from "../files/roots.ts";
import type { Category, Memory } from "../memory.ts";
import { searchMemoryText } from "./memory-search.ts";

type Text = Pick<Memory, "title" | "body" | "category">;

export interface SimilarMemory {
  id: string;
  title: string;
  category: string;
  similarity: number;
  /** About the person, not the project. */
  personal: boolean;
}

const MAX_COMPARED = 20;
/** Words that say nothing about the subject. */
const WEAK_WORDS = new Set(
  "use uses used using always never please prefer prefers want make run need needs".split(" "),
);
const ENDINGS = ["ing", "ed", "es", "s", "e"];
const SAME_TITLE = 0.5;
const SAME_TEXT = 0.6;

/** Active memories, the most similar first. */
export function findSimilar(
  store: Store,
  place: Pick<MemoryPlace, "projectKey">,
  draft: Text,
): SimilarMemory[] {
  const hits = searchMemoryText(store, {
    text: `${draft.title} ${draft.body}`,
    projectKey: place.projectKey,
    status: "active",
    category: null,
    limit: MAX_COMPARED,
  });
  const compare = createComparison(draft);
  const similar = (hits ?? []).flatMap(({ memory_id, title, body, category, project_key }) => {
    const similarity = compare({ title, body, category: category as Category });
    return similarity === null
      ? []
      : [{ id: memory_id, title, category, similarity, personal: project_key === "" }];
  });
  return similar.toSorted((a, b) => b.similarity - a.similarity);
}

/** Returns a function that compares `a` with other texts: from 0 to 1, or null for different subjects. */
export function createComparison(a: Text): (b: Text) => number | null {
  const ofTitle = stemsOf(a.title);
  const ofText = a.body === "" ? ofTitle : stemsOf(`${a.title} ${a.body}`);
  return (b) => {
    const text = `${b.title} ${b.body}`;
    const lower = text.toLowerCase();
    if (!mayBeSimilar(lower, ofText) && !mayBeSimilar(lower, ofTitle)) return null;
    const own = stemsOf(b.title);
    const titles = overlap(ofTitle, own);
    const texts = overlap(ofText, b.body === "" ? own : stemsOf(text));
    if (a.category === b.category && titles >= SAME_TITLE) return Math.max(titles, texts);
    return texts >= SAME_TEXT ? texts : null;
  };
}

/** Quick check: two texts share at most the words whose stems occur in the other. */
function mayBeSimilar(lower: string, stems: ReadonlySet<string>): boolean {
  let found = 0;
  for (const stem of stems) if (lower.includes(stem)) found++;
  return found > 0 && found >= SAME_TITLE * stems.size;
}

/** The stems of a text's meaningful words. */
export function stemsOf(text: string): Set<string> {
  const words = queryWords(text);
  const stems = new Set<string>();
  for (const word of words) if (!WEAK_WORDS.has(word)) stems.add(stem(word));
  if (stems.size === 0) for (const word of words) stems.add(stem(word));
  return stems;
}

/** Crude, but enough to match plurals and other endings. */
function stem(word: string): string {
  if (word.length <= 4) return word;
  for (const ending of ENDINGS) if (word.endsWith(ending)) return word.slice(0, -ending.length);
  return word;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = a.intersection(b).size;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}
