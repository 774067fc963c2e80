// The last sessions of the project: what they were about, what was done, how they ended.
import { parseSummary, type SessionSummary } from "../../../recording/observations/session-summary.ts";
import { quoteOutput, quoteSpeech } from "../../../text/quote-text.ts";
import type { Part, SourceRef } from "../fit-parts.ts";
import { recalledItemIds } from "../recall-receipts.ts";
import { type EarlierSession, earlierSessions } from "../recall-rows.ts";
import type { StartContext } from "../recall-start.ts";

const MAX_SESSIONS = 5;
const MAX_REQUEST = 160;
const MAX_LATER = 100;
/** With its date and session it stays below the share of one line at the usual number of tokens. */
const MAX_LINE = 370;
const MAX_FILES = 4;
const MAX_DECISIONS = 2;
const MAX_FILES_TEXT = 120;
const RUNNING_MS = 30 * 60_000;

export function recentSessions(start: StartContext): Part | null {
  // What it was given at its start is in the summary it continues with.
  if (start.source === "compact") return null;
  const { store, sessionId, now } = start;
  const past = earlierSessions(store, start, MAX_SESSIONS);
  if (past.length === 0) return null;
  const given = recalledItemIds(store, sessionId, ["session", "title"]);
  const sessions = past
    .filter(({ session_id }) => !given.has(session_id))
    .map((session) => ({ session, statements: describeWork(session) }))
    .filter(({ statements }) => statements.length > 0);
  if (sessions.length === 0) return null;
  return {
    id: "sessions",
    heading: "Recent sessions here:",
    lines: sessions.map(({ session, statements }) => {
      const head = `${session.last_seen}, ${describeState(session, now)}, session ${session.session_id.slice(0, 8)}`;
      return `${head}: ${statements.map(({ text }) => text).join("; ")}`;
    }),
    items: sessions.map(({ session }) => ({ source: "title", id: session.session_id })),
    sources: sessions.map(({ session, statements }) => [
      { source: "session", id: session.session_id },
      ...statements.flatMap(({ from }) => from),
    ]),
  };
}

interface Statement {
  text: string;
  /** What does not fit is left out whole, the lowest first. */
  weight: number;
  /** Beside the session itself. */
  from: SourceRef[];
}

function describeWork({ request, detail }: EarlierSession): Statement[] {
  const summary = parseSummary(detail);
  const { testRun, lastCommit, decisions, observations } = summary;
  const asked = { text: request, prompt: 0 };
  const fromCall = (title: string): SourceRef[] =>
    observations[title] === undefined ? [] : [{ source: "observation", id: String(observations[title]) }];
  const statements = [
    ...describeSubject(detail === null ? { ...summary, asked } : summary),
    ...decisions
      .slice(-MAX_DECISIONS)
      .map((line) => ({ text: `"${quoteOutput(line, 100)}"`, weight: 4, from: fromCall(line) })),
    ...describeFiles(summary),
    ...(testRun === null
      ? []
      : [{ text: `last test run: "${quoteOutput(testRun, 100)}"`, weight: 3, from: fromCall(testRun) }]),
    ...(lastCommit === null
      ? []
      : [{ text: `"${quoteOutput(lastCommit, 100)}"`, weight: 4, from: fromCall(lastCommit) }]),
  ];
  return fitLine(statements);
}

function fitLine(statements: Statement[]): Statement[] {
  const length = statements.reduce((sum, { text }) => sum + text.length + 2, 0);
  if (length <= MAX_LINE || statements.length < 2) return statements;
  const least = statements.reduce((low, one) => (one.weight < low.weight ? one : low));
  return fitLine(statements.filter((one) => one !== least));
}

function describeSubject({ title, plan, asked, askedLater }: SessionSummary): Statement[] {
  const said = (how: string, words: SessionSummary["asked"], max: number, weight = 6): Statement[] =>
    words === null || words.text === ""
      ? []
      : [
          {
            text: `${how} "${quoteSpeech(words.text, max)}"`,
            weight,
            from: words.prompt === 0 ? [] : [{ source: "prompt", id: String(words.prompt) }],
          },
        ];
  if (title !== null)
    return [
      { text: `titled "${quoteSpeech(title, MAX_REQUEST)}"`, weight: 6, from: [] },
      ...said("asked", asked, MAX_LATER, 5),
      ...said("later", askedLater, MAX_LATER, 5),
    ];
  return [
    ...said("began with the approved plan", plan, MAX_REQUEST),
    ...said("asked", asked, MAX_REQUEST),
    // Without it, what was done would seem to be all for the first request.
    ...said("later", askedLater, MAX_LATER, 5),
  ];
}

/** Only files of the project, by their whole names. */
function describeFiles({ files: all, ranSubagents }: SessionSummary): Statement[] {
  const files = all
    .filter((file) => !/^(?:[/~]|[A-Za-z]:|\.\.\/)/.test(file))
    .map((file) => quoteOutput(file, MAX_FILES_TEXT));
  const shown: string[] = [];
  for (const file of files.slice(0, MAX_FILES))
    if (shown.length === 0 || [...shown, file].join(", ").length <= MAX_FILES_TEXT) shown.push(file);
  if (shown.length === 0) return [];
  const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : "";
  const least = ranSubagents ? "at least " : "";
  return [{ text: `changed ${least}${shown.join(", ")}${more}`, weight: 1, from: [] }];
}

function describeState({ ended_at, end_reason, last_seen_at }: EarlierSession, now: number): string {
  const reason = end_reason === "other" || end_reason === "ingested" ? null : end_reason;
  if (ended_at !== null) return reason ? `ended (${quoteOutput(reason, 30)})` : "ended";
  return now - last_seen_at < RUNNING_MS ? "may still run" : "end not seen";
}
