// The last sessions of the project: what they were about, what was done, how they ended.
import { callAgent, nameAgent } from "../../../protocol/hosts.ts";
import { listFiles } from "../../../recording/observations/changed-files.ts";
import {
  firstStatement,
  parseSummary,
  type SessionSummary,
} from "../../../recording/observations/session-summary.ts";
import { EMPTY_QUOTE, quoteOutput, quoteSpeech } from "../../../text/quote-text.ts";
import type { ContextPart, SourceRef } from "../fit-parts.ts";
import { recalledItemIds } from "../recall-receipts.ts";
import { type EarlierSession, earlierSessions, nameSession } from "../recall-rows.ts";
import type { StartContext } from "../recall-start.ts";

const MAX_SESSIONS = 5;
const MAX_REQUEST = 110;
const MAX_LATER = 75;
/** With date and session it fits into what one line may take at the default token limit. */
const MAX_LINE = 370;
const MAX_FILES = 250;
/** Titles are quoted whole: half of one may say something else. */
const MAX_TITLE = 160;
const MAX_ANSWER = 200;
const MAX_SHORT_ANSWER = 120;
/** "Done." says nothing. */
const MIN_ANSWER = 20;
const RUNNING_MS = 30 * 60_000;

export function recentSessions(start: StartContext): ContextPart | null {
  // Its own summary has what it was given at its start.
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
      const state = describeState(session, now);
      const isHere = session.agent === null && session.machine === null;
      const where = isHere ? "" : ` in ${quoteOutput(nameAgent(session.agent) ?? "Claude Code", 40)}`;
      const head = [session.last_seen, ...state, `session ${nameSession(session)}${where}`].join(", ");
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
  /** Used first if the line is too long. */
  shorter?: string;
  /** If the line is still too long, whole statements are left out, lowest weight first. */
  weight: number;
  /** Sources, besides the session itself. */
  from: SourceRef[];
}

function agentOf({ agent }: EarlierSession): string {
  return quoteOutput(callAgent(agent), 40);
}

function describeWork(session: EarlierSession): Statement[] {
  const { request, detail } = session;
  const summary = parseSummary(detail);
  const asked = { text: request, prompt: 0 };
  const subject = describeSubject(detail === null ? { ...summary, asked } : summary);
  const outcome = describeOutcome(summary);
  const answer = saysWhatCameOfIt(summary) ? [] : describeAnswer(summary, agentOf(session));
  const statements = [...subject, ...outcome, ...answer];
  return fitLine(statements.filter(({ text }) => text !== "" && !text.includes(EMPTY_QUOTE)));
}

/** The files that were edited do not. */
function saysWhatCameOfIt({
  decisions,
  testRun,
  lastCommit,
  pushed,
  pullRequests,
  refused,
}: SessionSummary): boolean {
  const published = pushed !== null || pullRequests.length > 0;
  return published || testRun !== null || lastCommit !== null || refused !== null || decisions.some(isWhole);
}

function describeOutcome(summary: SessionSummary): Statement[] {
  const { decisions, testRun, lastCommit, pullRequests, changedAfterCommit, refused } = summary;
  const quote = (title: string, weight: number, lead = "", after = ""): Statement => ({
    text: `${lead}"${quoteOutput(title, MAX_TITLE)}"${after}`,
    weight,
    from: sourceOf(summary, title),
  });
  const plain = (text: string, weight: number): Statement => ({
    text: quoteOutput(text, MAX_TITLE),
    weight,
    from: sourceOf(summary, text),
  });
  const several = summary.isLastOfSeveral ? ", the last of several commits" : "";
  const lead = `last test run${summary.isTestRunOld ? ", before the last changes" : ""}: `;
  return [
    ...decisions
      .filter(isWhole)
      .slice(-1)
      .map((line) => quote(line, 2)),
    ...describeFiles(summary),
    ...(testRun === null ? [] : [quote(testRun, 3, lead)]),
    ...(lastCommit === null ? [] : [quote(lastCommit, 7, "", several)]),
    ...(summary.pushed === null ? [] : [plain(`pushed ${summary.pushed}`, 5)]),
    ...pullRequests.map((line) => plain(line, 6)),
    ...filesStatement(changedAfterCommit, 7, (list) => `then edited ${list}`),
    ...(refused === null ? [] : [quote(refused, 5, "at the end: ")]),
    ...describeEnd(summary),
  ];
}

/** An approved plan, or an answer that is not cut off. Titles of older versions start with the question. */
function isWhole(decision: string): boolean {
  return /^Plan approved: |^Decided: .*[^…]$/s.test(decision);
}

