// What earlier sessions of the project left unfinished: declared work, tasks, failures, a released stop.

import { parseSummary } from "../../../recording/observations/session-summary.ts";
import { lastStop } from "../../../store/decisions.ts";
import type { Store } from "../../../store/open.ts";
import { isOpenStatus, listTasks } from "../../../store/tasks.ts";
import { quoteOutput, quoteSpeech } from "../../../text/quote-text.ts";
import type { Part } from "../fit-parts.ts";
import { type EarlierSession, earlierSessions } from "../recall-rows.ts";
import type { StartContext } from "../recall-start.ts";

/** What another session of the project declared and left open. */
export interface OpenWork {
  sessionId: string;
  /** Such as "a loop (suspended, iteration 3 of 25)". */
  what: string;
  task: string;
  /** The command that takes it over. */
  resume: string;
}

const MAX_TASKS = 4;
const MAX_TEXT = 120;
const SESSIONS = 3;
const RELEASED = new Set(["stalled", "capped", "blocked"]);

export async function openEnds(known: StartContext): Promise<Part | null> {
  if (known.source === "compact") return null;
  const lines = [...(await declaredWork(known)), ...unfinished(known)];
  return lines.length === 0 ? null : { id: "open", heading: "Left open in earlier sessions:", lines };
}

/** What a person typed into a command was not looked at for secrets when it was kept. */
async function declaredWork({ leftOpen, otherLines }: StartContext): Promise<string[]> {
  const news = leftOpen.filter(({ sessionId }) => !otherLines.some((line) => line.includes(sessionId)));
  if (news.length === 0) return [];
  const { redact } = await import("../../../text/redaction/redact.ts");
  return news.map(
    ({ what, task, resume }) =>
      `${what}: "${quoteSpeech(redact(task).text, MAX_TEXT)}"; \`${resume}\` would take it over, if the user wants that`,
  );
}

function unfinished(known: StartContext): string[] {
  const sessions = earlierSessions(known.store, known, SESSIONS);
  if (sessions.length === 0) return [];
  return sessions.flatMap((session, n) => {
    const from = `(session ${session.session_id.slice(0, 8)}, ${session.last_seen})`;
    const tasks = openTasks(known.store, session);
    // A failure that nobody came back to in a later session is old news.
    const failures = n === 0 ? [...unfixed(session), ...openGate(known.store, session)] : [];
    return [...failures, ...tasks].map((line) => `${line} ${from}`);
  });
}

function openTasks(store: Store, { session_id }: EarlierSession): string[] {
  const open = listTasks(store, session_id).filter(({ status }) => isOpenStatus(status));
  const shown = open.slice(0, MAX_TASKS).map(({ subject, status }) => {
    const state = status === "in_progress" ? "task in progress" : "task not begun";
    return `${state}: "${quoteSpeech(subject, MAX_TEXT)}"`;
  });
  return open.length > MAX_TASKS ? [...shown, `and ${open.length - MAX_TASKS} more tasks`] : shown;
}

function unfixed({ detail }: EarlierSession): string[] {
  const failures = parseSummary(detail).open.filter((line) => !line.startsWith("task: "));
  return failures.map((line) => `not seen fixed: "${quoteOutput(line, MAX_TEXT)}"`);
}

/** Its last stop was released, or the session ended, with something unresolved. */
function openGate(store: Store, { session_id }: EarlierSession): string[] {
  const stop = lastStop(store, session_id);
  if (stop === null || !RELEASED.has(stop.verdict)) return [];
  const findings = JSON.parse(stop.findings) as { gate: string; severity: string; reason: string }[];
  return findings
    .filter(({ severity }) => severity === "block")
    .slice(0, 2)
    .map(
      ({ gate, reason }) =>
        `the ${gate} gate was not satisfied: "${quoteOutput(reason.split("\n", 1)[0] ?? "", MAX_TEXT)}"`,
    );
}
