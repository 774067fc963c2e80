// Did a check fail before the session changed anything?

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
