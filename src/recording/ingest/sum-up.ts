// Summaries of the sessions that were just read.

import type { Store } from "../../store/open.ts";
import { findSession } from "../../store/sessions.ts";
import { findSummary } from "../observations/summaries.ts";
import type { SessionSummary } from "../observations/summarise-session.ts";
import { writeSummary } from "../queue/sum-up-session.ts";
import type { SessionEnd } from "./batch.ts";

/** Whoever calls has a transaction open. */
export function sumUp(store: Store, sessionIds: Iterable<string>, ends: Record<string, SessionEnd>): void {
  for (const id of sessionIds) {
    const session = findSession(store, id);
    if (!session) continue;
    const { lastMessage = "", openTasks = [] } = ends[id] ?? {};
    // Nothing was said in what was read now: what was said before is still the last.
    writeSummary(store, session, lastMessage || lastMessageBefore(store, id), openTasks);
  }
}

function lastMessageBefore(store: Store, sessionId: string): string {
  const known = findSummary(store, sessionId);
  return known ? (JSON.parse(known.detail) as SessionSummary).lastMessage : "";
}
