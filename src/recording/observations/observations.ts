// Observations of tool calls: types, rows and SQL.
import type { Store } from "../../store/open.ts";
import { clipLine } from "../../text/clip.ts";
import { indexForm } from "../../text/query-words.ts";
import type { Call } from "../capture/redact-call.ts";
import type { Run } from "../runs/run.ts";

export const KINDS = ["change", "command", "failure", "fix", "test", "commit", "search", "decision"] as const;

export type Kind = (typeof KINDS)[number];

/** What one tool call did. */
export interface Observation {
  kind: Kind;
  /** One line. */
  title: string;
  summary: string;
  files: string[];
  /** Shared by a failure and the call that fixes it, such as the command. */
  subject: string | null;
  result: "passed" | "failed" | null;
  /** The checks that the call ran. */
  run?: Run | null;
}

/** A tool call as it was recorded. */
export interface RecordedCall extends Omit<Call, "agentId" | "durationMs" | "checkPlace"> {
  files: string[];
}

export interface ObservationRow {
  id: number;
  session_id: string;
  project_key: string | null;
  tool_use_id: string | null;
  kind: Observation["kind"];
  title: string;
  summary: string;
  /** JSON list of paths. */
  files: string;
  subject: string | null;
  result: Observation["result"];
  fixed_by: number | null;
  at: number;
  /** JSON of a `TestResult`, from the run's row. */
  tests: string | null;
}

const MAX_SESSIONS = 20;
const MAX_TITLE = 140;

export interface NewObservation extends Observation {
  sessionId: string;
  projectKey: string | null;
  toolUseId: string | null;
  at: number;
}

export function createObservation(
  kind: Kind,
  title: string,
  fields: Partial<Omit<Observation, "kind" | "title">>,
): Observation {
  const empty = { summary: "", files: [], subject: null, result: null };
  return { kind, title: clipLine(title, MAX_TITLE), ...empty, ...fields };
}

/** Returns the new row's id; null when this call was observed before. */
export function insertObservation(store: Store, { run: _, files, ...row }: NewObservation): number | null {
  const inserted = store
    .query(
      `INSERT INTO observations (session_id, project_key, tool_use_id, kind, title, summary, files, subject, result, at, parts, words)
       VALUES ($sessionId, $projectKey, $toolUseId, $kind, $title, $summary, $files, $subject, $result, $at, $parts, $words)
       ON CONFLICT (tool_use_id) DO NOTHING`,
    )
    .run({
      ...row,
      files: JSON.stringify(files),
      ...indexForm(row.title, row.summary, ...files),
    });
  return inserted.changes === 0 ? null : Number(inserted.lastInsertRowid);
}

/** The failures of a command in a session that are not fixed yet, oldest first. */
export function listOpenFailures(store: Store, sessionId: string, subject: string): ObservationRow[] {
  return store
    .query(
      // Without this index, each call would scan a whole session without failures.
      `SELECT * FROM observations INDEXED BY observations_unfixed
       WHERE session_id = $sessionId AND kind = 'failure' AND fixed_by IS NULL AND subject = $subject ORDER BY at, id`,
    )
    .all({ sessionId, subject }) as ObservationRow[];
}

export function markFixed(store: Store, id: number, by: number): void {
  store.query("UPDATE observations SET fixed_by = $by WHERE id = $id").run({ id, by });
}

/** In the order of events. */
export function listObservations(store: Store, sessionId: string, max = 5000): ObservationRow[] {
  return store
    .query(
      `SELECT id, session_id, project_key, tool_use_id, kind, title, summary, files, subject, result, fixed_by, at,
         (SELECT json_object('state', state, 'passed', passed, 'failed', failed, 'skipped', skipped,
            'runners', json_array(check_name)) FROM runs
          WHERE runs.tool_use_id = observations.tool_use_id AND evidence = 'summary' AND kind = 'tests') AS tests
       FROM observations WHERE session_id = $sessionId ORDER BY at, id LIMIT $max`,
    )
    .all({ sessionId, max }) as ObservationRow[];
}

/** Commands of a project's last sessions, except the observation `except`. */
export function listProjectCommands(
  store: Store,
  projectKey: string | null,
  except: { sessionId: string; id: number },
): string[] {
  const rows = store
    .query(
      `SELECT DISTINCT subject FROM observations WHERE subject IS NOT NULL AND kind <> 'search' AND id <> $id
         AND (session_id = $sessionId OR session_id IN (SELECT session_id FROM sessions
           WHERE project_key = $projectKey ORDER BY last_seen_at DESC LIMIT ${MAX_SESSIONS}))
       LIMIT 2000`,
    )
    .all({ ...except, projectKey }) as { subject: string }[];
  return rows.map(({ subject }) => subject);
}

/** Distinct files changed after an observation. */
export function listFilesChangedAfter(store: Store, sessionId: string, id: number): string[] {
  const rows = store
    .query(
      `SELECT DISTINCT value AS file FROM observations, json_each(files)
       WHERE session_id = $sessionId AND observations.id > $id AND kind = 'change' ORDER BY file LIMIT 20`,
    )
    .all({ sessionId, id }) as { file: string }[];
  return rows.map((row) => row.file);
}
