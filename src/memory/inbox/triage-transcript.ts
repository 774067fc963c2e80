// Triages what a transcript gained, and puts what is worth remembering into the inbox. How far it was triaged, and what the
// next triage must still know, is stored.
import type { Config } from "../../config/schema.ts";
import { type CursorRow, cursorOf, fileKey } from "../../recording/ingest/ingest-rows.ts";
import { inMemoryTransaction, type Store } from "../../store/open.ts";
import { type Cursor, readSince, type SinceRead } from "../../transcript/read-since.ts";
import { CATEGORIES, type Category } from "../memory.ts";
import { emptyState, parseState, type TriageState } from "../triage/state.ts";
import { type TriageOptions, triageItems } from "../triage/triage-items.ts";
import { prepareItems } from "./prepare-items.ts";
import { listFeedback, weighFeedback } from "./prompted-candidates.ts";
import { recordEvents, redactTriage } from "./record-candidates.ts";

export interface SessionTranscript {
  sessionId: string;
  projectKey: string;
  path: string;
}

/** Its `file` has a prefix where a stop read it. */
export type TriageCursorRow = Omit<CursorRow, "size">;

/** How many new candidates there are. */
export async function triageTranscript(
  store: Store,
  transcript: SessionTranscript,
  { items, cursor, restarted }: SinceRead,
  options: TriageOptions,
): Promise<number> {
  const { path, sessionId } = transcript;
  const state = restarted ? emptyState() : loadTriageState(store, path);
  const conclusions = await import("../triage/structure/conclusions.ts");
  const triage = triageItems(await prepareItems(items), { ...options, state, sessionId, conclusions });
  const redacted = await redactTriage(triage);
  return inMemoryTransaction(store, () => {
    saveTriageCursor(store, fileKey(path), cursor);
    saveTriageState(store, transcript, redacted.state);
    return recordEvents(store, transcript, redacted.events, options);
  });
}

/** As the settings say, with what people made of the sources so far. */
export function triageOptions(store: Store, settings: TriageSettings): TriageOptions {
  return {
    thresholds: settings.thresholds,
    off: categoriesOff(settings),
    weights: weighFeedback(listFeedback(store)),
  };
}

type TriageSettings = Pick<Config["triage"], "thresholds" | "categories" | "mode">;

/** A session's summary is recorded anyway: it is looked for only where Claude is asked for a better one. */
export function categoriesOff({ categories, mode }: Pick<TriageSettings, "categories" | "mode">): Category[] {
  return CATEGORIES.filter(
    (category) => !categories[category] || (category === "SESSION_SUMMARY" && mode !== "ask"),
  );
}

export function findTriageCursor(store: Store, file: string): TriageCursorRow | null {
  return store
    .query("SELECT * FROM triage_cursors WHERE file = $file")
    .get({ file }) as TriageCursorRow | null;
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

/** What the transcript gained since the background triage read it. */
export function readNewItems(store: Store, path: string, maxBytes: number): Promise<SinceRead> {
  return readFromCursor(findTriageCursor(store, fileKey(path)), path, maxBytes);
}

/** Without a cursor: from the beginning. */
export function readFromCursor(
  row: TriageCursorRow | null,
  path: string,
  maxBytes: number,
): Promise<SinceRead> {
  return readSince(path, cursorOf(row), { maxBytes });
}

export function loadTriageState(store: Store, path: string): TriageState {
  const row = store.query("SELECT state FROM triage_states WHERE file = $file").get({ file: fileKey(path) });
  return parseState((row as { state: string } | null)?.state ?? null);
}

/** `state` is JSON, without secrets. */
export function saveTriageState(store: Store, { path, sessionId }: SessionTranscript, state: string): void {
  store
    .query(
      "INSERT OR REPLACE INTO triage_states (file, session_id, state) VALUES ($file, $sessionId, $state)",
    )
    .run({ file: fileKey(path), sessionId, state });
}
