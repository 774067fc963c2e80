// Triages what is new in a transcript, puts what is worth remembering into the inbox, and stores the position and state for the
// next triage.
import type { Config } from "../../config/schema.ts";
import { cursorOf, fileKey } from "../../recording/ingest/ingest-rows.ts";
import { inMemoryTransaction, type Store } from "../../store/open.ts";
import { type Cursor, readSince, type SinceRead } from "../../transcript/read-since.ts";
import { CATEGORIES } from "../memory.ts";
import { emptyState, parseState, type TriageState } from "../triage/state.ts";
import { type TriageOptions, triageItems } from "../triage/triage-items.ts";
import { prepareItems } from "./prepare-items.ts";
import { listFeedback, patternWeights } from "./prompted-candidates.ts";
import { recordEvents, redactTriage } from "./record-candidates.ts";

export interface SessionTranscript {
  sessionId: string;
  projectKey: string;
  path: string;
}

/** Returns the number of new candidates. */
export async function triageTranscript(
  store: Store,
  transcript: SessionTranscript,
  read: SinceRead,
  options: TriageOptions,
): Promise<number> {
  const { path } = transcript;
  const state = loadTriageState(store, path, read);
  const triage = triageItems(await prepareItems(read.items), { ...options, state });
  const redacted = await redactTriage(triage);
  return inMemoryTransaction(store, () => {
    saveTriageCursor(store, fileKey(path), read.cursor);
    saveTriageState(store, transcript, redacted.state);
    return recordEvents(store, transcript, redacted.events);
  });
}

/** From the settings and people's feedback. */
export function triageOptions(store: Store, settings: TriageSettings): TriageOptions {
  return {
    off: CATEGORIES.filter((category) => !settings.categories[category]),
    weights: patternWeights(listFeedback(store)),
  };
}

type TriageSettings = Pick<Config["triage"], "categories">;

/** Where the last triage of a transcript ended; null if there was none. */
export function findTriageCursor(store: Store, file: string): Cursor | null {
  const row = store
    .query("SELECT offset, guard, open_calls FROM triage_cursors WHERE file = $file")
    .get({ file }) as Parameters<typeof cursorOf>[0];
  return cursorOf(row);
}

/** Until when a transcript was triaged whose session was forgotten since, in milliseconds since 1970; otherwise 0. */
export function findForgottenAt(store: Store, path: string): number {
  const row = store
    .query(
      `SELECT read_at FROM triage_cursors WHERE file = $file
         AND NOT EXISTS (SELECT 1 FROM triage_states WHERE triage_states.file = triage_cursors.file)`,
    )
    .get({ file: fileKey(path) }) as { read_at: number } | null;
  return row?.read_at ?? 0;
}

export function saveTriageCursor(store: Store, file: string, cursor: Cursor): void {
  const { offset, guard, open } = cursor;
  store
    .query(
      `INSERT OR REPLACE INTO triage_cursors (file, offset, guard, open_calls, read_at)
       VALUES ($file, $offset, $guard, $open_calls, $read_at)`,
    )
    .run({ file, offset, guard, open_calls: JSON.stringify(open), read_at: Date.now() });
}

/** What is new in the transcript since the last triage. */
export function readNewItems(store: Store, path: string, maxBytes: number): Promise<SinceRead> {
  return readSince(path, findTriageCursor(store, fileKey(path)), { maxBytes });
}

/** The state of the last triage; empty when the transcript was rewritten since. */
function loadTriageState(store: Store, path: string, { restarted }: SinceRead): TriageState {
  if (restarted) return emptyState();
  const row = store.query("SELECT state FROM triage_states WHERE file = $file").get({ file: fileKey(path) });
  return parseState((row as { state: string } | null)?.state ?? null);
}

/** `state` is JSON, without secrets. */
function saveTriageState(store: Store, { path, sessionId }: SessionTranscript, state: string): void {
  store
    .query(
      "INSERT OR REPLACE INTO triage_states (file, session_id, state) VALUES ($file, $sessionId, $state)",
    )
    .run({ file: fileKey(path), sessionId, state });
}
