// How long texts may be searched for secrets. Text that was made for it keeps the rules busy for minutes; what could not be
// searched in time is withheld whole.

const MAX_CALL_MS = 1_000;

export const redactionTime = {
  /** For all texts of this process; a hook sets it. */
  leftMs: Number.POSITIVE_INFINITY,
  /** A text was withheld. */
  ranOut: false,
};

/** Not `performance`, which the engine would have to make first. */
export const nowMs = (): number => Bun.nanoseconds() / 1e6;

/** Runs `search`, which is to call `check` often: it throws when time is up. null then. */
export function searchInTime<T>(search: (check: () => void) => T): T | null {
  const start = nowMs();
  const until = start + Math.min(MAX_CALL_MS, redactionTime.leftMs);
  try {
    return search(() => {
      if (nowMs() > until) throw OUT_OF_TIME;
    });
  } catch (error) {
    if (error !== OUT_OF_TIME) throw error;
    redactionTime.ranOut = true;
    return null;
  } finally {
    redactionTime.leftMs -= nowMs() - start;
  }
}

const OUT_OF_TIME = new Error("out of time");
