import type { GatedEvent } from "../../protocol/hook-event.ts";
import { lastStop } from "../../store/decisions.ts";
import type { Store } from "../../store/open.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { lastTurnItem, readTail, type TailRead } from "../../transcript/read-tail.ts";
import { hasAllCalls } from "../../worktree/transcript-delta.ts";
import { type ActivityEntry, type RecentActivity, SessionActivity } from "./session-activity.ts";

/** Usually enough for a change, the tests after it and the last message. */
const FIRST_BYTES = 8 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;
/** By then the client has written every call before the last message. */
const MAX_LAG_MS = 1200;
const POLL_MS = 20;

/** Reads a transcript from its end, back to the last run and a change before it. */
export async function readRecentActivity(
  store: Store,
  event: GatedEvent,
  minBytes = FIRST_BYTES,
): Promise<RecentActivity> {
  const path = event.transcriptPath;
  if (path === null) return { entries: [], isWhole: false, isComplete: false };
  const lastStopAt = event.sessionId === null ? 0 : (lastStop(store, event.sessionId)?.at ?? 0);
  const isUpToDate = (items: readonly TranscriptItem[]) => hasAllCalls(event, items, lastStopAt);
  let { tail, maxBytes } = await readEnd(path, minBytes, isUpToDate);
  const isComplete = tail.problem === null && isUpToDate(tail.items);
  for (;;) {
    const activity = new SessionActivity();
    for (const item of tail.items) activity.follow(item);
    const { entries } = activity;
    const isWhole = tail.from === 0 && tail.problem === null;
    maxBytes *= 4;
    if (!isComplete || isWhole || maxBytes > MAX_BYTES || isEnough(entries, lastCutResult(tail)))
      return { entries, isWhole, isComplete };
    tail = await readTail(path, { maxBytes });
  }
}

/** Waits until the client has written the last calls, so that no run is missed. */
async function readEnd(
  path: string,
  minBytes: number,
  isUpToDate: (items: readonly TranscriptItem[]) => boolean,
): Promise<{ tail: TailRead; maxBytes: number }> {
  let maxBytes = minBytes;
  for (const waitUntil = performance.now() + MAX_LAG_MS; ; ) {
    const tail = await readTail(path, { maxBytes });
    if (tail.problem !== null || isUpToDate(tail.items)) return { tail, maxBytes };
    // The last line may be longer than the bytes read.
    if (lastTurnItem(tail.items) === undefined && tail.from > 0 && maxBytes * 4 <= MAX_BYTES) maxBytes *= 4;
    else if (performance.now() >= waitUntil) return { tail, maxBytes };
    else await Bun.sleep(POLL_MS);
  }
}

/** Where the last result stands whose call lies before what was read: what that call did is not known yet. */
function lastCutResult({ items, from }: TailRead): number {
  const cut = items.findLast((item) => item.kind === "tool-result" && item.call === null);
  return from === 0 ? -1 : (cut?.offset ?? -1);
}

function isEnough(entries: readonly ActivityEntry[], cutAt: number): boolean {
  const run = entries.findLastIndex(({ kind }) => kind === "run");
  return entries
    .slice(0, Math.max(run, 0))
    .some(({ kind, offset }) => offset > cutAt && (kind === "edit" || kind === "unseen"));
}
