// The texts that can be searched, by words and by project: observations, prompts, session summaries, memories.
import type { Store } from "../../store/open.ts";
import { formsOf } from "../../text/irregular-words.ts";

export type TextSource = "observation" | "prompt" | "summary" | "memory";

export interface Text {
  id: number;
  /** null for a memory. */
  session: string | null;
  /** Each with how much a word in it counts. */
  fields: readonly (readonly [text: string, weight: number])[];
}

/** One project's texts and the user's personal memories, or the texts of all projects. */
export interface TextScope {
  /** null: all projects. */
  projectKey: string | null;
  /** How the indexes name these projects, and how many texts of each source they have. */
  projects: readonly ({ number: number } & Readonly<Record<keyof typeof INDEXES, number>>)[];
  /** How many there are, not counting prompts, which are few compared with observations. */
  texts: number;
  summaries: number;
  /** On average in one of them; 0 if there are none. */
  wordsOfText: number;
}

const INDEXES = {
  observation: "observations_fts",
  summary: "session_summaries_fts",
  memory: "memories_fts",
} as const;

type WordsColumn = `${keyof typeof INDEXES}_words`;

export function readScope(
  store: Store,
  projectKey: string | null,
  sources: readonly TextSource[],
): TextScope {
  const projects = store
    .query(
      `SELECT number, observations AS observation, summaries AS summary, memories AS memory,
         observation_words, summary_words, memory_words FROM text_projects
       WHERE $projectKey IS NULL OR project_key IN ($projectKey, '')`,
    )
    .all({ projectKey }) as (TextScope["projects"][number] & Record<WordsColumn, number>)[];
  const indexed = sources.filter((source) => source !== "prompt");
  let texts = 0;
  let words = 0;
  for (const project of projects)
    for (const source of indexed) {
      texts += project[source];
      words += project[`${source}_words`];
    }
  const summaries = projects.reduce((sum, project) => sum + project.summary, 0);
  return { projectKey, projects, texts, summaries, wordsOfText: texts === 0 ? 0 : words / texts };
}

/** Which texts are listed if there are more than the limit: reading the index backwards takes twice as long. */
export type PostingOrder = "newest" | "oldest";

/** Ids of texts with these words in a row, with any endings. */
export function textsWithPhrase(
  store: Store,
  source: TextSource,
  words: readonly string[],
  scope: TextScope,
  max: number,
  first: PostingOrder,
): number[] {
  const [word = ""] = words;
  const phrases = words.length === 1 ? formsOf(word) : [words.join(" ")];
  const match = phrases.map((phrase) => `"${phrase}"`).join(" OR ");
  if (source === "prompt") return promptsWith(store, match, scope.projectKey, max, first);
  const index = INDEXES[source];
  // As one JSON array: reading a thousand rows one by one takes longer.
  const list = store.query(
    `SELECT json_group_array(rowid & ${MAX_ID}) AS ids FROM (SELECT rowid FROM ${index}
       WHERE ${index} MATCH $match AND rowid BETWEEN $number << 32 AND ($number << 32) | ${MAX_ID}
       ORDER BY rowid ${ORDER[first]} LIMIT $max)`,
  );
  const ids: number[] = [];
  for (const { number, [source]: count } of scope.projects)
    if (count > 0) ids.push(...JSON.parse((list.get({ match, max, number }) as { ids: string }).ids));
  if (scope.projects.length > 1) ids.sort((a, b) => (first === "newest" ? b - a : a - b));
  return ids.slice(0, max);
}

/** The row id of an indexed text is its own id below the number of its project. */
const MAX_ID = 2 ** 32 - 1;
const ORDER = { newest: "DESC", oldest: "ASC" };

/** Prompts are in the ledger database, and their project is known by their session. */
function promptsWith(
  store: Store,
  match: string,
  projectKey: string | null,
  max: number,
  first: PostingOrder,
): number[] {
  const { ids } = store
    .query(
      `SELECT json_group_array(id) AS ids FROM (SELECT p.id FROM prompts_fts
         CROSS JOIN prompts p ON p.id = prompts_fts.rowid LEFT JOIN sessions s ON s.session_id = p.session_id
         WHERE prompts_fts MATCH $match AND p.indexed = 1 AND ($projectKey IS NULL OR s.project_key = $projectKey)
         ORDER BY prompts_fts.rowid ${ORDER[first]} LIMIT $max)`,
    )
    .get({ match, projectKey, max }) as { ids: string };
  return JSON.parse(ids) as number[];
}

