// What earlier sessions of the project left unfinished: declared work, tasks, failures, a released stop.

import { parseSummary } from "../../../recording/observations/session-summary.ts";
import type { UnfinishedItem } from "../../../recording/observations/unfinished.ts";
import { blockingFindings, lastStop } from "../../../store/decisions.ts";
import type { Store } from "../../../store/open.ts";
import { EMPTY_QUOTE, quoteOutput, quoteSpeech } from "../../../text/quote-text.ts";
import type { ContextPart, SourceRef } from "../fit-parts.ts";
import { type EarlierSession, earlierSessions, nameSession } from "../recall-rows.ts";
import type { StartContext } from "../recall-start.ts";

/** What another session of the project declared and left open. */
export interface OpenWork {
  sessionId: string;
  /** Such as "a loop (suspended, round 3 of 25)". */
  what: string;
  task: string;
  /** The command that takes it over. */
  resume: string;
}

const MAX_TEXT = 120;
const RUNNING_MS = 30 * 60_000;
/** After so long it is done elsewhere, or no longer wanted. */
const OLD_MS = 14 * 24 * 3_600_000;
const SAID = {
  wish: "asked last, without an answer",
  interrupted: "asked last, interrupted before it was done",
  later: "to be picked up again",
};
const RELEASED = new Set(["stalled", "capped", "blocked"]);

interface OpenLine {
  text: string;
  from: SourceRef[];
}

export async function openEnds(start: StartContext): Promise<ContextPart | null> {
  if (start.source === "compact") return null;
  const lines = [...(await declaredWork(start)), ...unfinished(start)];
  if (lines.length === 0) return null;
  return {
    id: "open",
    heading: "Left open in earlier sessions:",
    lines: lines.map(({ text }) => text),
    sources: lines.map(({ from }) => from),
  };
}

/** Redacted here: what a person typed into a command was stored as it was. */
async function declaredWork({ leftOpen, otherLines }: StartContext): Promise<OpenLine[]> {
  const news = leftOpen.filter(({ sessionId }) => !otherLines.some((line) => line.includes(sessionId)));
  if (news.length === 0) return [];
  const { redact } = await import("../../../text/redaction/redact.ts");
  return news.map(({ what, task, resume, sessionId }) => ({
    text: `${what}: "${quoteSpeech(redact(task).text, MAX_TEXT)}"; \`${resume}\` would take it over, if the user wants that`,
    from: [{ source: "work", id: sessionId }],
  }));
}

/** Of the last session only: what older ones left open may have been finished since. */
function unfinished({ store, now, ...start }: StartContext): OpenLine[] {
  const [session] = earlierSessions(store, start, 1);
  if (!session || now - session.last_seen_at > OLD_MS) return [];
  const isRunning = session.ended_at === null && now - session.last_seen_at < RUNNING_MS;
  const ends = isRunning ? [] : parseSummary(session.detail).unfinished;
  const when = `(session ${nameSession(session)}, ${session.last_seen})`;
  return [...openGate(store, session), ...ends.map((end) => describeEnd(end, session))].map(
    ({ text, from }) => ({ text: `${text} ${when}`, from }),
  );
}

function describeEnd({ kind, text, row }: UnfinishedItem, { session_id }: EarlierSession): OpenLine {
  const id = row === null ? session_id : String(row);
  const observed: SourceRef = { source: row === null ? "session" : "observation", id };
  switch (kind) {
    case "check":
      return {
        text: `not seen fixed: "${quoteOutput(text, MAX_TEXT)}"`,
        from: [observed],
      };
    case "commit":
      return {
        text: `its last commit failed: "${quoteOutput(text, MAX_TEXT)}"`,
        from: [observed],
      };
    case "wish":
    case "interrupted":
    case "later":
      return {
        text: `${SAID[kind]}: "${quoteSpeech(text, MAX_TEXT)}"`,
        from: [{ source: row === null ? "session" : "prompt", id }],
      };
    case "task":
      return {
        text: `on its task list, ${quoteSpeech(text, MAX_TEXT) || EMPTY_QUOTE}`,
        from: [{ source: "task", id }],
      };
  }
}

/** Findings that were unresolved when its last stop was let through. */
function openGate(store: Store, { session_id }: EarlierSession): OpenLine[] {
  const stop = lastStop(store, session_id);
  if (stop === null || !RELEASED.has(stop.verdict)) return [];
  // Declared work that held a session to its end may have been ended since; if not, it is shown as open.
  return blockingFindings(stop)
    .filter(({ endedBy }) => endedBy === null || stop.verdict !== "blocked")
    .slice(0, 2)
    .map(({ gate, reason, summary }) => ({
      text: `the ${gate} gate was not satisfied: "${quoteOutput(summary ?? reason.split("\n", 1)[0] ?? "", MAX_TEXT)}"`,
      from: [{ source: "decision", id: String(stop.id) }],
    }));
}
