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

type Failure = Pick<CheckRow, "outcome" | "fingerprint">;

interface Evidence {
  now: Failure;
  /** What the check said on the tree of the start, where that is known. */
  atStart: Failure | null;
  /** Some of the error lines lie in files that the session changed. */
  isInOwnFiles: boolean;
  hasHeld: boolean;
}

export function judgeBaseline({ now, atStart, isInOwnFiles, hasHeld }: Evidence): Baseline {
  if (atStart === null) return hasHeld ? "held" : "unknown";
  if (atStart.outcome === now.outcome && atStart.fingerprint === now.fingerprint) return "old";
  if (atStart.outcome === "passed" || isInOwnFiles) return "new";
  return hasHeld ? "held" : "unclear";
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
