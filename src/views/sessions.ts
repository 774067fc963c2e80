// Sessions: the list, and the story of one: what was asked, done, tested, recalled, and the outcome.

import { nameAgent } from "../protocol/hosts.ts";
import { describeSummary, parseSummary } from "../recording/observations/session-summary.ts";
import { findSummary } from "../recording/observations/summaries.ts";
import { listSessionRuns } from "../recording/runs/runs-of-session.ts";
import { searchStore } from "../recording/search/search.ts";
import type { Store } from "../store/open.ts";
import { findSession, MAX_SILENCE_MS, type SessionRow as SessionRecord } from "../store/sessions.ts";
import { listTasks } from "../store/tasks.ts";
import { printable } from "../text/printable.ts";
import { UserError } from "../text/user-error.ts";
import { listSessionFindings } from "./findings.ts";
import { listRecalled } from "./recall.ts";
import { titleSession } from "./session-title.ts";
import {
  iso,
  isoOrNull,
  line,
  lineOrNull,
  OF_PROJECT,
  PAGE_SIZE,
  parseStrings,
  projectRef,
  type Query,
} from "./shared.ts";
import { readEvents, type SessionEvents, toSteps } from "./timeline.ts";

const MAX_PROJECTS = 200;
const MAX_FILES = 100;
const MAX_RECEIPTS = 50;
const MAX_HITS = 200;

export function listProjects(store: Store) {
  const rows = store
    .query(
      // In SQLite, a bare column beside max() comes from the row with the maximum.
      `SELECT coalesce(project_key, project_dir) AS key, project_dir AS dir, max(last_seen_at) AS seen
       FROM sessions WHERE project_dir IS NOT NULL GROUP BY 1 ORDER BY seen DESC LIMIT ${MAX_PROJECTS}`,
    )
    .all() as { key: string; dir: string }[];
  const keys = rows.map(({ key }) => key);
  return rows.map(({ key, dir }) => ({
    projectKey: key,
    /** The most recently used folder. */
    project: printable(dir),
    /** The folder's name; with parent folders if several projects share it. */
    name: line(uniqueTail(key, keys), 80),
  }));
}

/** As few last parts of a path as only one of `paths` ends with. */
function uniqueTail(path: string, paths: readonly string[]): string {
  const parts = path.split("/").filter(Boolean);
  const tails = parts.map((_, n) => parts.slice(-n - 1).join("/"));
  return tails.find((tail) => paths.filter((one) => one.endsWith(`/${tail}`)).length === 1) ?? path;
}

type ListedSession = SessionRecord & {
  stops: number;
  held: number;
  findings: number;
};

const SELECT = `SELECT s.*,
    (SELECT count(*) FROM decisions d WHERE d.session_id = s.session_id) AS stops,
    (SELECT count(*) FROM decisions d WHERE d.session_id = s.session_id AND d.verdict = 'blocked') AS held,
    (SELECT count(*) FROM findings f WHERE f.session_id = s.session_id AND f.status = 'new') AS findings
  FROM sessions s`;

const WITH_FINDINGS = "session_id IN (SELECT session_id FROM findings WHERE status = 'new')";

export function listSessionRows(store: Store, query: Query) {
  const { q = "", project = null, findings } = query;
  if (q.trim() !== "") return { rows: searchSessions(store, q, project), next: null };
  const [at = Number.MAX_SAFE_INTEGER, id = ""] = query.cursor?.split(" ") ?? [];
  const rows = store
    .query(
      `${SELECT} WHERE s.session_id IN (
         SELECT session_id FROM sessions WHERE (last_seen_at, session_id) < ($at, $id)
           ${project === null ? "" : `AND ${OF_PROJECT}`} ${findings === "1" ? `AND ${WITH_FINDINGS}` : ""}
         ORDER BY last_seen_at DESC, session_id DESC LIMIT ${PAGE_SIZE})
       ORDER BY s.last_seen_at DESC, s.session_id DESC`,
    )
    .all({ at: Number(at), id, project }) as ListedSession[];
  const last = rows.at(-1);
  return {
    rows: rows.map((row) => toRow(store, row)),
    next: last && rows.length === PAGE_SIZE ? `${last.last_seen_at} ${last.session_id}` : null,
  };
}

