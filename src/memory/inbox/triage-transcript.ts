// Triages what a transcript gained, and puts what is worth remembering into the inbox.
import type { Config } from "../../config/config.ts";
import { fileKey } from "../../recording/ingest/ingest-rows.ts";
import { inMemoryTransaction, type Store } from "../../store/open.ts";
import type { SinceRead } from "../../transcript/read-since.ts";
import { CATEGORIES } from "../memory.ts";
import { emptyState } from "../triage/state.ts";
import { type TriageOptions, triageItems } from "../triage/triage-items.ts";
import { listFeedback, weighFeedback } from "./pattern-feedback.ts";
import { prepareItems } from "./prepare-items.ts";
import { recordCandidates, redactTriage } from "./record-candidates.ts";
import {
  loadTriageState,
  type SessionTranscript,
  saveTriageCursor,
  saveTriageState,
} from "./triage-cursors.ts";

/** How many new candidates there are. */
export async function triageTranscript(
  store: Store,
  transcript: SessionTranscript,
  { items, cursor, restarted }: SinceRead,
  options: TriageOptions,
): Promise<number> {
  const { path, sessionId } = transcript;
  const state = restarted ? emptyState() : loadTriageState(store, path);
  const triage = triageItems(await prepareItems(items), { ...options, state, sessionId });
  const redacted = await redactTriage(triage);
  return inMemoryTransaction(store, () => {
    saveTriageCursor(store, fileKey(path), cursor);
    saveTriageState(store, transcript, redacted.state);
    return recordCandidates(store, transcript, redacted.rows);
  });
}

/** As the settings say, with what people made of the patterns so far. */
export function triageOptions(
  store: Store,
  { thresholds, categories }: Pick<Config["triage"], "thresholds" | "categories">,
): TriageOptions {
  const off = CATEGORIES.filter((category) => !categories[category]);
  return { thresholds, off, weights: weighFeedback(listFeedback(store)) };
}
