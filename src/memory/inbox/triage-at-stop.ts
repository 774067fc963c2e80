// Triage at a stop: all that is new in the transcript or, if that is too much, its end. Then the background triage reads all of it.
import { fileKey } from "../../recording/ingest/ingest-rows.ts";
import { inMemoryTransaction, type Store } from "../../store/open.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { readSince, type SinceRead } from "../../transcript/read-since.ts";
import type { Category } from "../memory.ts";
import { type TriageOptions, triageItems } from "../triage/triage-items.ts";
import { prepareItems } from "./prepare-items.ts";
import { recordEvents, redactTriage } from "./record-candidates.ts";
import { findTriageCursor, type SessionTranscript, triageTranscript } from "./triage-transcript.ts";

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
  const { items, whole } = lastMessages(await readWhenComplete(store, transcript), transcript.maxMessages);
  if (whole) {
    await triageTranscript(store, transcript, whole, options);
    return;
  }
  // The end of a session does not show what the whole session did.
  const off: Category[] = [...(options.off ?? []), "SESSION_SUMMARY"];
  const triage = triageItems(await prepareItems(items), { ...options, off });
  const { events } = await redactTriage(triage);
  inMemoryTransaction(store, () => recordEvents(store, transcript, events));
}

/** Waits briefly until the client has written everything. */
async function readWhenComplete(store: Store, { path, isComplete }: StopTranscript): Promise<NewPart> {
  for (const until = performance.now() + MAX_WAIT_MS; ; await Bun.sleep(POLL_MS)) {
    const part = await readNewPart(store, path);
    if (isComplete(part.items) || !isFresh(path) || performance.now() >= until) return part;
  }
}

async function readNewPart(store: Store, path: string): Promise<NewPart> {
  const cursor = findTriageCursor(store, fileKey(path));
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
