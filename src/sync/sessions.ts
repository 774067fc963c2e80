// Summaries of sessions, for the person's other machines: what was done, checked, committed and left open. A line that repeats four words in a row
// of what the person said is left out.

import { RESENT_PLAN } from "../protocol/claude-code/parse-event.ts";
import { isOutside, listFiles } from "../recording/observations/changed-files.ts";
import type { LastTurn } from "../recording/observations/session-ending.ts";
import {
  parseSummary,
  renderSessionSummary,
  type SessionSummary,
} from "../recording/observations/session-summary.ts";
import { saveSummary } from "../recording/observations/summaries.ts";
import { listPrompts } from "../store/prompts.ts";
import { clipLine } from "../text/clip.ts";
import { isPlainName, printable } from "../text/printable.ts";
import { redact } from "../text/redaction/redact.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import type { ProjectFolders, SyncContext } from "./sync-context.ts";
import { dropLiveRows, listDeletedRows, listRows, nextVersion, writeOwnRow } from "./sync-rows.ts";

/** In these fields is nothing but what Claude and its tools wrote. */
type TravellingSummary = Pick<
  SessionSummary,
  | "files"
  | "changedAfterCommit"
  | "commits"
  | "lastCommit"
  | "isLastOfSeveral"
  | "pushed"
  | "pullRequests"
  | "fixes"
  | "testRun"
  | "isTestRunOld"
  | "unfinished"
  | "lastTurn"
>;

interface EndedSession {
  id: string;
  agent: string | null;
  request: string | null;
  detail: string;
  at: number;
}

const MAX_AGE_MS = 30 * 24 * 3_600_000;
/** A session that was killed has no end. */
const IDLE_MS = 30 * 60_000;
const MAX_PROMPTS = 500;
const MAX_FILES = 50;
const MAX_LINES = 12;
const MAX_LINE = 200;
const MAX_SHOWN = 500;
/** Whoever repeats so many words quotes. */
const QUOTED_WORDS = 4;
const OWN_KINDS = new Set(["check", "commit", "task"]);
const TURNS: readonly LastTurn[] = ["answered", "unanswered", "interrupted", "working"];

/** Says what ended here since the last sync. Must run inside a transaction that holds the write lock. */
export function writeSessions(sync: SyncContext, { key, name }: ProjectFolders, now: number): void {
  const { store } = sync;
  for (const { id, agent, at, ...session } of listEndedSessions(sync, key, now)) {
    const summary = parseSummary(session.detail);
    const prompts = [session.request ?? "", ...listPrompts(store, id, MAX_PROMPTS).map(({ text }) => text)];
    // A plan is Claude's, also where the client sends it as a prompt.
    const said = prompts.filter((text) => !text.startsWith(RESENT_PLAN));
    const travelling = withoutQuotes(summary, [...said, ...quotesIn(summary)]);
    if (travelling === null) continue;
    const row = {
      kind: "session" as const,
      id,
      project: name,
      payload: JSON.stringify({ at, agent, ...travelling }),
    };
    writeOwnRow(store, sync.key, row, nextVersion(store, sync.confirmed));
  }
}

/** Of a project; without those that were sent as they are now, or forgotten. */
function listEndedSessions({ store, confirmed }: SyncContext, key: string, now: number): EndedSession[] {
  return store
    .query(
      `SELECT m.session_id AS id, s.agent, s.original_request AS request, m.detail, m.at
       FROM session_summaries m JOIN sessions s ON s.session_id = m.session_id
       WHERE m.project_key = $key AND m.at >= $since AND m.machine IS NULL
         AND (s.ended_at IS NOT NULL OR s.last_seen_at < $idle)
         AND NOT EXISTS (SELECT 1 FROM sync_rows r WHERE r.kind = 'session' AND r.id = m.session_id
           AND r.machine IN (SELECT value FROM json_each($confirmed)) AND (r.deleted OR r.payload ->> '$.at' = m.at))`,
    )
    .all({
      key,
      since: now - MAX_AGE_MS,
      idle: now - IDLE_MS,
      confirmed: JSON.stringify(confirmed),
    }) as EndedSession[];
}

/** What a summary has of the person. */
function quotesIn({ goal, title, asked, askedLater, refused, ...summary }: SessionSummary): string[] {
  const wishes = summary.unfinished.filter(({ kind }) => !OWN_KINDS.has(kind)).map(({ text }) => text);
  const answers = summary.decisions.filter((line) => !line.startsWith("Plan approved: "));
  const words = [goal, title, asked?.text, askedLater?.text, refused].map((text) => text ?? "");
  return [...words, ...wishes, ...answers];
}

