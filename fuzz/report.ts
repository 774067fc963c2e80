// The report of a fuzz run: how far it got, which outcomes it reached, what broke.

export interface Failure {
  /** Repeats this case with `--only`. */
  again: string;
  where: string;
  message: string;
  /** The smallest input found that breaks the same promise. */
  input: Uint8Array;
}

export interface Report {
  done: number;
  /** Counts by outcome, which show that the inputs reach every path. */
  outcomes: Map<string, number>;
  /** One per kind; `repeats` counts the others. */
  failures: Map<string, Failure & { repeats: number }>;
}

export interface FuzzOptions {
  seed: number;
  count: number;
  /** The first index. */
  from?: number;
  onProgress?: (report: Report) => void;
}

export function emptyReport(): Report {
  return { done: 0, outcomes: new Map(), failures: new Map() };
}

export function addOutcome(report: Report, outcome: string): void {
  report.outcomes.set(outcome, (report.outcomes.get(outcome) ?? 0) + 1);
}

/** Describes the first failure of a kind, which may take a while, and only counts the others. */
export async function addFailure(
  report: Report,
  describe: () => Promise<Failure>,
  kind: string,
): Promise<void> {
  const known = report.failures.get(kind);
  if (known) {
    known.repeats++;
    return;
  }
  const entry = { again: "", where: "", message: "", input: new Uint8Array(), repeats: 0 };
  report.failures.set(kind, entry);
  Object.assign(entry, await describe());
}
