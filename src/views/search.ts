// Past work that matches the words: observations, prompts and summaries.
import { HIT_END, HIT_START, type SearchHit, searchStore } from "../recording/search/search.ts";
import type { Store } from "../store/open.ts";
import { iso, line, parseStrings } from "./shared.ts";

export type WorkHit = ReturnType<typeof toHit>;

/** Best first; null when there is no word to search for. */
export function searchWork(store: Store, query: string, filter: Parameters<typeof searchStore>[2]) {
  return searchStore(store, query, filter)?.map(toHit) ?? null;
}

function toHit(hit: SearchHit) {
  const { session_id: session, project_key: projectKey, title, excerpt, files, at, ...rest } = hit;
  const mark = (start: string, end: string) =>
    line(excerpt.replaceAll(HIT_START, start).replaceAll(HIT_END, end));
  return {
    ...rest,
    ...{ session, projectKey, title: line(title), excerpt: mark("", ""), at: iso(at) },
    /** The excerpt, with its matching words in » «. */
    marked: mark("»", "«"),
    files: parseStrings(files).map((file) => line(file, 1000)),
  };
}
