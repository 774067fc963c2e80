// A stop looks at a bounded part of what is new: all of it where that is little, else its end. The rest is the drain's.
import { inMemoryTransaction } from "../store/in-transaction.ts";
import { fileKey } from "../store/ingest-cursors.ts";
import type { Store } from "../store/open.ts";
import { findTriageCursor, type TriageCursorRow } from "../store/triage-cursors.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import type { TriageOptions } from "../triage/options.ts";
import { triageItems } from "../triage/triage.ts";
import { cleanRead } from "./clean-read.ts";
import { cleanFound, keepFound } from "./keep-found.ts";
import { type Gain, type LookedAt, lookThrough, readFrom } from "./look-through.ts";

/** What people and Claude say in a turn fits well; a turn that printed more is looked at from its end. */
const MOST_BYTES = 512 * 1024;

const LOOK_AGAIN_MS = 15;
const LONGEST_LAG_MS = 250;
const FRESH_MS = 500;

const SPOKEN: readonly TranscriptItem["kind"][] = [
  "prompt",
  "queued-prompt",
  "slash-command",
  "rejection",
  "answers",
  "assistant-text",
  "compaction-summary",
];

interface Read {
  /** null when this is only the end of what is new. */
  gain: Gain | null;
  items: TranscriptItem[];
}

export interface StopLook extends LookedAt {
  /** Most messages of the person and of Claude; what tools printed between them is not counted. */
  maxMessages: number;
  /** The transcript has come to Claude's last words. */
  isWhole(items: readonly TranscriptItem[]): boolean;
  /** For when it does not come to them in time. */
  lastWords: TranscriptItem;
}

export async function lookAtStop(store: Store, look: StopLook, options: TriageOptions): Promise<void> {
  const { gain, items } = await readWhole(store, look);
  const missing = look.isWhole(items) ? [] : [look.lastWords];
  if (gain && countSpoken(items) <= look.maxMessages) {
    await lookThrough(store, look, gain, options, missing);
    return;
  }
  const recent = lastSpoken([...items, ...missing], look.maxMessages);
  const triage = triageItems(await cleanRead(recent), {
    ...options,
    // What the whole session did is not seen from its end.
    off: [...(options.off ?? []), "SESSION_SUMMARY"],
  });
  const { rows } = await cleanFound(triage);
  const { sessionId, projectKey } = look;
  inMemoryTransaction(store, () => keepFound(store, rows, { sessionId, projectKey, at: Date.now() }));
}

/** Waits a moment for a client that has not written everything down yet. */
async function readWhole(store: Store, { path, isWhole }: StopLook): Promise<Read> {
  const before = findTriageCursor(store, fileKey(path));
  for (const until = Bun.nanoseconds() + LONGEST_LAG_MS * 1e6; ; await Bun.sleep(LOOK_AGAIN_MS)) {
    const read = await readNew(before, path);
    if (isWhole(read.items) || !isFresh(path) || Bun.nanoseconds() >= until) return read;
  }
}

async function readNew(before: TriageCursorRow | null, path: string): Promise<Read> {
  const from = before?.offset ?? 0;
  if (Bun.file(path).size - from <= MOST_BYTES) {
    const gain = await readFrom(before, path, MOST_BYTES);
    if (gain.problem) return { gain: null, items: [] };
    if (!gain.more) return { gain, items: gain.items };
  }
  return { gain: null, items: await readEnd(from, path) };
}

/** One that is not there may be about to be written. */
function isFresh(path: string): boolean {
  const file = Bun.file(path);
  return file.size === 0 || Date.now() - file.lastModified < FRESH_MS;
}

/** Never what was looked at before: it may have been forgotten on purpose. */
async function readEnd(from: number, path: string): Promise<TranscriptItem[]> {
  const { readTail } = await import("../transcript/read-tail.ts");
  const { items } = await readTail(path, { maxBytes: MOST_BYTES });
  return items.filter(({ offset }) => offset >= from);
}

function countSpoken(items: readonly TranscriptItem[]): number {
  let count = 0;
  for (const { kind } of items) if (SPOKEN.includes(kind)) count++;
  return count;
}

function lastSpoken(items: readonly TranscriptItem[], most: number): TranscriptItem[] {
  let left = most;
  let from = items.length;
  while (from > 0 && left > 0) if (SPOKEN.includes(items[--from]?.kind ?? "prompt")) left--;
  return items.slice(from);
}
