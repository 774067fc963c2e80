import { rm } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../config/user-error.ts";
import { filesToForget, removeFiles } from "../exports/forget-files.ts";
import { isSessionId } from "../protocol/parse-event.ts";
import { type Forgetting, forgetRows, scrub, sessionsOfProject, sessionsSaying } from "../store/forget.ts";
import type { Store } from "../store/open.ts";
import { projectKey } from "../worktree/project-key.ts";
import { defineCommand, type Invocation } from "./command.ts";
import { findProject } from "./project.ts";
import { withStore } from "./with-store.ts";

export const command = defineCommand({
  summary: "remove what was recorded, for good",
  details:
    "Rows, search index, write-ahead log, exported transcripts and lines of metrics. Claude Code's own transcripts are not touched.\n" +
    "--match removes every record that has the text, whatever its case.",
  examples: [
    "holdfast forget --session ID --yes",
    "holdfast forget --project . --yes",
    'holdfast forget --match "project nightjar" --dry-run',
  ],
  options: {
    session: { type: "string", value: "ID", help: "everything of a session" },
    project: { type: "string", value: "DIR", help: "everything of a project and its work trees" },
    match: { type: "string", value: "TEXT", help: "every record with this text" },
    "dry-run": { type: "boolean", help: "only say what would go" },
    yes: { type: "boolean", help: "do it" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const dryRun = options["dry-run"] === true || options.yes !== true;
    return withStore(env, async (store) => {
      const { what, sessions } = await choose(invocation, store);
      const files = await filesToForget(store, what, sessions);
      const rows = remove(store, what, dryRun);
      const clean = dryRun || scrub(store);
      if (!dryRun) {
        removeFiles(files);
        if ("sessions" in what) await removeState(env.holdfastHome, sessions);
      }
      const count = Object.values(rows).reduce((sum, n) => sum + n, 0);
      const exports = files.logs.length;
      if (options.json) out.json({ rows, sessions, exports, dryRun, clean });
      else {
        const many = `${count} records of ${sessions.length} sessions`;
        out.line(dryRun ? `Would remove ${many}. With --yes it is done.` : `Removed ${many}, for good.`);
      }
      if (clean) return 0;
      out.error("Another process reads the database: its log still has the old pages. Run this again later.");
      return 1;
    });
  },
});

async function choose(
  invocation: Invocation,
  store: Store,
): Promise<{ what: Forgetting; sessions: readonly string[] }> {
  const { session, project, match } = invocation.options as Record<string, string | undefined>;
  if ([session, project, match].filter((given) => given !== undefined && given !== "").length !== 1) {
    throw new UserError(
      "usage",
      "one of --session, --project and --match is needed",
      "See `holdfast forget --help`.",
    );
  }
  if (match) return { what: { text: match }, sessions: sessionsSaying(store, match) };
  if (session !== undefined) {
    if (!isSessionId(session))
      throw new UserError("usage", `${session} is no session's ID`, "`holdfast sessions list`.");
    return { what: { sessions: [session] }, sessions: [session] };
  }
  const { dir } = await findProject(invocation, project);
  const sessions = sessionsOfProject(store, await projectKey(dir), dir);
  return { what: { sessions }, sessions };
}

function remove(store: Store, what: Forgetting, dryRun: boolean) {
  store.run("BEGIN IMMEDIATE");
  try {
    const rows = forgetRows(store, what);
    store.run(dryRun ? "ROLLBACK" : "COMMIT");
    return rows;
  } catch (error) {
    if (store.inTransaction) store.run("ROLLBACK");
    throw error;
  }
}

/** Copies of files as a session found them. */
async function removeState(holdfastHome: string, sessions: readonly string[]): Promise<void> {
  for (const id of sessions.filter(isSessionId)) {
    await rm(join(holdfastHome, "state", id), { recursive: true, force: true });
  }
}
