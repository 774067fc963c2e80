// Claims of the newest sessions, checked against their transcripts. A transcript is read again only when it has grown.
import { statSync } from "node:fs";
import type { Claim, Claims } from "../../../dashboard/contract.ts";
import {
  badQuery,
  isoOrNull,
  line,
  OF_PROJECT,
  projectRef,
  type Query,
  timeOf,
} from "../../../dashboard/views/shared.ts";
import { addTranscript, emptyPastClaims, type PastClaims } from "../../../gates/claims/past-claims.ts";
import { redactAndShorten } from "../../../recording/capture/redact-fully.ts";
import type { Store } from "../../../store/open.ts";
import type { SessionRow } from "../../../store/sessions.ts";

const MAX_SESSIONS = 30;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_CACHED = 200;
const MAX_TEXT = 300;
const MAX_STOPS = 2000;
/** A record's time may be slightly after the hook began. */
const CLOCK_MS = 100;
const MAX_DELAY_MS = 30_000;
const KINDS: readonly Claim["kind"][] = ["tests", "commit", "push", "lint", "types", "build", "file", "done"];

type Source = Pick<SessionRow, "session_id" | "project_key" | "project_dir" | "transcript_path">;

/** By path: its state when it was read. */
const cache = new Map<string, { size: number; mtime: number; read: Promise<PastClaims> }>();

export async function readClaims(store: Store, query: Query): Promise<Claims> {
  const { project = null, session = null, kind } = query;
  if (kind !== undefined && !KINDS.some((one) => one === kind))
    throw badQuery("kind", kind, `one of ${KINDS.join(", ")}`);
  const since = timeOf(query, "since") ?? 0;
  const until = timeOf(query, "until") ?? Number.MAX_SAFE_INTEGER;
  const rows = store
    .query(
      `SELECT session_id, project_key, project_dir, transcript_path FROM sessions
       WHERE transcript_path IS NOT NULL AND last_seen_at >= $since AND started_at < $until
         ${project === null ? "" : `AND ${OF_PROJECT}`}
         ${session === null ? "" : "AND session_id = $session"}
       ORDER BY last_seen_at DESC LIMIT ${MAX_SESSIONS + 1}`,
    )
    .all({ since, until, project, session }) as Source[];
  const result: Claims = {
    sessions: 0,
    more: rows.length > MAX_SESSIONS,
    claims: [],
    runs: { total: 0, piped: 0, red: 0, hidden: 0 },
  };
  let bytes = 0;
  for (const row of rows.slice(0, MAX_SESSIONS)) {
    bytes += sizeOf(row);
    if (bytes > MAX_BYTES) return { ...result, more: true };
    const { sessions, claims, runs } = await claimsOfSession(store, row);
    result.sessions += sessions;
    // A session that began earlier may have made some claims before that.
    const isInTime = (at: string | null) =>
      at === null || (Date.parse(at) >= since && Date.parse(at) < until);
    result.claims.push(
      ...claims.filter((claim) => isInTime(claim.at) && (kind === undefined || claim.kind === kind)),
    );
    for (const key of ["total", "piped", "red", "hidden"] as const) result.runs[key] += runs[key];
  }
  return result;
}

function sizeOf({ transcript_path }: Source): number {
  return transcript_path === null ? 0 : (statSync(transcript_path, { throwIfNoEntry: false })?.size ?? 0);
}

/** Empty for a transcript that is gone, or too long to read while the page waits. */
export async function claimsOfSession(store: Store, row: Source): Promise<Omit<Claims, "more">> {
  const past = await readTranscript(row.transcript_path);
  const stops = past.claims.length === 0 ? [] : stopsOf(store, row.session_id);
  const clean = (text: string) => line(redactAndShorten(text, MAX_TEXT));
  return {
    sessions: past.sessions,
    runs: past.runs,
    claims: past.claims.map(
      ({ at, kind, verdict, text, commands, files }): Claim => ({
        ...projectRef(row.project_key, row.project_dir),
        session: row.session_id,
        at: isoOrNull(at || null),
        stop: stopAfter(stops, at),
        kind,
        verdict,
        text: clean(text),
        commands: commands.map(clean),
        files: files.map(clean),
      }),
    ),
  };
}

interface StopTime {
  id: number;
  at: number;
}

/** Oldest first. */
function stopsOf(store: Store, session: string): StopTime[] {
  return store
    .query(
      `SELECT id, at FROM decisions WHERE session_id = $session AND agent = 'main' AND event = 'Stop'
       ORDER BY id DESC LIMIT ${MAX_STOPS}`,
    )
    .all({ session })
    .reverse() as StopTime[];
}

/** The client writes the message just before the stop; a stop may wait a moment for a lagging transcript. */
function stopAfter(stops: readonly StopTime[], at: number): number | null {
  const next = at > 0 ? stops.find((stop) => stop.at >= at - CLOCK_MS) : undefined;
  return next !== undefined && next.at - at <= MAX_DELAY_MS ? next.id : null;
}

function readTranscript(path: string | null): Promise<PastClaims> {
  const file = path === null ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path === null || !file?.isFile() || file.size > MAX_FILE_BYTES)
    return Promise.resolve(emptyPastClaims());
  const known = cache.get(path);
  if (known?.size === file.size && known.mtime === file.mtimeMs) return known.read;
  const past = emptyPastClaims();
  const read = addTranscript(past, path, new Set()).then(() => past);
  cache.delete(path);
  cache.set(path, { size: file.size, mtime: file.mtimeMs, read });
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  return read;
}
