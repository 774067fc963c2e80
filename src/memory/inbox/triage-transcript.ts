// Triages what is new in a transcript, puts what is worth remembering into the inbox, and stores the position and state for the
// next triage.
import type { Config } from "../../config/schema.ts";
import { fileKey } from "../../recording/ingest/ingest-rows.ts";
import { inMemoryTransaction, type Store } from "../../store/open.ts";
import { readSince, type SinceRead } from "../../transcript/read-since.ts";
import { CATEGORIES } from "../memory.ts";
import { emptyState, parseState, type TriageState } from "../triage/state.ts";
import { type TriageOptions, triageItems } from "../triage/triage-items.ts";
import { prepareItems } from "./prepare-items.ts";
import { recordEvents, redactTriage } from "./record-candidates.ts";
import { findTriageCursor, saveTriageCursor } from "./triage-cursors.ts";

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

export function triageOptions(settings: TriageSettings): TriageOptions {
  return { off: CATEGORIES.filter((category) => !settings.categories[category]) };
}

type TriageSettings = Pick<Config["triage"], "categories">;

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
