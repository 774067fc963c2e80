// Did a check fail before the session changed anything? And which checks held a session although that is not known.
import type { Store } from "../../store/open.ts";

export type Baseline =
  /** It did: it only advises. */
  | "failed"
  /** It did not, or nobody asks: it holds. */
  | "passed"
  /** Not known yet: it may hold once. */
  | "unknown"
  /** Not known, and it has held on that already. */
  | "held";

interface Evidence {
  /** What the check said on the tree of the start, where that is known. */
  outcome: string | null;
  /** What it looks at has not changed since the start. */
  isUnchanged: boolean;
  hasHeld: boolean;
}

export function judgeBaseline({ outcome, isUnchanged, hasHeld }: Evidence): Baseline {
  if (isUnchanged || outcome === "failed") return "failed";
  if (outcome === "passed") return "passed";
  return hasHeld ? "held" : "unknown";
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
