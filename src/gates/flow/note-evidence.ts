// Records searches and saved memories as evidence for the flow of Claude's session.

import type { Environment } from "../../config/environment.ts";
import { isSessionId } from "../../protocol/claude-code/parse-event.ts";
import { redactAndShorten } from "../../recording/capture/redact-fully.ts";
import { findGoal, insertEvidence, isOpenGoal, type NewEvidence } from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";
import { logEvent } from "../../store/sessions.ts";

const MAX_TEXT_LENGTH = 300;

export function noteSearch(
  store: Store,
  env: Environment,
  search: { what: string; query: string; found: number },
): void {
  const sessionId = sessionOf(env);
  if (sessionId === null) return;
  const at = Date.now();
  const query = redactAndShorten(search.query, MAX_TEXT_LENGTH);
  const { found } = search;
  logEvent(store, { sessionId, event: "search", agentId: null, detail: { query, found }, at });
  const text = `searched ${search.what} for "${query}": ${found} found`;
  note(store, sessionId, { condition: "memory_search", kind: "search", source: "search", text, at });
}

/** A saved memory is the purpose of a retrospective. */
export function noteSavedMemory(store: Store, env: Environment, title: string): void {
  const sessionId = sessionOf(env);
  if (sessionId === null) return;
  const text = redactAndShorten(title, MAX_TEXT_LENGTH);
  const at = Date.now();
  note(store, sessionId, { condition: "retrospective_done", kind: "memory", source: "memory", text, at });
}

function sessionOf({ insideAgent, sessionId }: Environment): string | null {
  return insideAgent && sessionId !== null && isSessionId(sessionId) ? sessionId : null;
}

function note(store: Store, sessionId: string, evidence: NewEvidence): void {
  const flow = findGoal(store, "flow", sessionId);
  if (flow !== null && isOpenGoal(flow)) insertEvidence(store, flow.id, evidence);
}
