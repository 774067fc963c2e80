// What a fuzz run tells: how far it came, what it reached, what broke.

export interface Failure {
  /** For `--only`: makes this one case again. */
  again: string;
  where: string;
  message: string;
  /** The smallest input found that breaks the same promise. */
  input: Uint8Array;
}

export interface Report {
  done: number;
  /** Outcome → how often. Shows that the inputs reach every way through the program. */
  outcomes: Map<string, number>;
  /** One for each kind; `repeats` counts the others. */
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

/** The first of a kind is described (which may take a while), the others only counted. */
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
