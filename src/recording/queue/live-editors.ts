// Who else edits this work tree now: two sessions in one tree judge each other's changes.
import { workTreeTop } from "../../platform/repository.ts";
import type { Store } from "../../store/open.ts";

/** A session that was silent for longer is taken for idle. */
const MAX_IDLE_MS = 30 * 60_000;
const MAX_FILES = 200;

/** Other live sessions that edited files in this work tree lately, the last one first. */
export function listLiveEditors(
  store: Store,
  { sessionId, root, now }: { sessionId: string; root: string; now: number },
): string[] {
  const rows = store
    .query(
      `SELECT DISTINCT call.session_id AS editor, file.value AS path
       FROM sessions JOIN pending_queue AS call ON call.session_id = sessions.session_id,
         json_each(iif(json_valid(call.files_touched), call.files_touched, '[]')) AS file
       WHERE sessions.session_id <> $sessionId AND sessions.ended_at IS NULL AND sessions.last_seen_at >= $since
         AND call.created_at >= $since AND call.tool_name IN ('Write', 'Edit', 'MultiEdit', 'NotebookEdit')
         AND substr(file.value, 1, length($root) + 1) = $root || '/'
       ORDER BY call.id DESC LIMIT ${MAX_FILES}`,
    )
    .all({ sessionId, root, since: now - MAX_IDLE_MS }) as { editor: string; path: string }[];
  // A linked work tree may be below this one.
  const here = rows.filter(({ path }) => workTreeTop(path.slice(0, path.lastIndexOf("/"))) === root);
  return [...new Set(here.map(({ editor }) => editor))];
}

/** Such as "session 3f2a edits here too; use a worktree"; null without one. */
export function describeLiveEditors(editors: readonly string[]): string | null {
  const [first, ...others] = editors.map((id) => id.slice(0, 8));
  if (first === undefined) return null;
  return others.length === 0
    ? `session ${first} edits here too; use a worktree`
    : `${others.length + 1} sessions edit here too (${first} …); use a worktree`;
}
