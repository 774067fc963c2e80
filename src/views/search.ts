// Past work that matches the words: observations, prompts and summaries.
import { nameAgent } from "../protocol/hosts.ts";
import { HIT_END, HIT_START, type SearchHit, searchStore } from "../recording/search/search.ts";
import type { Store } from "../store/open.ts";
import { listAgents } from "../store/sessions.ts";
import { iso, line, parseStrings } from "./shared.ts";

export type WorkHit = ReturnType<typeof toHit>;

/** Best first; null when there is no word to search for. */
export function searchWork(store: Store, query: string, filter: Parameters<typeof searchStore>[2]) {
  const hits = searchStore(store, query, filter);
  if (hits === null) return null;
  const agents = listAgents(store, [...new Set(hits.map(({ session_id }) => session_id))]);
  return hits.map((hit) => toHit(hit, agents.get(hit.session_id) ?? null));
}

function toHit(hit: SearchHit, agent: string | null) {
  const { session_id: session, project_key: projectKey, title, excerpt, files, at, ...rest } = hit;
  const mark = (start: string, end: string) =>
    line(excerpt.replaceAll(HIT_START, start).replaceAll(HIT_END, end));
  return {
    ...rest,
    /** Which one the session ran in; null for Claude Code. */
    agent: nameAgent(agent),
    ...{ session, projectKey, title: line(title), excerpt: mark("", ""), at: iso(at) },
    /** The excerpt, with its matching words in » «. */
    marked: mark("»", "«"),
    files: parseStrings(files).map((file) => line(file, 1000)),
  };
}