interface TextRow {
  id: number;
  session: string | null;
  a: string;
  b: string;
  c: string;
}

/** SQL for the fields as columns a, b, c, and the weights of these fields. */
const FIELDS: Record<TextSource, readonly [sql: string, weights: readonly number[]]> = {
  observation: [
    "SELECT id, session_id AS session, title AS a, summary AS b, files AS c FROM observations",
    [1, 1, 1],
  ],
  summary: [
    "SELECT id, session_id AS session, request AS a, text AS b, '' AS c FROM session_summaries",
    [1, 1],
  ],
  prompt: ["SELECT id, session_id AS session, text AS a, '' AS b, '' AS c FROM prompts", [1]],
  memory: ["SELECT id, NULL AS session, title AS a, tags AS b, body AS c FROM memories", [1.5, 1.2, 1]],
};

export function readTexts(store: Store, source: TextSource, ids: readonly number[]): Text[] {
  return readWhere(store, source, "id", ids);
}

/** Those of these sessions. A session that still runs has none yet. */
export function readSummaries(store: Store, sessions: readonly string[]): Text[] {
  return readWhere(store, "summary", "session_id", sessions);
}

function readWhere(
  store: Store,
  source: TextSource,
  column: string,
  values: readonly (number | string)[],
): Text[] {
  if (values.length === 0) return [];
  const [sql, weights] = FIELDS[source];
  const rows = store
    .query(`${sql} WHERE ${column} IN (SELECT value FROM json_each($values))`)
    .all({ values: JSON.stringify(values) }) as TextRow[];
  return rows.map(({ id, session, a, b, c }) => {
    const isRepeated = source === "memory" && c.startsWith(a.replace(/…$/, ""));
    const fields = [a, b, c].slice(0, weights.length).map((field, n): readonly [string, number] => {
      const weight = weights[n] ?? 1;
      return [field, n === 0 && isRepeated ? weight - 1 : weight];
    });
    return { id, session, fields };
  });
}

/** For each of these observations, the last prompt before it. */
export function promptsOf(store: Store, observations: readonly number[]): Map<number, number> {
  const rows = store
    .query(
      `SELECT o.id, (SELECT p.id FROM prompts p WHERE p.session_id = o.session_id AND p.at <= o.at
         ORDER BY p.id DESC LIMIT 1) AS prompt
       FROM json_each($ids) j CROSS JOIN observations o ON o.id = j.value`,
    )
    .all({ ids: JSON.stringify(observations) }) as { id: number; prompt: number | null }[];
  return new Map(rows.flatMap(({ id, prompt }) => (prompt === null ? [] : [[id, prompt] as const])));
}

/** A scan without index reads no more texts; how long each can be is limited when it is recorded. */
const MAX_READ = 20_000;

/** Recent texts that contain any of these parts of words; `found` is how many of the parts. */
export function textsWithParts(
  store: Store,
  source: TextSource,
  parts: readonly string[],
  projectKey: string | null,
): { id: number; found: number }[] {
  const table = {
    observation: "observations",
    summary: "session_summaries",
    memory: "memories",
    prompt: "prompts",
  };
  const [sql] = FIELDS[source];
  const key =
    source === "prompt"
      ? "(SELECT project_key FROM sessions s WHERE s.session_id = t.session_id)"
      : "t.project_key";
  const keys = source === "memory" ? "($projectKey, '')" : "($projectKey)";
  return store
    .query(
      `SELECT id, (SELECT count(*) FROM json_each($parts) p WHERE instr(lower(a || char(10) || b || char(10) || c), p.value)) AS found
       FROM (${sql} WHERE id IN (SELECT id FROM ${table[source]} t WHERE $projectKey IS NULL OR ${key} IN ${keys}
         ORDER BY id DESC LIMIT ${MAX_READ}))
       WHERE found > 0 ORDER BY found DESC, id DESC LIMIT 200`,
    )
    .all({ parts: JSON.stringify(parts), projectKey }) as { id: number; found: number }[];
}
