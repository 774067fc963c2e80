// Memories as prompt recall finds them, and how category, age and use change their rank.

import type { Store } from "../../store/open.ts";
import { isUntrusted } from "../files/trust.ts";
import { SOURCE_OF_M } from "../index/memories.ts";
import { describeStranger } from "../memory.ts";
import type { ContextPart } from "./fit-parts.ts";
import { localTime, type RecallRow } from "./recall-rows.ts";

export interface MemoryItem extends RecallRow {
  source: "memory";
  category: string;
  /** Its origin when it is not from here, whoever its file names. */
  who: string;
  confidence: number;
  updated_at: number;
  injected: number;
  used: number;
}

/** They come first, and not as mere background. */
const HEADINGS = {
  user: "Saved by the user (`holdfast memory show ID` prints the full text):",
  claude: "Noted by agents in earlier sessions (`holdfast memory show ID` prints the full text):",
  rule: "Rules of this project, made by the user's team (`holdfast memory show ID` prints the full text):",
};

/** One part for each trusted speaker. */
export function groupBySpeaker<Row extends { who: string }>(
  memories: readonly Row[],
  describeAll: (ofSpeaker: readonly Row[]) => Pick<ContextPart, "lines" | "items">,
): ContextPart[] {
  const groups = (["user", "rule", "claude"] as const).map((speaker) => ({
    heading: HEADINGS[speaker],
    rows: memories.filter(({ who }) => who === speaker),
  }));
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ heading, rows }) => ({ id: "memories", heading, leads: true, ...describeAll(rows) }));
}

/** Not from the repository, nor said by a tool or a page. */
export function isTrusted<Row extends RecallRow>(item: Row): item is Row & MemoryItem {
  return item.source === "memory" && !isUntrusted((item as Row & MemoryItem).who);
}

const DAY = 24 * 3_600_000;
/** Rules before knowledge. */
const BY_CATEGORY: Record<string, number> = {
  PREFERENCE: 1.15,
  CONSTRAINT: 1.15,
  DECISION: 1.1,
  RUNBOOK: 1.1,
  TECH_DEBT: 0.95,
  SESSION_SUMMARY: 0.8,
};

/** Of these rows, the active memories that this session was not given yet. */
export function recallableMemories(
  store: Store,
  { ids, projectKey, sessionId }: { ids: readonly number[]; projectKey: string; sessionId: string },
): MemoryItem[] {
  return store
    .query(
      `SELECT m.id, m.memory_id AS item, 'memory' AS source, m.title, m.body AS summary,
         lower(replace(m.category, '_', ' ')) || CASE WHEN m.origin = 'remote' THEN ', ${describeStranger({ personal: true, origin: "remote" })}'
           WHEN m.origin = 'repository' THEN iif(m.project_key = '', ', ${describeStranger({ personal: true, origin: "repository" })}',
             ', ${describeStranger({ personal: false, origin: "repository" })}')
           WHEN m.origin = 'team' THEN ', ${describeStranger({ personal: false, origin: "team" })}'
           WHEN m.origin = 'rule' THEN ', ${describeStranger({ personal: false, origin: "rule" })}'
           WHEN m.who IN ('user', 'claude') THEN '' WHEN m.who = 'web' THEN ', from a web page' ELSE ', from a tool' END
           || coalesce(iif(m.origin IN ('team', 'rule'), ', by ', ', saved on ') || ${SOURCE_OF_M}, '') AS kind,
         coalesce(m.source_session, '') AS session_id, max(m.updated_at) AS at,
         ${localTime("m.updated_at")} AS time, m.category, iif(m.origin = 'here', m.who, m.origin) AS who, m.confidence, m.updated_at,
         coalesce(u.injected, 0) AS injected, coalesce(u.used, 0) AS used
       FROM memories m
       LEFT JOIN memory_usage u ON u.project_key = m.project_key AND u.memory_id = m.memory_id
       WHERE m.id IN (SELECT value FROM json_each($ids)) AND m.project_key IN ($projectKey, '')
         AND m.status = 'active' AND m.source_session IS NOT $sessionId
         AND NOT EXISTS (SELECT 1 FROM recall_items i
           WHERE i.session_id = $sessionId AND i.source = 'memory' AND i.item_id = m.memory_id)
       GROUP BY m.project_key, m.memory_id`,
    )
    .all({ ids: JSON.stringify(ids), projectKey, sessionId }) as MemoryItem[];
}

type PriorFields = Pick<MemoryItem, "category" | "updated_at" | "confidence" | "who" | "injected" | "used">;

/** A factor close to 1, so that clearly better words still win. 1 for what is not a memory. */
export function recallPrior(memory: PriorFields | RecallRow, now: number): number {
  if (!("category" in memory)) return 1;
  const age = Math.max(0, now - memory.updated_at) / DAY;
  const recency = 0.85 + 0.3 * Math.exp(-age / 60);
  const confidence = 0.75 + 0.25 * memory.confidence;
  const source = isUntrusted(memory.who) ? 0.7 : 1;
  return (BY_CATEGORY[memory.category] ?? 1) * recency * confidence * source * useFactor(memory);
}

/** Each use raises a memory a little; one that is given often and never used sinks, down to half. */
function useFactor({ injected, used }: Pick<PriorFields, "injected" | "used">): number {
  if (used > 0) return 1 + Math.min(0.3, 0.1 * Math.log2(1 + used));
  return Math.max(0.5, 1 - 0.05 * Math.max(0, injected - 2));
}
