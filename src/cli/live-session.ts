import type { Environment } from "../config/environment.ts";
import { findSession } from "../store/sessions.ts";
import { withStore } from "./with-store.ts";

const SILENT_MS = 24 * 3_600_000;

/** A session that has not ended and was heard of within a day. */
export async function isLiveSession(env: Environment, sessionId: string): Promise<boolean> {
  // Without a store nobody is known to live.
  const row = await withStore(env, (store) => findSession(store, sessionId)).catch(() => null);
  return row !== null && row.ended_at === null && Date.now() - row.last_seen_at < SILENT_MS;
}
