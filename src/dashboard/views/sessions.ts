// Sessions: the list, and the story of one: what was asked, done, tested, recalled, and the outcome.

import type { CandidateRow } from "../../memory/inbox/candidates.ts";
import { findMemoryById } from "../../memory/index/memories.ts";
import { findSource, listReceipts, type ReceiptRow, toldLines } from "../../memory/recall/recall-receipts.ts";
import { findSummary, nameSession } from "../../recording/observations/summaries.ts";
import { listSessionRuns } from "../../recording/runs/runs-of-session.ts";
import { searchStore } from "../../recording/search/search.ts";
import { listSessionFindings } from "../../review/reflection/finding-rows.ts";
import { findReflection } from "../../review/reflection/reflection-rows.ts";
import type { Store } from "../../store/open.ts";
import { findSession, type SessionRow as SessionRecord } from "../../store/sessions.ts";
import { listTasks } from "../../store/tasks.ts";
import { printable } from "../../text/printable.ts";
import { isRecord } from "../../text/unknown-values.ts";
import { UserError } from "../../text/user-error.ts";
import type { Claim } from "../contract.ts";
import {
  fromCursor,
  iso,
  isoOrNull,
  line,
  lineOrNull,
  OF_PROJECT,
  pageSize,
  paragraph,
  parseStrings,
  projectRef,
  type Query,
  toCursor,
} from "./shared.ts";
import { weakenedIn } from "./stops.ts";
import { readEvents, type SessionEvents, toCompaction, toSteps } from "./timeline.ts";

const MAX_PROJECTS = 200;
const MAX_PARTS = 20;
const MAX_TURNS = 60;
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
  const names = distinctNames(rows.map(({ key }) => key));
  return rows.map(({ key, dir }) => ({
    projectKey: key,
    /** The most recently used folder. */
    project: printable(dir),
    /** The folder's name; with parent folders if several projects share it. */
    name: names.get(key) ?? "",
  }));
}

/** Folders of the same name get as many parent folders as make them unique. */
function distinctNames(folders: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  const tailOf = (folder: string, length: number) =>
    folder.split("/").filter(Boolean).slice(-length).join("/");
  const name = (group: readonly string[], length: number): void => {
    for (const [tail, same = []] of Map.groupBy(group, (folder) => tailOf(folder, length)))
      if (same.length === 1 || length > MAX_PARTS)
        for (const folder of same) names.set(folder, line(tail, 80));
      else name(same, length + 1);
  };
  name(folders, 1);
  return names;
}

type ListedSession = SessionRecord & { request: string | null; stops: number; blocked: number };

const SELECT = `SELECT s.*, m.request,
    (SELECT count(*) FROM decisions d WHERE d.session_id = s.session_id) AS stops,
    (SELECT count(*) FROM decisions d WHERE d.session_id = s.session_id AND d.verdict = 'blocked') AS blocked
  FROM sessions s LEFT JOIN session_summaries m ON m.session_id = s.session_id`;

export function listSessionRows(store: Store, query: Query) {
  const limit = pageSize(query);
  const { q = "", project = null } = query;
  if (q.trim() !== "") return { rows: searchSessions(store, q, project, limit), next: null };
  const [at, id] = fromCursor(query, "number", "string") ?? [Number.MAX_SAFE_INTEGER, ""];
  const rows = store
    .query(
      `${SELECT} WHERE s.session_id IN (
         SELECT session_id FROM sessions WHERE (last_seen_at, session_id) < ($at, $id)
           ${project === null ? "" : `AND ${OF_PROJECT}`}
         ORDER BY last_seen_at DESC, session_id DESC LIMIT $limit)
       ORDER BY s.last_seen_at DESC, s.session_id DESC`,
    )
    .all({ at, id, limit, project }) as ListedSession[];
  const last = rows.at(-1);
  return {
    rows: rows.map((row) => toRow(store, row)),
    next: last && rows.length === limit ? toCursor(last.last_seen_at, last.session_id) : null,
  };
}

/** Sessions of the best hits in their prompts, summaries and work. */
function searchSessions(store: Store, q: string, projectKey: string | null, limit: number) {
  const hits = searchStore(store, q, { projectKey, kind: null, since: 0, limit: MAX_HITS }) ?? [];
  const ids = [...new Set(hits.map(({ session_id }) => session_id))].slice(0, limit);
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
    request: lineOrNull(nameSession(store, row)),
    startedAt: iso(row.started_at),
    lastSeenAt: iso(row.last_seen_at),
    endedAt: isoOrNull(row.ended_at),
    endReason: lineOrNull(row.end_reason, 40),
    toolCalls: row.tool_calls,
    stops: row.stops,
    blocked: row.blocked,
  };
}

/** `claimsOf`: a session's claims with their verdicts. */
export async function readStory(
  store: Store,
  id: string,
  claimsOf: (session: SessionRecord) => Promise<Claim[]>,
) {
  const row = store.query(`${SELECT} WHERE s.session_id = $id`).get({ id }) as ListedSession | null;
  if (!row)
    throw new UserError("no-session", `there is no session ${line(id, 60)}`, "It may have been forgotten.");
  const events = readEvents(store, id);
  const { turns, turnsLeftOut } = toTurns(events, row.started_at);
  const weakened = await weakenedIn(row);
  const claims = await claimsOf(row);
  return {
    ...toRow(store, row),
    summary: summaryOf(store, id),
    turns,
    turnsLeftOut,
    files: changedFiles(events, row.project_dir),
    tests: listSessionRuns(store, id)
      .slice(-MAX_FILES)
      .map(({ at, command, state, scope, passed, failed, skipped, isHidden }) => ({
        ...{ at: iso(at), command: line(command), state, scope, passed, failed, skipped, hidden: isHidden },
      })),
    commits: events.work
      .filter(({ kind }) => kind === "commit")
      .slice(-MAX_FILES)
      .map(({ title, at }) => ({ title: line(title), at: iso(at) })),
    compactions: events.compactions.map(toCompaction).map(({ at, text }) => ({ at, text })),
    releases: releasesOf(store, id),
    tasks: listTasks(store, id).map(({ subject, status }) => ({ subject: line(subject), status })),
    told: listReceipts(store, { sessionId: id, projectDir: null }, MAX_RECEIPTS)
      .reverse()
      .map((receipt) => toReceipt(store, receipt, row.project_key)),
    claims,
    weakened,
    candidates: candidatesOf(store, id),
    reflection: reflectionOf(store, id),
  };
}

