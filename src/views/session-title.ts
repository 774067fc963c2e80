// What a session is about now, and what it began with. Every list and page names a session this way.

import {
  describeSubject,
  findLatestRequest,
  subjectLine,
} from "../recording/observations/session-subject.ts";
import { parseSummary } from "../recording/observations/session-summary.ts";
import { findNamingGoal, findSummary, nameGoal } from "../recording/observations/summaries.ts";
import { isOpenGoal } from "../store/goals.ts";
import type { Store } from "../store/open.ts";
import { listLastPrompts } from "../store/prompts.ts";
import { findSession, type SessionRow } from "../store/sessions.ts";
import { lineOrNull } from "./shared.ts";

export interface SessionTitle {
  /** null before the first prompt. */
  title: string | null;
  /** The first request; null where the title has it. */
  startedWith: string | null;
}

const MAX_PROMPTS = 100;

/** A session is titled by its loop or flow, until something else was asked for after that ended; otherwise by the latest request. */
export function titleSession(
  store: Store,
  { session_id, original_request }: Pick<SessionRow, "session_id" | "original_request">,
): SessionTitle {
  const prompts = listLastPrompts(store, session_id, MAX_PROMPTS);
  const summary = findSummary(store, session_id);
  const about = summary
    ? parseSummary(summary.detail)
    : describeSubject({ goal: null, title: null, request: original_request, prompts, observations: [] });
  const begun = subjectLine({ ...about, goal: null, title: null });
  const first = lineOrNull(begun || summary?.request || prompts[0]?.text);
  const latest = findLatestRequest(prompts);
  const asked = latest ? subjectLine({ goal: null, title: null, ...latest }) : first;
  const goal = findNamingGoal(store, session_id);
  const isCurrent = goal !== null && (isOpenGoal(goal) || (latest?.at ?? 0) <= goal.updatedAt);
  const named = isCurrent ? nameGoal(goal) : latest ? null : about.goal;
  const title = lineOrNull(named ?? [about.title, asked].filter(Boolean).join(": "));
  return { title, startedWith: first !== null && title?.includes(first) ? null : first };
}

/** For a link to it; null if it was forgotten. */
export function titleOfSession(store: Store, sessionId: string): string | null {
  const row = findSession(store, sessionId);
  return row && titleSession(store, row).title;
}
