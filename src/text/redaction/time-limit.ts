// Limits how long texts are searched for secrets. A hostile text can keep the rules busy for minutes; a text that cannot be
// searched in time is withheld.

/** In place of a text that there was no time to search. */
export const NOT_SEARCHED = "[redacted:not-searched]";

const MAX_CALL_MS = 1_000;
// From this length on, a hostile text can keep the rules busy for a second, so the watchdog is needed.
const LONG_TEXT = 16_000;
const LONG_MS = 100;

export const redactionTime = {
  /** For all texts of this process; a hook sets it. */
  leftMs: Number.POSITIVE_INFINITY,
  /** A text was withheld. */
  ranOut: false,
  /** Used so far. */
  usedMs: 0,
  /** Called before a long search; a hook sets it. */
  onLongSearch: () => {},
};

/** Without `performance`, whose first use is slow. */
export const nowMs = (): number => Bun.nanoseconds() / 1e6;

/** Must be called before a text of this length is searched by patterns. */
export function watchLongSearch(length: number): void {
  if (length > LONG_TEXT || redactionTime.usedMs > LONG_MS) redactionTime.onLongSearch();
}

/** Runs `search` on a text of this length; null when out of time. `search` must call `check` often, which throws then. */
export function searchInTime<T>(length: number, search: (check: () => void) => T): T | null {
  watchLongSearch(length);
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
    const usedMs = nowMs() - start;
    redactionTime.leftMs -= usedMs;
    redactionTime.usedMs += usedMs;
  }
}

const OUT_OF_TIME = new Error("out of time");
