// Triage at a stop, limited to the end of what is new in the transcript. It has its own cursor; the background triage later
// reads all of it.
import { fileKey } from "../../recording/ingest/ingest-rows.ts";
import { inMemoryTransaction, type Store } from "../../store/open.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { type Cursor, readSince, type SinceRead } from "../../transcript/read-since.ts";
import { type TriageOptions, triageItems } from "../triage/triage-items.ts";
import { prepareItems } from "./prepare-items.ts";
import { recordEvents, redactEvents } from "./record-candidates.ts";
import {
  findTriageCursor,
  loadTriageState,
  type SessionTranscript,
  saveTriageCursor,
} from "./triage-transcript.ts";

/** Enough for the messages of a turn; of a turn with more output, only the end is triaged. */
const MAX_BYTES = 512 * 1024;
const POLL_MS = 15;
const MAX_WAIT_MS = 250;
/** A file not written to for longer than this is complete. */
const FRESH_MS = 500;

const MESSAGES: readonly TranscriptItem["kind"][] = [
  "prompt",
  "queued-prompt",
  "slash-command",
  "rejection",
  "answers",
  "assistant-text",
  "compaction-summary",
];

interface NewPart {
  items: readonly TranscriptItem[];
  /** null when `items` is only the end of what is new. */
  whole: SinceRead | null;
}

export interface StopTranscript extends SessionTranscript {
  /** Messages of the person and of Claude, without tool output. */
  maxMessages: number;
  /** Whether the transcript includes Claude's last message. */
  isComplete(items: readonly TranscriptItem[]): boolean;
}

export async function triageAtStop(
  store: Store,
  transcript: StopTranscript,
  options: TriageOptions,
): Promise<void> {
  const { path, sessionId, maxMessages } = transcript;
  const { items, whole } = lastMessages(await readWhenComplete(store, transcript), maxMessages);
  const used: TriageOptions = whole
    ? { ...options, state: loadTriageState(store, path, whole), sessionId }
    : // The end of a session does not show what the whole session did.
      { ...options, off: [...(options.off ?? []), "SESSION_SUMMARY"] };
  const triage = triageItems(await prepareItems(items), used);
  const events = await redactEvents(triage.events);
  inMemoryTransaction(store, () => {
    if (whole) saveTriageCursor(store, stopKey(path), whole.cursor);
    recordEvents(store, transcript, events, used);
  });
}

function stopKey(path: string): string {
  return `stop:${fileKey(path)}`;
}

/** Waits briefly until the client has written everything. */
async function readWhenComplete(store: Store, { path, isComplete }: StopTranscript): Promise<NewPart> {
  const cursor = furthestCursor(store, path);
  for (const until = performance.now() + MAX_WAIT_MS; ; await Bun.sleep(POLL_MS)) {
    const part = await readNewPart(cursor, path);
    if (isComplete(part.items) || !isFresh(path) || performance.now() >= until) return part;
  }
}

/** Where the last triage ended, whether at a stop or in the background. */
function furthestCursor(store: Store, path: string): Cursor | null {
  const own = findTriageCursor(store, stopKey(path));
  const background = findTriageCursor(store, fileKey(path));
  return (own?.offset ?? 0) > (background?.offset ?? 0) ? own : background;
}

async function readNewPart(cursor: Cursor | null, path: string): Promise<NewPart> {
  const from = cursor?.offset ?? 0;
  if (Bun.file(path).size - from <= MAX_BYTES) {
    const read = await readSince(path, cursor, { maxBytes: MAX_BYTES });
    if (read.problem) return { items: [], whole: null };
    if (!read.more) return { items: read.items, whole: read };
  }
  const { readTail } = await import("../../transcript/read-tail.ts");
  const { items } = await readTail(path, { maxBytes: MAX_BYTES });
  // Nothing that was triaged before: the person may have deleted it.
  return { items: items.filter(({ offset }) => offset >= from), whole: null };
}

/** A missing file may be about to be written. */
function isFresh(path: string): boolean {
  const file = Bun.file(path);
  return file.size === 0 || Date.now() - file.lastModified < FRESH_MS;
}

function lastMessages({ items, whole }: NewPart, max: number): NewPart {
  const places = items.flatMap(({ kind }, at) => (MESSAGES.includes(kind) ? [at] : []));
  const first = places.at(-max);
  return places.length <= max ? { items, whole } : { items: items.slice(first), whole: null };
}
