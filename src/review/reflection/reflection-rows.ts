// One reflection per session; a later one replaces it.
import type { Store } from "../../store/open.ts";

export interface ReflectionRow {
  session_id: string;
  project_dir: string | null;
  project_key: string | null;
  transcript_path: string;
  trigger: string;
  /** How many messages the session had. */
  messages: number;
  /** JSON, as are `trace` and `patterns`. */
  metrics: string;
  trace: string | null;
  patterns: string;
  at: number;
  /** When the person was shown its findings. */
  announced_at: number | null;
}

export function upsertReflection(store: Store, row: ReflectionRow): void {
  store
    .query(
      `INSERT OR REPLACE INTO reflections (session_id, project_dir, project_key, transcript_path, trigger, messages,
         metrics, trace, patterns, at, announced_at)
       VALUES ($session_id, $project_dir, $project_key, $transcript_path, $trigger, $messages, $metrics, $trace,
         $patterns, $at, $announced_at)`,
    )
    .run({ ...row });
}

export function findReflection(store: Store, sessionId: string): ReflectionRow | null {
  return store
    .query("SELECT * FROM reflections WHERE session_id = $sessionId")
    .get({ sessionId }) as ReflectionRow | null;
}

/** Counts the undecided findings that were not announced yet, and marks them as announced. */
export function announceFindings(store: Store, projectDir: string, at: number): number {
  const waiting = "project_dir = $projectDir AND announced_at IS NULL";
  const { n } = store
    .query(
      `SELECT count(*) AS n FROM findings WHERE status = 'new'
         AND session_id IN (SELECT session_id FROM reflections WHERE ${waiting})`,
    )
    .get({ projectDir }) as { n: number };
  if (n > 0)
    store.query(`UPDATE reflections SET announced_at = $at WHERE ${waiting}`).run({ projectDir, at });
  return n;
}
