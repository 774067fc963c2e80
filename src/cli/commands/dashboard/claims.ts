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
import { addTranscript, emptyPastClaims } from "../../../gates/claims/past-claims.ts";
import { redactAndShorten } from "../../../recording/capture/redact-fully.ts";
import type { Store } from "../../../store/open.ts";
import type { SessionRow } from "../../../store/sessions.ts";

const MAX_SESSIONS = 30;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_TEXT = 300;

type Source = Pick<SessionRow, "session_id" | "project_key" | "project_dir" | "transcript_path">;

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
  for (const row of rows.slice(0, MAX_SESSIONS)) {
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

/** Empty for a transcript that is gone, or too long to read while the page waits. */
export async function claimsOfSession(row: Source): Promise<Omit<Claims, "more">> {
  const past = emptyPastClaims();
  const path = row.transcript_path ?? "";
  const file = statSync(path, { throwIfNoEntry: false });
  if (file?.isFile() && file.size <= MAX_FILE_BYTES) await addTranscript(past, path, new Set());
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
