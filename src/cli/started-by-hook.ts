// Commands that the hook starts in the background for a session, and nobody else.

import { isSessionId } from "../protocol/hook-event.ts";
import { UserError } from "../text/user-error.ts";

export const STARTED_OPTIONS = {
  session: { type: "string", value: "ID", help: "the session" },
  project: { type: "string", value: "DIR", help: "its project" },
} as const;

export function requireSession(options: { session?: string; project?: string }): {
  sessionId: string;
  projectDir: string;
} {
  const { session: sessionId = "", project: projectDir = "" } = options;
  if (isSessionId(sessionId) && projectDir.startsWith("/")) return { sessionId, projectDir };
  throw new UserError("usage", "--session and --project are needed", "The hook starts this by itself.");
}
