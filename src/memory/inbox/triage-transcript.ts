// Triages what is new in a transcript, puts what is worth remembering into the inbox, and stores the position and state for the
// next triage.
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

/** `file` has a prefix in the cursors of stops. */
export type TriageCursorRow = Omit<CursorRow, "size">;

/** Returns the number of new candidates. */
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

/** From the settings and people's feedback. */
export function triageOptions(store: Store, settings: TriageSettings): TriageOptions {
  return {
    thresholds: settings.thresholds,
    off: categoriesOff(settings),
    weights: weighFeedback(listFeedback(store)),
  };
}

type TriageSettings = Pick<Config["triage"], "thresholds" | "categories" | "mode">;

/** Every session gets a summary anyway, so triage looks for one only if Claude is asked to write a better one. */
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

/** What is new in the transcript since the last background triage. */
export function readNewItems(store: Store, path: string, maxBytes: number): Promise<SinceRead> {
  return readFromCursor(findTriageCursor(store, fileKey(path)), path, maxBytes);
}

/** Reads from the beginning without a cursor. */
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
