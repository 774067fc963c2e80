// How long texts may be searched for secrets. Text that was made for it keeps the rules busy for minutes; what could not be
// searched in time is withheld whole.

const MAX_CALL_MS = 1_000;
// From here on somebody should watch: text made for it keeps the rules busy for a second from this length on.
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

/** Not `performance`, which the engine would have to make first. */
export const nowMs = (): number => Bun.nanoseconds() / 1e6;

/** Before a text so long is searched by whatever patterns. */
export function watchLongSearch(length: number): void {
  if (length > LONG_TEXT || redactionTime.usedMs > LONG_MS) redactionTime.onLongSearch();
}

/** Runs `search` of a text so long; it is to call `check` often, which throws when time is up. null then. */
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
