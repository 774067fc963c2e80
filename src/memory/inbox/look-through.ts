// Looks through what a transcript gained since the last look, and puts what is worth remembering into the inbox.

import { fileKey } from "../../recording/ingest/ingest-rows.ts";
import { inMemoryTransaction } from "../../store/in-transaction.ts";
import type { Store } from "../../store/open.ts";
import type { TriageOptions } from "../triage/options.ts";
import { parseState } from "../triage/state.ts";
import { triageItems } from "../triage/triage.ts";
import { cleanRead } from "./clean-read.ts";
import { cleanFound, keepFound } from "./keep-found.ts";
import { type Gain, type LookedAt, toRow } from "./read-gain.ts";
import { findTriageState, saveTriageCursor, saveTriageState } from "./triage-cursors.ts";

/** How many new candidates there are. */
export async function lookThrough(
  store: Store,
  { sessionId, projectKey, path }: LookedAt,
  { items, cursor, restarted }: Gain,
  options: TriageOptions,
): Promise<number> {
  const file = fileKey(path);
  const state = parseState(restarted ? null : findTriageState(store, file));
  const clean = await cleanRead(items);
  const found = await cleanFound(triageItems(clean, { ...options, state, sessionId }));
  const at = Date.now();
  return inMemoryTransaction(store, () => {
    saveTriageCursor(store, toRow(file, cursor, at));
    saveTriageState(store, file, sessionId, found.state);
    return keepFound(store, found.rows, { sessionId, projectKey, at });
  });
}