function describeEnd({ lastTurn }: SessionSummary): Statement[] {
  if (lastTurn === "interrupted") return [{ text: "interrupted at the end", weight: 7, from: [] }];
  if (lastTurn === "unanswered") return [{ text: "its last prompt had no answer", weight: 7, from: [] }];
  return lastTurn === "working" ? [{ text: "its record stops in mid-turn", weight: 6, from: [] }] : [];
}

/** The agent's last words, with the prompt they answer. */
function describeAnswer(
  { lastTurn, lastMessage, answered, ...about }: SessionSummary,
  agent: string,
): Statement[] {
  const line = firstStatement(lastMessage);
  if (lastTurn !== "answered" || line.length < MIN_ANSWER || answered === null) return [];
  const isQuoted = [about.plan, about.asked, about.askedLater].some((one) => one?.prompt === answered.prompt);
  const lead = isQuoted ? "" : `asked last "${quoteSpeech(answered.text, MAX_LATER)}"; `;
  const quote = (max: number) => `${lead}${agent}'s last words: "${quoteOutput(line, max)}"`;
  return [
    {
      text: quote(MAX_ANSWER),
      shorter: quote(MAX_SHORT_ANSWER),
      // Less than what it answers.
      weight: 3,
      from: isQuoted ? [] : [{ source: "prompt", id: String(answered.prompt) }],
    },
  ];
}

function sourceOf({ observations }: SessionSummary, title: string): SourceRef[] {
  const id = observations[title];
  return id === undefined ? [] : [{ source: "observation", id: String(id) }];
}

function fitLine(statements: Statement[]): Statement[] {
  const length = statements.reduce((sum, { text }) => sum + text.length + 2, 0);
  if (length <= MAX_LINE || statements.length < 2) return statements;
  if (statements.some(({ shorter }) => shorter !== undefined))
    return fitLine(statements.map(({ shorter, ...one }) => ({ ...one, text: shorter ?? one.text })));
  const least = statements.reduce((low, one) => (one.weight < low.weight ? one : low));
  return fitLine(statements.filter((one) => one !== least));
}

function describeSubject({ goal, title, plan, asked, askedLater }: SessionSummary): Statement[] {
  const said = (how: string, words: SessionSummary["asked"], max: number, weight: number): Statement[] =>
    words === null || words.text === ""
      ? []
      : [
          {
            text: `${how} "${quoteSpeech(words.text, max)}"`,
            weight,
            from: words.prompt === 0 ? [] : [{ source: "prompt", id: String(words.prompt) }],
          },
        ];
  // The first request is kept: the title of a long session may be about its end.
  const [max, weight] = title === null ? [MAX_REQUEST, 9] : [MAX_LATER, 8];
  return [
    ...(goal === null ? [] : [{ text: `"${quoteSpeech(goal, MAX_TITLE)}"`, weight: 9, from: [] }]),
    ...(title === null ? [] : [{ text: `titled "${quoteSpeech(title, MAX_LATER)}"`, weight: 9, from: [] }]),
    ...said("began with the approved plan", plan, max, weight),
    ...said("asked", asked, max, weight),
    // Without it, what was done would seem to be all for the first request.
    ...said("later", askedLater, MAX_LATER, 4),
  ];
}

/** Without those that were changed again after the last commit. */
function describeFiles({ files, changedAfterCommit }: SessionSummary): Statement[] {
  const before = files.filter((file) => !changedAfterCommit.includes(file));
  return filesStatement(before, 5, (list) => `edited ${list}`);
}

function filesStatement(
  files: readonly string[],
  weight: number,
  describe: (list: string) => string,
): Statement[] {
  const list = quoteFiles(files);
  if (list === "") return [];
  return [{ text: describe(list), shorter: describe(quoteFiles(files, 1)), weight, from: [] }];
}

function quoteFiles(files: readonly string[], max?: number): string {
  return quoteOutput(listFiles(files, max), MAX_FILES);
}

/** Nothing for ingested sessions, nor for those of other machines: neither a transcript nor a summary says how a session ended. */
function describeState({ ended_at, end_reason, last_seen_at }: EarlierSession, now: number): string[] {
  if (end_reason === "ingested" || end_reason === "elsewhere") return [];
  if (ended_at !== null)
    return [end_reason && end_reason !== "other" ? `ended (${quoteOutput(end_reason, 30)})` : "ended"];
  return [now - last_seen_at < RUNNING_MS ? "may still run" : "end not seen"];
}
