// Recorded work that has the words of a prompt. Reads lists of rows by word, never more than a bounded part of them:
// ranking in the index itself looks at the length of every row it meets, which takes ten times as long.

import { commonTermCounts } from "../../recording/observations/common-terms.ts";
import { newestObservationId } from "../../recording/observations/observations.ts";
import type { Store } from "../../store/open.ts";
import { recallPrior } from "../index/rank.ts";
import { pickTerms, type Term } from "./pick-terms.ts";
import { type Posting, type RankedItem, rankItems } from "./rank-items.ts";
import {
  localTime,
  newestSummary,
  observationsAmong,
  type RecallRow,
  rowsWithWord,
  sessionsAmong,
} from "./recall-rows.ts";

interface RecalledMemory extends RecallRow {
  source: "memory";
  category: string;
  who: string;
  confidence: number;
  updated_at: number;
  injected: number;
  used: number;
}

export interface RecallQuery {
  /** The session that asks. */
  sessionId: string;
  projectKey: string;
  prompt: string;
  /** From 0 to 1: the least score that counts. */
  floor: number;
}

export interface RecallHit extends RecallRow {
  score: number;
  terms: string[];
}

/** A word that more observations have is too common to tell anything. */
const COMMON_ROWS = 1000;
const COMMON_SHARE = 1 / 200;
const MAX_TERMS = 10;
/** Of a word's rows the newest. */
const MAX_POSTINGS = 1000;
/** Enough to find what is rare; a prompt of middling words must not take long. */
const MAX_ROWS = 4000;
/** Of the best in the whole store, so many are looked at for being of this project. */
const MAX_CANDIDATES = 400;

/** Of this project, not of the session itself, and nothing it was told before. */
export function findItems(store: Store, wanted: RecallQuery): { terms: string[]; items: RecallHit[] } {
  const recorded = newestObservationId(store);
  const terms = rarest(store, pickTerms(wanted.prompt), recorded);
  if (terms.length < 2) return { terms: [], items: [] };
  const items = [
    ...findObservations(store, terms, recorded, wanted),
    ...findSessions(store, terms, wanted),
    ...findMemories(store, terms, wanted),
  ];
  return { terms: terms.map(({ word }) => word), items };
}

interface WeighedTerm extends Term {
  /** How many observations have it, where that is many; else 0. */
  often: number;
}

/** Words too common to tell anything are dropped; of the others the rarest, as far as that is known, else the longest. */
function rarest(store: Store, terms: readonly Term[], recorded: number): WeighedTerm[] {
  if (terms.length < 2) return [];
  const common = commonTermCounts(
    store,
    terms.map(({ stem }) => stem),
  );
  const cut = Math.max(COMMON_ROWS, recorded * COMMON_SHARE);
  return terms
    .map((term) => ({ ...term, often: common.get(term.stem) ?? 0 }))
    .filter(({ often }) => often <= cut)
    .sort((a, b) => a.often - b.often || b.word.length - a.word.length)
    .slice(0, MAX_TERMS);
}

function findObservations(
  store: Store,
  terms: readonly WeighedTerm[],
  recorded: number,
  wanted: RecallQuery,
): RecallHit[] {
  const ranked = rank(store, "observation", terms, recorded, wanted.floor);
  return join(ranked, (ids) => observationsAmong(store, { ids, ...wanted }));
}

function findSessions(store: Store, terms: readonly WeighedTerm[], wanted: RecallQuery): RecallHit[] {
  const rare = terms.map((term) => ({ ...term, often: 0 }));
  const ranked = rank(store, "session", rare, newestSummary(store), wanted.floor);
  return join(ranked, (ids) => sessionsAmong(store, { ids, ...wanted }));
}

/** What was kept on purpose: its place also depends on what it is, how old, and whether it was of use. */
function findMemories(store: Store, terms: readonly WeighedTerm[], wanted: RecallQuery): RecallHit[] {
  const rare = terms.map((term) => ({ ...term, often: 0 }));
  const ranked = rank(store, "memory", rare, newestMemory(store), wanted.floor);
  const now = Date.now();
  return join(ranked, (ids) => memoriesAmong(store, { ids, ...wanted })).map((memory) => ({
    ...memory,
    score: Math.min(1, memory.score * recallPrior(memory, now)),
  }));
}

function rank(
  store: Store,
  source: RecallRow["source"],
  terms: readonly WeighedTerm[],
  recorded: number,
  floor: number,
): RankedItem[] {
  if (recorded === 0) return [];
  const postings: Posting[] = [];
  let rows = 0;
  for (const { word, often } of terms) {
    const items = rowsWithWord(store, source, word, MAX_POSTINGS);
    postings.push({ term: word, items, documents: Math.max(often, items.length) });
    rows += items.length;
    if (rows > MAX_ROWS) break;
  }
  return rankItems(postings, recorded, floor).slice(0, MAX_CANDIDATES);
}

function join<Row extends RecallRow>(
  ranked: readonly RankedItem[],
  read: (ids: number[]) => Row[],
): (Row & RecallHit)[] {
  if (ranked.length === 0) return [];
  const byId = new Map(ranked.map((one) => [one.item, one]));
  return read([...byId.keys()]).flatMap((row) => {
    const one = byId.get(row.id);
    return one ? [{ ...row, score: one.score, terms: one.terms }] : [];
  });
}

// Memories as prompt recall asks for them: among rows that have its words, those this session was not given yet.
function memoriesAmong(
  store: Store,
  { ids, projectKey, sessionId }: { ids: readonly number[]; projectKey: string; sessionId: string },
): RecalledMemory[] {
  return store
    .query(
      `SELECT m.id, m.memory_id AS item, 'memory' AS source, m.title, m.body AS summary,
         lower(replace(m.category, '_', ' ')) || ', said by ' || CASE m.who WHEN 'user' THEN 'the user'
           WHEN 'claude' THEN 'Claude' WHEN 'web' THEN 'a web page, by nobody here'
           ELSE 'a tool, by nobody here' END AS kind,
         coalesce(m.source_session, '') AS session_id, m.updated_at AS at,
         ${localTime("m.updated_at")} AS time, m.category, m.who, m.confidence, m.updated_at,
         coalesce(u.injected, 0) AS injected, coalesce(u.used, 0) AS used
       FROM memories m
       LEFT JOIN memory_usage u ON u.project_key = m.project_key AND u.memory_id = m.memory_id
       WHERE m.id IN (SELECT value FROM json_each($ids)) AND m.project_key IN ($projectKey, '')
         AND m.status = 'active' AND m.source_session IS NOT $sessionId
         AND NOT EXISTS (SELECT 1 FROM recall_items i
           WHERE i.session_id = $sessionId AND i.source = 'memory' AND i.item_id = m.memory_id)
       GROUP BY m.project_key, m.memory_id`,
    )
    .all({ ids: JSON.stringify(ids), projectKey, sessionId }) as RecalledMemory[];
}

/** The newest row, for about how many there are. */
function newestMemory(store: Store): number {
  const row = store.query("SELECT max(id) AS id FROM memories").get() as { id: number | null };
  return row.id ?? 0;
}
