// Is a failure older than the session? And which checks held a session although that is not known.
import type { CheckRow } from "../../store/check-results.ts";
import type { Store } from "../../store/open.ts";

export type Baseline =
  /** The same failure was seen on the tree of the start: it only advises. */
  | "old"
  /** It was not, or nobody asks: it holds. */
  | "new"
  /** Nobody has looked yet: it may hold once. */
  | "unknown"
  /** The check failed at the start as well, but in another way: it may hold once. */
  | "unclear"
  /** Not known or unclear, and it has held on that already. */
  | "held";

interface Evidence {
  /** What came of the check on the tree of the start, where that is known. */
  atStart: CheckRow["outcome"] | null;
  /** It failed there in the same way. */
  isSame: boolean;
  /** Some of the error lines lie in files that the session changed. */
  isInOwnFiles: boolean;
  hasHeld: boolean;
}

export function judgeBaseline({ atStart, isSame, isInOwnFiles, hasHeld }: Evidence): Baseline {
  if (atStart === null) return hasHeld ? "held" : "unknown";
  if (isSame) return "old";
  if (atStart === "passed" || isInOwnFiles) return "new";
  return hasHeld ? "held" : "unclear";
}

/** Also when lines have moved, or some of it was fixed. `roots`: folders that the two may have run in. */
export async function isSameFailure(
  now: CheckRow,
  atStart: CheckRow | null,
  roots: readonly string[],
): Promise<boolean> {
  if (atStart === null || atStart.outcome !== now.outcome) return false;
  if (atStart.fingerprint === now.fingerprint) return true;
  if (now.outcome !== "failed" || now.exit_code !== atStart.exit_code) return false;
  const logs = await Promise.all([now, atStart].map(readLog));
  const [said, saidThen] = logs.map((log) => log ?? "");
  if (!said || !saidThen) return false;
  const { isOldFailure } = await import("../../text/output/fingerprint-output.ts");
  return isOldFailure(said, saidThen, roots);
}

/** null when it was removed meanwhile, or never written. */
export async function readLog({ log_path: path }: CheckRow): Promise<string | null> {
  return path === null
    ? null
    : Bun.file(path)
        .text()
        .catch(() => null);
}

export function hasHeldOn(store: Store, sessionId: string, key: string): boolean {
  return (
    store
      .query("SELECT 1 FROM baselines WHERE session_id = $sessionId AND key = $key AND held = 1")
      .get({ sessionId, key }) !== null
  );
}

/** A block was given on it; from now on somebody finds out whether it was right. */
export function holdOnBaseline(store: Store, sessionId: string, key: string, at: number): void {
  store
    .query(
      `INSERT INTO baselines (session_id, key, requested_at, held) VALUES ($sessionId, $key, $at, 1)
       ON CONFLICT (session_id, key) DO UPDATE SET held = 1`,
    )
    .run({ sessionId, key, at });
}

/** The results that are asked for, each given to one asker only. */
export function takeBaselines(store: Store, sessionId: string, at: number): string[] {
  const rows = store
    .query(
      "UPDATE baselines SET taken_at = $at WHERE session_id = $sessionId AND taken_at IS NULL RETURNING key",
    )
    .all({ sessionId, at }) as { key: string }[];
  return rows.map((row) => row.key);
}