/** null when nothing is left. */
function withoutQuotes(summary: SessionSummary, said: readonly string[]): TravellingSummary | null {
  const spoken = new Set(said.flatMap((text) => runsOf(wordsOf(text))));
  const isOwn = (line: string) => !runsOf(wordsOf(line)).some((run) => spoken.has(run));
  const own = <T extends string | null>(line: T) => (line !== null && isOwn(line) ? line : null);
  return cleanSession({
    ...summary,
    commits: summary.commits.filter(isOwn),
    lastCommit: own(summary.lastCommit),
    pullRequests: summary.pullRequests.filter(isOwn),
    fixes: summary.fixes.filter(isOwn),
    testRun: own(summary.testRun),
    unfinished: summary.unfinished.filter(({ text }) => isOwn(text)),
  });
}

/** Where words have no spaces between them, each character counts as one. */
function wordsOf(text: string): string[] {
  return (
    text.toLowerCase().match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu) ?? []
  );
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(QUOTED_WORDS - 1).map((_, n) => words.slice(n, n + QUOTED_WORDS).join(" "));
}

/** Of this machine's or of a stranger's making: bounded, of one line each, redacted by the newest rules. */
function cleanSession(value: Record<string, unknown>): TravellingSummary | null {
  const clean = (text: string) => clipLine(redact(printable(text.slice(0, 10 * MAX_LINE))).text, MAX_LINE);
  const text = (given: unknown) => (typeof given === "string" && given !== "" ? clean(given) : null);
  const texts = (given: unknown, max = MAX_LINES) =>
    (Array.isArray(given) ? given.slice(-max) : []).flatMap((one) => text(one) ?? []);
  const inProject = (file: string) => !isOutside(file);
  const unfinished = (Array.isArray(value.unfinished) ? value.unfinished.slice(0, MAX_LINES) : []).flatMap(
    (one) => {
      const kind =
        isRecord(one) && OWN_KINDS.has(String(one.kind)) ? (one.kind as "check" | "commit" | "task") : null;
      const line = isRecord(one) ? text(one.text) : null;
      return kind === null || line === null ? [] : [{ kind, text: line, row: null }];
    },
  );
  const summary = {
    files: texts(value.files, MAX_FILES).filter(inProject),
    changedAfterCommit: texts(value.changedAfterCommit, MAX_FILES).filter(inProject),
    commits: texts(value.commits),
    lastCommit: text(value.lastCommit),
    isLastOfSeveral: value.isLastOfSeveral === true,
    pushed: text(value.pushed),
    pullRequests: texts(value.pullRequests),
    fixes: texts(value.fixes),
    testRun: text(value.testRun),
    isTestRunOld: value.isTestRunOld === true,
    unfinished,
    lastTurn: TURNS.find((turn) => turn === value.lastTurn) ?? "unknown",
  };
  const { files, commits, lastCommit, pushed, pullRequests, fixes, testRun } = summary;
  const said = [...files, ...commits, ...pullRequests, ...fixes, ...unfinished];
  return said.length > 0 || (lastCommit ?? pushed ?? testRun) !== null ? summary : null;
}

/** Makes what the person's other machines say searchable, and given to sessions. Same transaction rules as `writeSessions`. */
export function storeSessions(
  { store, key, confirmed, machines }: SyncContext,
  project: ProjectFolders,
  now: number,
): void {
  if (project.summaries === null) return;
  const rows = listRows(store, "session", project.name).filter(
    ({ machine, isSigned, author }) =>
      isSigned && author === null && machine !== key.machine && confirmed.includes(machine),
  );
  const sessions = rows.flatMap(({ id, machine, payload }) => {
    const value = parseJson(payload);
    const summary = isRecord(value) ? cleanSession(value) : null;
    if (!isRecord(value) || summary === null || !Number.isSafeInteger(value.at)) return [];
    const name = machines.find((one) => one.id === machine)?.name ?? "";
    const agent =
      typeof value.agent === "string" && isPlainName(value.agent) ? value.agent.slice(0, 40) : null;
    return [{ id, name, agent, at: Number(value.at), summary: { ...parseSummary(null), ...summary } }];
  });
  for (const { id, name, agent, at, summary } of sessions.toSorted((a, b) => b.at - a.at).slice(0, MAX_SHOWN))
    saveSummary(store, {
      session_id: id,
      project_key: project.key,
      request: summary.lastCommit ?? summary.testRun ?? `Edited ${listFiles(summary.files)}`,
      text: renderSessionSummary(summary),
      detail: JSON.stringify(summary),
      // A clock may be ahead.
      at: Math.min(at, now),
      machine: name,
      agent,
    });
}

/** On some machine. The one where a session ran keeps its own records. */
export function removeForgottenSessions({
  store,
  confirmed,
}: Pick<SyncContext, "store" | "confirmed">): void {
  const forgotten = listDeletedRows(store, "session").filter(
    ({ machine, isSigned, author }) => isSigned && author === null && confirmed.includes(machine),
  );
  for (const { id } of forgotten) {
    dropLiveRows(store, { kind: "session", id, author: null });
    store.query("DELETE FROM session_summaries WHERE session_id = $id AND machine IS NOT NULL").run({ id });
  }
}
