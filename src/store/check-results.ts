import type { Store } from "./open.ts";

/** The result of one command on one state of the tree. */
export interface CheckRow {
  key: string;
  project_dir: string;
  stage: string;
  /** Without secrets. */
  command: string;
  outcome: "passed" | "failed" | "timeout" | "missing" | "killed";
  exit_code: number | null;
  /** The excerpt of the output that shows what failed. */
  telling: string;
  fingerprint: string;
  log_path: string | null;
  duration_ms: number;
  at: number;
}

export function findCheck(store: Store, key: string): CheckRow | null {
  return store.query("SELECT * FROM check_results WHERE key = $key").get({ key }) as CheckRow | null;
}

/** The result of running a session's new tests on its old source. */
export interface NewTestsRow extends Omit<CheckRow, "outcome"> {
  /** "weak": some also pass there. "unsure": nothing can be said. */
  outcome: "passed" | "weak" | "unsure";
}

const NEW_TESTS = "new-tests-";

/** By the fingerprint of the tree with the new source. */
export function newTestsKey(treeFingerprint: string): string {
  return `${NEW_TESTS}${treeFingerprint}`;
}

export function findNewTestsResult(store: Store, treeFingerprint: string): NewTestsRow | null {
  const key = newTestsKey(treeFingerprint);
  return store.query("SELECT * FROM check_results WHERE key = $key").get({ key }) as NewTestsRow | null;
}

export function findLastNewTests(store: Store, projectDir: string): NewTestsRow | null {
  return store
    .query(
      "SELECT * FROM check_results WHERE project_dir = $projectDir AND key GLOB $keys ORDER BY at DESC LIMIT 1",
    )
    .get({ projectDir, keys: `${NEW_TESTS}*` }) as NewTestsRow | null;
}

/** Duration of the last run of a command; null when it never ran. */
export function lastDuration(store: Store, projectDir: string, command: string): number | null {
  const row = store
    .query(
      `SELECT duration_ms FROM check_results WHERE project_dir = $projectDir AND command = $command
       ORDER BY at DESC LIMIT 1`,
    )
    .get({ projectDir, command }) as { duration_ms: number } | null;
  return row?.duration_ms ?? null;
}

export function saveCheck(store: Store, row: CheckRow | NewTestsRow): void {
  store
    .query(
      `INSERT OR REPLACE INTO check_results (key, project_dir, stage, command, outcome, exit_code, telling,
         fingerprint, log_path, duration_ms, at)
       VALUES ($key, $project_dir, $stage, $command, $outcome, $exit_code, $telling, $fingerprint, $log_path,
         $duration_ms, $at)`,
    )
    .run({ ...row });
}

export function dropChecksBefore(store: Store, before: number): void {
  store.query("DELETE FROM check_results WHERE at < $before").run({ before });
  store.query("DELETE FROM baselines WHERE requested_at < $before").run({ before });
}

/** The newest result of each command, newest first, without those of new tests. */
export function latestChecks(store: Store, projectDir: string, since: number, limit: number): CheckRow[] {
  return store
    .query(
      `SELECT *, MAX(at) FROM check_results WHERE project_dir = $projectDir AND at >= $since
         AND key NOT GLOB $newTests
       GROUP BY command ORDER BY at DESC, command LIMIT $limit`,
    )
    .all({ projectDir, since, limit, newTests: `${NEW_TESTS}*` }) as CheckRow[];
}
