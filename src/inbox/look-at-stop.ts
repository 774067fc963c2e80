// A stop looks at a bounded part of what is new: all of it where that is little, else its end. The rest is the drain's.
import { inMemoryTransaction } from "../store/in-transaction.ts";
import { fileKey } from "../store/ingest-cursors.ts";
import type { Store } from "../store/open.ts";
import { findTriageCursor } from "../store/triage-cursors.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import type { TriageOptions } from "../triage/options.ts";
import { triageItems } from "../triage/triage.ts";
import { cleanItems } from "./clean-items.ts";
import { keepFound } from "./keep-found.ts";
import { type Gain, type LookedAt, lookThrough, readGain } from "./look-through.ts";

/** What people and Claude say in a turn fits well; a turn that printed more is looked at from its end. */
const MOST_BYTES = 512 * 1024;

const LOOK_AGAIN_MS = 15;
const LONGEST_LAG_MS = 250;
const FRESH_MS = 500;

const SPOKEN = new Set<TranscriptItem["kind"]>([
  "prompt",
  "queued-prompt",
  "slash-command",
  "rejection",
  "answers",
  "assistant-text",
  "compaction-summary",
]);

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
    lookThrough(store, look, gain, options, missing);
    return;
  }
  const recent = lastSpoken([...items, ...missing], look.maxMessages);
  const { candidates } = triageItems(cleanItems(recent), {
    ...options,
    // What the whole session did is not seen from its end.
    off: [...(options.off ?? []), "SESSION_SUMMARY"],
  });
  const { sessionId, projectKey } = look;
  inMemoryTransaction(store, () => keepFound(store, candidates, { sessionId, projectKey, at: Date.now() }));
}

/** Waits a moment for a client that has not written everything down yet. */
async function readWhole(store: Store, { path, isWhole }: StopLook): Promise<Read> {
  for (const until = performance.now() + LONGEST_LAG_MS; ; await Bun.sleep(LOOK_AGAIN_MS)) {
    const read = await readNew(store, path);
    if (isWhole(read.items) || !isFresh(path) || performance.now() >= until) return read;
  }
}

async function readNew(store: Store, path: string): Promise<Read> {
  if (isLittle(store, path)) {
    const gain = await readGain(store, path, MOST_BYTES);
    if (gain.problem) return { gain: null, items: [] };
    if (!gain.more) return { gain, items: gain.items };
  }
  return { gain: null, items: await readEnd(store, path) };
}

/** One that is not there may be about to be written. */
function isFresh(path: string): boolean {
  const file = Bun.file(path);
  return file.size === 0 || Date.now() - file.lastModified < FRESH_MS;
}

function isLittle(store: Store, path: string): boolean {
  return Bun.file(path).size - lookedUpTo(store, path) <= MOST_BYTES;
}

/** Never what was looked at before: it may have been forgotten on purpose. */
async function readEnd(store: Store, path: string): Promise<TranscriptItem[]> {
  const { readTail } = await import("../transcript/read-tail.ts");
  const { items } = await readTail(path, { maxBytes: MOST_BYTES });
  const from = lookedUpTo(store, path);
  return items.filter(({ offset }) => offset >= from);
}

function lookedUpTo(store: Store, path: string): number {
  return findTriageCursor(store, fileKey(path))?.offset ?? 0;
}

function countSpoken(items: readonly TranscriptItem[]): number {
  let count = 0;
  for (const { kind } of items) if (SPOKEN.has(kind)) count++;
  return count;
}

function lastSpoken(items: readonly TranscriptItem[], most: number): TranscriptItem[] {
  let left = most;
  let from = items.length;
  while (from > 0 && left > 0) if (SPOKEN.has(items[--from]?.kind ?? "prompt")) left--;
  return items.slice(from);
}
