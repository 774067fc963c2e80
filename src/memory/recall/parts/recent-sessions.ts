// The last sessions of the project: what was asked, what was done, how they ended.
import { parseSummary } from "../../../recording/observations/session-summary.ts";
import { quoteOutput, quoteSpeech } from "../../../text/quote-text.ts";
import type { Part } from "../fit-parts.ts";
import { recalledItemIds } from "../recall-receipts.ts";
import { type EarlierSession, earlierSessions } from "../recall-rows.ts";
import type { StartContext } from "../recall-start.ts";

const MAX_SESSIONS = 5;
const MAX_REQUEST = 160;
const MAX_FILES = 4;
const MAX_DECISIONS = 2;
const RUNNING_MS = 30 * 60_000;

export function recentSessions(start: StartContext): Part | null {
  // What it was given at its start is in the summary it continues with.
  if (start.source === "compact") return null;
  const { store, sessionId, now } = start;
  const past = earlierSessions(store, start, MAX_SESSIONS);
  if (past.length === 0) return null;
  const given = recalledItemIds(store, sessionId, ["session", "title"]);
  const sessions = past.filter(({ session_id }) => !given.has(session_id));
  if (sessions.length === 0) return null;
  return {
    id: "sessions",
    heading: "Recent sessions here:",
    lines: sessions.map((session) => describeSession(session, now)),
    items: sessions.map(({ session_id }) => ({ source: "title", id: session_id })),
  };
}

function describeSession(session: EarlierSession, now: number): string {
  const { session_id, last_seen, request, detail } = session;
  const { files, fixes, testRun, commits, decisions } = parseSummary(detail);
  const more = files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : "";
  const [commit] = commits.slice(-1);
  const facts = [
    ...decisions.slice(-MAX_DECISIONS).map((line) => `"${quoteOutput(line, 100)}"`),
    ...(files.length > 0 ? [`changed ${quoteOutput(files.slice(0, MAX_FILES).join(", "), 120)}${more}`] : []),
    ...(testRun !== null
      ? [`last test run: "${quoteOutput(testRun, 100)}"`]
      : fixes.slice(-1).map((fix) => `"${quoteOutput(fix, 100)}"`)),
    ...(commit ? [`"${quoteOutput(commit, 80)}"`] : []),
  ];
  const head = `${last_seen}, ${describeState(session, now)}, session ${session_id.slice(0, 8)}`;
  return `${head}: asked "${quoteSpeech(request, MAX_REQUEST)}"${facts.length > 0 ? `; ${facts.join("; ")}` : ""}`;
}

function describeState({ ended_at, end_reason, last_seen_at }: EarlierSession, now: number): string {
  if (ended_at !== null)
    return end_reason && end_reason !== "other" ? `ended (${quoteOutput(end_reason, 30)})` : "ended";
  return now - last_seen_at < RUNNING_MS ? "may still run" : "left open";
}