/** Sessions of the best hits in their prompts, summaries and work. */
function searchSessions(store: Store, q: string, projectKey: string | null) {
  const hits = searchStore(store, q, { projectKey, kind: null, since: 0, limit: MAX_HITS }) ?? [];
  const ids = [...new Set(hits.map(({ session_id }) => session_id))].slice(0, PAGE_SIZE);
  const rows = store
    .query(`${SELECT} WHERE s.session_id IN (SELECT value FROM json_each($ids))`)
    .all({ ids: JSON.stringify(ids) }) as ListedSession[];
  return rows
    .toSorted((a, b) => ids.indexOf(a.session_id) - ids.indexOf(b.session_id))
    .map((row) => toRow(store, row));
}

function toRow(store: Store, row: ListedSession) {
  return {
    ...projectRef(row.project_key, row.project_dir),
    session: row.session_id,
    /** Which one it ran in; null for Claude Code. */
    agent: lineOrNull(nameAgent(row.agent), 40),
    ...titleSession(store, row),
    startedAt: iso(row.started_at),
    lastSeenAt: iso(row.last_seen_at),
    endedAt: isoOrNull(row.ended_at),
    ending: describeEnding(row),
    toolCalls: row.tool_calls,
    stops: row.stops,
    held: row.held,
    /** Open ones, of reflections. */
    openFindings: row.findings,
  };
}

/** A killed client reports no end. */
function describeEnding({ ended_at, end_reason, last_seen_at }: SessionRecord) {
  if (ended_at === null) return Date.now() - last_seen_at < MAX_SILENCE_MS ? "open" : "no end recorded";
  return end_reason === "ingested" ? "read from its transcript" : "ended";
}

export type Story = ReturnType<typeof readStory>;
export type SessionListRow = ReturnType<typeof toRow>;

export function readStory(store: Store, id: string) {
  const row = store.query(`${SELECT} WHERE s.session_id = $id`).get({ id }) as ListedSession | null;
  if (!row)
    throw new UserError("no-session", `there is no session ${line(id, 60)}`, "It may have been forgotten.");
  const events = readEvents(store, id);
  const listed = toRow(store, row);
  return {
    ...listed,
    summary: summaryOf(store, id, listed.title),
    findings: listSessionFindings(store, id),
    timeline: toSteps(events),
    files: changedFiles(events, row.project_dir),
    checks: listSessionRuns(store, id)
      .slice(-MAX_FILES)
      .map(({ at, command, state, scope, passed, failed, skipped, isHidden, isOwn }) => ({
        ...{ at: iso(at), command: line(command), state, scope, passed, failed, skipped, hidden: isHidden },
        by: isOwn ? "holdfast" : "the agent",
      })),
    commits: events.work
      .filter(({ kind }) => kind === "commit")
      .slice(-MAX_FILES)
      .map(({ title, at }) => ({ title: line(title), at: iso(at) })),
    tasks: listTasks(store, id).map(({ subject, status }) => ({ subject: line(subject), status })),
    given: listRecalled(store, { sessionId: id, projectDir: null }, MAX_RECEIPTS).reverse(),
  };
}

/** Without what the title says. */
function summaryOf(store: Store, id: string, title: string | null): string | null {
  const row = findSummary(store, id);
  const summary = parseSummary(row?.detail ?? null);
  const isSaid = summary.askedLater !== null && title?.includes(line(summary.askedLater.text));
  const lines = describeSummary(isSaid ? { ...summary, askedLater: null } : summary);
  return lines.length > 0 ? lines.map((each) => line(each, 500)).join("\n") : null;
}

function changedFiles({ work }: SessionEvents, project: string | null) {
  const counts = new Map<string, number>();
  for (const { kind, files } of work)
    if (kind === "change")
      for (const path of parseStrings(files)) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts]
    .map(([path, changes]) => ({
      path: line(project && path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path),
      changes,
    }))
    .toSorted((a, b) => b.changes - a.changes)
    .slice(0, MAX_FILES);
}

/** The session of an action, or an error. */
export function requireSession(store: Store, id: string): SessionRecord {
  const row = findSession(store, id);
  if (row) return row;
  throw new UserError("no-session", `there is no session ${line(id, 60)}`, "Reload the page.");
}
