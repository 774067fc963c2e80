// Decides whether a failure is older than the session, and records which checks blocked although that was not known.
import type { CheckRow } from "../../store/check-results.ts";
import type { Store } from "../../store/open.ts";

export type FailureAge =
  /** The check failed in the same way on the session's first tree: it only advises. */
  | "old"
  /** The failure is new, or baselines are switched off: it blocks. */
  | "new"
  /** The check has not run on the first tree yet: it may block once. */
  | "unknown"
  /** The check also failed at the start, but in another way: it may block once. */
  | "unclear"
  /** Unknown or unclear, and it has already blocked once. */
  | "held";

interface Evidence {
  /** The outcome on the session's first tree; null when unknown. */
  atStart: CheckRow["outcome"] | null;
  /** It failed in the same way there. */
  isSame: boolean;
  /** Some error lines are in files that the session changed. */
  isInOwnFiles: boolean;
  hasHeld: boolean;
}

export function judgeFailureAge({ atStart, isSame, isInOwnFiles, hasHeld }: Evidence): FailureAge {
  if (atStart === null) return hasHeld ? "held" : "unknown";
  if (isSame) return "old";
  if (atStart === "passed" || isInOwnFiles) return "new";
  return hasHeld ? "held" : "unclear";
}

/** Also true if lines have moved, or some errors were fixed. `roots`: folders in which the two runs may have been. */
export async function isSameFailure(
  now: CheckRow,
  atStart: CheckRow | null,
  roots: readonly string[],
): Promise<boolean> {
  if (atStart === null || atStart.outcome !== now.outcome) return false;
  if (atStart.fingerprint === now.fingerprint) return true;
  if (now.outcome !== "failed" || now.exit_code !== atStart.exit_code) return false;
  const logs = await Promise.all([now, atStart].map(readLog));
  const [output, outputAtStart] = logs.map((log) => log ?? "");
  if (!output || !outputAtStart) return false;
  const { isOldFailure } = await import("../../text/output/fingerprint-output.ts");
  return isOldFailure(output, outputAtStart, roots);
}

/** null when the log was removed, or never written. */
export async function readLog({ log_path: path }: CheckRow): Promise<string | null> {
  return path === null
    ? null
    : Bun.file(path)
        .text()
        .catch(() => null);
}

export function hasBlockedOnBaseline(store: Store, sessionId: string, key: string): boolean {
  return (
    store
      .query("SELECT 1 FROM baselines WHERE session_id = $sessionId AND key = $key AND held = 1")
      .get({ sessionId, key }) !== null
  );
}

/** Requests results on the first tree. Returns whether any of them is new. */
export function requestBaselines(
  store: Store,
  sessionId: string,
  keys: readonly string[],
  at: number,
): boolean {
  const insert = store.query(
    "INSERT INTO baselines (session_id, key, requested_at) VALUES ($sessionId, $key, $at) ON CONFLICT DO NOTHING",
  );
  return keys.map((key) => insert.run({ sessionId, key, at }).changes > 0).includes(true);
}

/** Records that the check blocked although its result on the first tree was not known, or was another failure. */
export function noteBlockOnBaseline(store: Store, sessionId: string, key: string, at: number): void {
  store
    .query(
      `INSERT INTO baselines (session_id, key, requested_at, held) VALUES ($sessionId, $key, $at, 1)
       ON CONFLICT (session_id, key) DO UPDATE SET held = 1`,
    )
    .run({ sessionId, key, at });
}

/** The requested results, each returned to one caller only. */
export function takeBaselines(store: Store, sessionId: string, at: number): string[] {
  const rows = store
    .query(
      "UPDATE baselines SET taken_at = $at WHERE session_id = $sessionId AND taken_at IS NULL RETURNING key",
    )
    .all({ sessionId, at }) as { key: string }[];
  return rows.map((row) => row.key);
}
