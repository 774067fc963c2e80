// Which session a command is about, and how it was found.
import type { Environment } from "../config/environment.ts";
import { workTreeTop } from "../platform/repository.ts";
import { isSessionId } from "../protocol/claude-code/parse-event.ts";
import type { Store } from "../store/open.ts";
import { findSession, liveSessionsWithin, type SessionRow, sessionsStartingWith } from "../store/sessions.ts";
import { UserError } from "../text/user-error.ts";
import type { Invocation } from "./command.ts";
import { findProject } from "./project.ts";
import { withStore } from "./store.ts";

export interface FoundSession {
  id: string;
  /** Shown to the person, such as "this session". */
  how: string;
  projectDir: string;
  transcriptPath: string | null;
}

const MAX_SILENCE_MS = 24 * 3_600_000;
const LISTED = "`holdfast sessions list` shows them.";

/** The one named, else the one Claude runs us in, else the project's newest live one. */
export async function findTargetSession(
  invocation: Pick<Invocation, "env" | "cwd">,
  given: { session?: string; project?: string },
): Promise<FoundSession> {
  const { env } = invocation;
  const named = given.session ?? env.sessionId ?? null;
  if (named !== null && !isSessionId(named))
    throw new UserError("bad-session", `"${named}" is not a session ID`, LISTED);
  const project = await findProject(invocation, given.project);
  return withStore(env, (store) => {
    if (named === null) {
      const newest = newestHere(store, project.dir);
      if (newest) return toFound(newest, "the newest session here", project.dir);
      throw new UserError(
        "no-session",
        `no session of Claude is running in ${project.dir} (${project.how})`,
        "Start one, or name one with --session.",
      );
    }
    const row = findSession(store, named);
    if (row) return toFound(row, given.session ? "--session" : "this session", project.dir);
    if (given.session) throw new UserError("no-session", `there is no session ${named}`, LISTED);
    return { id: named, how: "this session", projectDir: project.dir, transcriptPath: null };
  });
}

/** In a sub-folder of the project, too, but not in another project inside it. */
function newestHere(store: Store, dir: string): SessionRow | null {
  const live = liveSessionsWithin(store, dir, Date.now() - MAX_SILENCE_MS);
  const top = workTreeTop(dir);
  const isHere = ({ project_dir }: SessionRow) =>
    project_dir === dir || (top !== null && workTreeTop(project_dir ?? "") === top);
  return live.find(isHere) ?? null;
}

function toFound(row: SessionRow, how: string, projectDir: string): FoundSession {
  return {
    id: row.session_id,
    how,
    projectDir: row.project_dir ?? projectDir,
    transcriptPath: row.transcript_path,
  };
}

/** By its ID or the beginning of it. */
export function pickSession(store: Store, id: string): SessionRow {
  if (id === "")
    throw new UserError("usage", "which session?", `Give its ID, or the beginning of it: ${LISTED}`);
  const exact = findSession(store, id);
  const [first, second] = exact ? [exact] : sessionsStartingWith(store, id);
  if (first && !second) return first;
  throw new UserError(
    "no-session",
    first ? `several sessions start with ${id}` : `there is no session ${id}`,
    LISTED,
  );
}

/** Has not ended, and was active within a day. */
export async function isLiveSession(env: Environment, sessionId: string): Promise<boolean> {
  // Without a readable store no session counts as alive.
  const row = await withStore(env, (store) => findSession(store, sessionId)).catch(() => null);
  return row !== null && row.ended_at === null && Date.now() - row.last_seen_at < MAX_SILENCE_MS;
}