/** Without the request, which is the story's title. */
function summaryOf(store: Store, id: string): string | null {
  const lines = findSummary(store, id)?.text.split("\n") ?? [];
  const rest = lines.filter((each) => !each.startsWith("Request: ")).map((each) => line(each, 500));
  return rest.length > 0 ? rest.join("\n") : null;
}

/** A turn begins with a prompt. */
function toTurns(events: SessionEvents, startedAt: number) {
  const { prompts } = events;
  const starts = prompts.map(({ at }) => at);
  const first = Math.min(startedAt, ...events.stops.map(({ at }) => at), ...events.work.map(({ at }) => at));
  // Events before the first known prompt.
  if (starts.length === 0 || first < (starts[0] ?? 0)) starts.unshift(first);
  const all = starts.flatMap((from, n) => {
    const until = starts[n + 1] ?? Number.MAX_SAFE_INTEGER;
    const within = <T extends { at: number }>(list: readonly T[]) =>
      list.filter(({ at }) => at >= from && at < until);
    const { steps, leftOut } = toSteps({
      prompts: [],
      stops: within(events.stops),
      work: within(events.work),
      compactions: within(events.compactions),
    });
    const prompt = prompts.find(({ at }) => at === from);
    if (!prompt && steps.length === 0) return [];
    return [{ prompt: prompt ? paragraph(prompt.text, 4000) : null, at: iso(from), steps, leftOut }];
  });
  const turnsLeftOut = Math.max(0, all.length - MAX_TURNS);
  if (turnsLeftOut > 0) all.splice(MAX_TURNS / 2, turnsLeftOut);
  return { turns: all, turnsLeftOut };
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

/** Releases by people, Claude and agents. */
function releasesOf(store: Store, session: string) {
  const rows = store
    .query(
      "SELECT at, detail FROM event_log WHERE session_id = $session AND event IN ('release', 'dashboard') ORDER BY id LIMIT 100",
    )
    .all({ session }) as { at: number; detail: string }[];
  return rows.map(({ at, detail }) => {
    const read: unknown = JSON.parse(detail);
    const text = (key: string) =>
      isRecord(read) && typeof read[key] === "string" ? line(read[key], 80) : "";
    return { at: iso(at), command: text("command"), by: text("by"), from: text("from") || null };
  });
}

interface ToldLine {
  /** observation, prompt, session, memory, decision … */
  kind: string;
  /** null: forgotten since. */
  text: string | null;
  session: string | null;
  memory: { projectKey: string; id: string } | null;
  /** For a memory: whether and how the session used it; null if unknown. */
  used: boolean | null;
  how: string | null;
}

/** What was recalled from earlier sessions, and whether it was used. */
function toReceipt(store: Store, row: ReceiptRow, projectKey: string | null) {
  return {
    at: iso(row.at),
    event: row.event,
    tokens: row.tokens,
    terms: parseStrings(row.terms).map((term) => line(term, 60)),
    lines: toldLines(row).map(({ from: [first] }): ToldLine => {
      const none = { memory: null, used: null, how: null };
      if (!first) return { kind: "", text: null, session: null, ...none };
      if (first.source !== "memory") {
        const { text, session } = findSource(store, first);
        return { kind: first.source, text: lineOrNull(text), session, ...none };
      }
      // Another project may have a memory with the same ID.
      const memory = findMemoryById(store, projectKey ?? "", first.id) ?? findMemoryById(store, "", first.id);
      const outcome = store
        .query(
          "SELECT used, how FROM memory_outcomes WHERE session_id = $session AND memory_id = $id LIMIT 1",
        )
        .get({ session: row.session_id, id: first.id }) as { used: number; how: string | null } | null;
      return {
        kind: first.source,
        text: lineOrNull(memory?.title),
        session: memory?.source_session ?? null,
        memory: memory && { projectKey: memory.project_key, id: first.id },
        used: outcome === null ? null : outcome.used === 1,
        how: lineOrNull(outcome?.how),
      };
    }),
  };
}

function candidatesOf(store: Store, session: string) {
  const rows = store
    .query(
      "SELECT id, title, category, status FROM candidates WHERE session_id = $session AND status <> 'said' ORDER BY id LIMIT 50",
    )
    .all({ session }) as Pick<CandidateRow, "id" | "title" | "category" | "status">[];
  return rows.map((row) => ({ ...row, title: line(row.title) }));
}

function reflectionOf(store: Store, session: string) {
  const row = findReflection(store, session);
  if (!row) return null;
  const findings = listSessionFindings(store, [session]);
  return {
    at: iso(row.at),
    findings: findings.map(({ id, title, status }) => ({ id, title: line(title), status })),
  };
}

/** The session of an action, or an error. */
export function requireSession(store: Store, id: string): SessionRecord {
  const row = findSession(store, id);
  if (row) return row;
  throw new UserError("no-session", `there is no session ${line(id, 60)}`, "Reload the page.");
}
