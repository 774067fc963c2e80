// Which session a command is about, and how that was found out.

import { isSessionId } from "../protocol/hook-event.ts";
import { findSession, newestLiveSession, type SessionRow } from "../store/sessions.ts";
import { UserError } from "../text/user-error.ts";
import type { Invocation } from "./command.ts";
import { findProject } from "./project.ts";
import { withStore } from "./with-store.ts";

export interface FoundSession {
  id: string;
  /** Told to the person, such as "this session". */
  how: string;
  projectDir: string;
  transcriptPath: string | null;
}

const SILENT_MS = 24 * 3_600_000;

/** The one named, else the one Claude runs us in, else the project's newest live one. */
export async function findDeclaredSession(
  invocation: Pick<Invocation, "env" | "cwd">,
  given: { session?: string; project?: string },
): Promise<FoundSession> {
  const { env } = invocation;
  const named = given.session ?? env.sessionId ?? null;
  if (named !== null && !isSessionId(named)) {
    throw new UserError(
      "bad-session",
      `"${named}" is not a session id`,
      "`holdfast status` shows the sessions.",
    );
  }
  const project = await findProject(invocation, given.project);
  return withStore(env, (store) => {
    if (named === null) {
      const newest = newestLiveSession(store, project.dir, Date.now() - SILENT_MS);
      if (newest) return found(newest, "the newest session here", project.dir);
      throw new UserError(
        "no-session",
        `no session of Claude is running in ${project.dir} (${project.how})`,
        "Start one, or name one with --session.",
      );
    }
    const row = findSession(store, named);
    if (row) return found(row, given.session ? "--session" : "this session", project.dir);
    if (given.session) {
      throw new UserError(
        "no-session",
        `no session ${named} is known`,
        "`holdfast status` shows the newest.",
      );
    }
    return { id: named, how: "this session", projectDir: project.dir, transcriptPath: null };
  });
}

function found(row: SessionRow, how: string, projectDir: string): FoundSession {
  return {
    id: row.session_id,
    how,
    projectDir: row.project_dir ?? projectDir,
    transcriptPath: row.transcript_path,
  };
}
