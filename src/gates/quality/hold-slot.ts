// One run of checks in the background for each project; a newer turn ends an older run.

import type { Store } from "../../store/open.ts";
import { beatRun, endRun, isRunWanted, startRun, wantRun } from "./background-runs.ts";

const LOOK_AGAIN_MS = 300;
const WAIT_MS = 60_000;

/** null when a newer turn wants the place, before or while the work runs. `isCurrent` says so for other reasons. */
export async function holdSlot<T>(
  store: Store,
  projectDir: string,
  isCurrent: () => boolean,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const token = crypto.randomUUID();
  const isWanted = () => isRunWanted(store, projectDir, token) && isCurrent();
  wantRun(store, projectDir, token, Date.now());
  for (const until = Date.now() + WAIT_MS; !startRun(store, projectDir, token, Date.now()); ) {
    if (!isWanted() || Date.now() > until) return null;
    await Bun.sleep(LOOK_AGAIN_MS);
  }
  const superseded = new AbortController();
  const watch = setInterval(() => {
    if (isWanted()) beatRun(store, projectDir, token, Date.now());
    else superseded.abort();
  }, LOOK_AGAIN_MS);
  try {
    const result = await work(superseded.signal);
    return superseded.signal.aborted || !isWanted() ? null : result;
  } finally {
    clearInterval(watch);
    endRun(store, projectDir, token);
  }
}
