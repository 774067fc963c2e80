// A stop looks for what is plain in a bounded part of what is new: all of it where that is little, else its end. It has a
// place of its own in the transcript: the drain looks at the same again, closely.

import { fileKey } from "../../recording/ingest/ingest-rows.ts";
import { inMemoryTransaction } from "../../store/in-transaction.ts";
import type { Store } from "../../store/open.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { TriageOptions } from "../triage/options.ts";
import { findPlain } from "../triage/plain-findings.ts";
import { parseState } from "../triage/state.ts";
import { cleanRead } from "./clean-read.ts";
import { cleanCandidates, keepFound } from "./keep-found.ts";
import { type Gain, type LookedAt, readFrom, toRow } from "./read-gain.ts";
import {
  findTriageCursor,
  findTriageState,
  saveTriageCursor,
  type TriageCursorRow,
} from "./triage-cursors.ts";

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
  const said = look.isWhole(items) ? items : [...items, look.lastWords];
  const isAll = gain !== null && countSpoken(items) <= look.maxMessages;
  const looked = await cleanRead(isAll ? said : lastSpoken(said, look.maxMessages));
  const rows = await cleanCandidates(
    findPlain(looked, isAll ? known(store, look, gain, options) : atEnd(options)),
  );
  const { sessionId, projectKey, path } = look;
  const at = Date.now();
  inMemoryTransaction(store, () => {
    if (isAll) saveTriageCursor(store, toRow(placeOfStops(path), gain.cursor, at));
    keepFound(store, rows, { sessionId, projectKey, at });
  });
}

function placeOfStops(path: string): string {
  return `stop:${fileKey(path)}`;
}

/** Where the last look ended, of a stop or of the drain. */
function furthest(store: Store, path: string): TriageCursorRow | null {
  const own = findTriageCursor(store, placeOfStops(path));
  const drains = findTriageCursor(store, fileKey(path));
  return (own?.offset ?? 0) > (drains?.offset ?? 0) ? own : drains;
}

/** With what the last look of the drain knew. */
function known(
  store: Store,
  { path, sessionId }: StopLook,
  { restarted }: Gain,
  options: TriageOptions,
): TriageOptions {
  const state = parseState(restarted ? null : findTriageState(store, fileKey(path)));
  return { ...options, state, sessionId };
}

/** What the whole session did is not seen from its end. */
function atEnd(options: TriageOptions): TriageOptions {
  return { ...options, off: [...(options.off ?? []), "SESSION_SUMMARY"] };
}

/** Waits a moment for a client that has not written everything down yet. */
async function readWhole(store: Store, { path, isWhole }: StopLook): Promise<Read> {
  const before = furthest(store, path);
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
  const { readTail } = await import("../../transcript/read-tail.ts");
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
