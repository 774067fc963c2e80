// Looks through what a transcript gained since the last look, and puts what is worth remembering into the inbox.
import { inMemoryTransaction } from "../store/in-transaction.ts";
import { fileKey } from "../store/ingest-cursors.ts";
import type { Store } from "../store/open.ts";
import {
  findTriageCursor,
  findTriageState,
  saveTriageCursor,
  saveTriageState,
  type TriageCursorRow,
} from "../store/triage-cursors.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import { readSince, type SinceRead } from "../transcript/read-since.ts";
import type { TriageOptions } from "../triage/options.ts";
import { parseState } from "../triage/state.ts";
import { triageItems } from "../triage/triage.ts";
import { cleanRead } from "./clean-read.ts";
import { cleanFound, keepFound } from "./keep-found.ts";

export interface LookedAt {
  sessionId: string;
  projectKey: string;
  path: string;
}

export interface Gain extends SinceRead {
  /** Where the last look ended. */
  from: number;
}

export async function readGain(store: Store, path: string, maxBytes: number): Promise<Gain> {
  return readFrom(findTriageCursor(store, fileKey(path)), path, maxBytes);
}

/** From where the last look ended, if there was one. */
export async function readFrom(row: TriageCursorRow | null, path: string, maxBytes: number): Promise<Gain> {
  const cursor = row && { offset: row.offset, guard: row.guard, open: JSON.parse(row.open_calls) };
  return { ...(await readSince(path, cursor, { maxBytes })), from: row?.offset ?? 0 };
}

/** How many new candidates there are. `more`: what was said and is not written down yet. */
export async function lookThrough(
  store: Store,
  { sessionId, projectKey, path }: LookedAt,
  { items, cursor, from, restarted }: Gain,
  options: TriageOptions,
  more: readonly TranscriptItem[] = [],
): Promise<number> {
  const file = fileKey(path);
  const state = parseState(restarted ? null : findTriageState(store, file));
  const clean = await cleanRead([...items, ...more]);
  const found = await cleanFound(triageItems(clean, { ...options, state, sessionId }));
  const { offset, guard, open } = cursor;
  const at = Date.now();
  return inMemoryTransaction(store, () => {
    // A drain and a stop may look at the same time: the first of them moves on, or what was done would count twice.
    if ((findTriageCursor(store, file)?.offset ?? 0) === from) {
      saveTriageCursor(store, { file, offset, guard, open_calls: JSON.stringify(open), read_at: at });
      saveTriageState(store, file, sessionId, found.state);
    }
    return keepFound(store, found.rows, { sessionId, projectKey, at });
  });
}
