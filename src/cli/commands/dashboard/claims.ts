// Claims of the newest sessions, checked against their transcripts.
import { statSync } from "node:fs";
import type { ApiClaim, Claims } from "../../../dashboard/contract.ts";
import {
  isoOrNull,
  line,
  OF_PROJECT,
  projectRef,
  type Query,
  sinceOf,
} from "../../../dashboard/views/shared.ts";
import { addTranscript, emptyPastClaims, type PastClaims } from "../../../gates/claims/past-claims.ts";
import { redactAndShorten } from "../../../recording/capture/redact-fully.ts";
import type { Store } from "../../../store/open.ts";
import type { SessionRow } from "../../../store/sessions.ts";

const MAX_SESSIONS = 30;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Of all transcripts of a request. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_CACHED = 200;
const MAX_TEXT = 300;

type Source = Pick<SessionRow, "session_id" | "project_key" | "project_dir" | "transcript_path">;

/** By path, with the transcript's state when it was read. */
const cache = new Map<string, { size: number; mtime: number; past: Promise<PastClaims> }>();

export async function readClaims(store: Store, query: Query): Promise<Claims> {
  const { project = null, kind } = query;
  const since = sinceOf(query) ?? 0;
  const rows = store
    .query(
      `SELECT session_id, project_key, project_dir, transcript_path FROM sessions
       WHERE transcript_path IS NOT NULL AND last_seen_at >= $since
         ${project === null ? "" : `AND ${OF_PROJECT}`}
       ORDER BY last_seen_at DESC LIMIT ${MAX_SESSIONS + 1}`,
    )
    .all({ since, project }) as Source[];
  const result: Claims = {
    sessions: 0,
    more: rows.length > MAX_SESSIONS,
    claims: [],
    runs: { total: 0, piped: 0, red: 0, hidden: 0 },
  };
  let bytes = 0;
  for (const row of rows.slice(0, MAX_SESSIONS)) {
    bytes += readableFile(row)?.size ?? 0;
    if (bytes > MAX_BYTES) return { ...result, more: true };
    // Reading blocks this process: other requests are answered in between.
    await Bun.sleep(0);
    const { sessions, claims, runs } = await claimsOfSession(row);
    result.sessions += sessions;
    // A session that began earlier may have made some claims before that.
    const isInTime = (at: string | null) => at === null || Date.parse(at) >= since;
    result.claims.push(
      ...claims.filter((claim) => isInTime(claim.at) && (kind === undefined || claim.kind === kind)),
    );
    for (const key of ["total", "piped", "red", "hidden"] as const) result.runs[key] += runs[key];
  }
  return result;
}

export async function claimsOfSession(row: Source): Promise<Omit<Claims, "more">> {
  const past = await readTranscript(row);
  const clean = (text: string) => line(redactAndShorten(text, MAX_TEXT));
  return {
    sessions: past.sessions,
    runs: past.runs,
    claims: past.claims.map(
      ({ at, kind, verdict, text, commands, files }): ApiClaim => ({
        ...projectRef(row.project_key, row.project_dir),
        session: row.session_id,
        at: isoOrNull(at || null),
        kind,
        verdict,
        text: clean(text),
        commands: commands.map(clean),
        files: files.map(clean),
      }),
    ),
  };
}

/** Empty without a transcript to read. */
async function readTranscript(row: Source): Promise<PastClaims> {
  const past = emptyPastClaims();
  const file = readableFile(row);
  if (!file) return past;
  const { path, size, mtime } = file;
  const known = cache.get(path);
  if (known?.size === size && known.mtime === mtime) return known.past;
  const read = addTranscript(past, path, new Set()).then(() => past);
  cache.delete(path);
  cache.set(path, { size, mtime, past: read });
  read.catch(() => cache.delete(path)); // The next request tries again.
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  return read;
}

/** null for a transcript that is gone, or too long to read while the page waits. */
function readableFile({ transcript_path: path }: Source) {
  const file = statSync(path ?? "", { throwIfNoEntry: false });
  if (path === null || !file?.isFile() || file.size > MAX_FILE_BYTES) return null;
  return { path, size: file.size, mtime: file.mtimeMs };
}
