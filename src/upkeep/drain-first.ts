// Before the inbox is shown, or sessions are sent to other machines: records what was said and done since the last drain.
import type { Environment } from "../config/environment.ts";
import { findTriageCursor } from "../memory/inbox/triage-cursors.ts";
import { fileKey } from "../recording/ingest/ingest-rows.ts";
import { listUnseenEnds } from "../recording/observations/summaries.ts";
import { hasWaitingCalls } from "../recording/queue/pending-queue.ts";
import { recordFault } from "../store/fault-log.ts";
import type { Store } from "../store/open.ts";
import { hasUnindexedPrompts } from "../store/prompts.ts";
import { listNewestTranscripts } from "../store/sessions.ts";
import { errorMessage } from "../text/unknown-values.ts";

/** A drain ends soon. An ingest, which has the same lock, may take minutes: then the inbox is shown as it is. */
const MAX_WAIT_MS = 1000;
const POLL_MS = 20;
const MAX_SESSIONS = 5;
const DAY = 24 * 3_600_000;
/** The time of a file may be some milliseconds behind the clock. */
const FILE_TIME_MS = 20;

/** Does nothing if nothing is new. Never throws: an older inbox is better than none. */
export async function drainFirst(env: Environment, store: Store, maxWaitMs = MAX_WAIT_MS): Promise<void> {
  try {
    if (!hasNews(store)) return;
    const { processNew } = await import("./drain-queue.ts");
    for (const until = Date.now() + maxWaitMs; ; await Bun.sleep(POLL_MS)) {
      const { busy } = await processNew(env, store);
      if (!busy || Date.now() > until) return;
    }
  } catch (error) {
    const message = errorMessage(error);
    await recordFault(env, { part: "drain", message, event: null, sessionId: null });
  }
}

function hasNews(store: Store): boolean {
  return (
    hasWaitingCalls(store) ||
    hasUnindexedPrompts(store) ||
    listUnseenEnds(store, Date.now() - DAY).length > 0 ||
    listNewestTranscripts(store, MAX_SESSIONS).some((path) => hasGrown(store, path))
  );
}

/** The end of a file may be half a line, which no triage can read. */
function hasGrown(store: Store, path: string): boolean {
  const { size, lastModified } = Bun.file(path);
  const { offset, readAt } = findTriageCursor(store, fileKey(path)) ?? { offset: 0, readAt: 0 };
  return size > 0 && size !== offset && lastModified >= readAt - FILE_TIME_MS;
}
