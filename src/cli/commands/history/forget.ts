import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isSessionId } from "../../../protocol/hook-event.ts";
import { filesToForget, removeForgottenFiles } from "../../../recording/archive/forget-files.ts";
import { draftsToForget, removeDrafts } from "../../../review/reflection/actions/draft-files.ts";
import {
  countRows,
  type Forgetting,
  forgetRows,
  scrub,
  sessionsOfProject,
  sessionsSaying,
} from "../../../store/forget.ts";
import type { Store } from "../../../store/open.ts";
import { findSession, sessionsStartingWith } from "../../../store/sessions.ts";
import { listSetAside } from "../../../store/set-aside.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { UserError } from "../../../text/user-error.ts";
import { projectKey } from "../../../worktree/project-key.ts";
import { defineCommand, type Invocation } from "../../command.ts";
import { findProject } from "../../project.ts";
import { withStore } from "../../with-store.ts";

export const command = defineCommand({
  summary: "remove what was recorded, for good",
  details:
    "Rows, search index, write-ahead log, exported transcripts, drafts of reflections and lines of metrics. Claude Code's\n" +
    "own transcripts are not touched. --match removes every record that has the text, whatever its case. Without --yes it\n" +
    "only tells.",
  examples: [
    "holdfast forget --session ID --yes",
    "holdfast forget --project . --yes",
    'holdfast forget --match "project nightjar" --dry-run',
  ],
  options: {
    session: {
      type: "string",
      value: "ID",
      help: "everything of a session; the beginning of the ID is enough",
    },
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
      const drafts = draftsToForget(store, what);
      const rows = (dryRun ? countRows : forgetRows)(store, what);
      const clean = dryRun || scrub(store);
      if (!dryRun) {
        removeForgottenFiles(files);
        removeDrafts(drafts);
        if ("sessions" in what) await removeState(env.holdfastHome, sessions);
      }
      const count = Object.values(rows).reduce((sum, n) => sum + n, 0);
      const exports = files.logFolders.length;
      if (options.json) out.json({ rows, sessions, exports, drafts: drafts.length, dryRun, clean });
      else {
        const whose = options.session ? `session ${sessions[0]}` : countNoun(sessions.length, "session");
        const also = drafts.length > 0 ? ` and ${countNoun(drafts.length, "draft")}` : "";
        const many = `${countNoun(count, "record")}${also} of ${whose}`;
        if (count + exports + drafts.length === 0)
          out.line("Nothing of it is recorded: there is nothing to remove.");
        else out.line(dryRun ? `Would remove ${many}. With --yes it is done.` : `Removed ${many}, for good.`);
      }
      const aside = dryRun ? [] : await listSetAside(env.holdfastHome);
      if (aside.length > 0)
        out.error(
          `What was set aside as damaged may still have it. Delete it: rm '${env.holdfastHome}'/holdfast*.db.corrupt-*`,
        );
      if (clean) return aside.length > 0 ? 1 : 0;
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
    const id = wholeId(store, session);
    return { what: { sessions: [id] }, sessions: [id] };
  }
  const { dir } = await findProject(invocation, project);
  const sessions = sessionsOfProject(store, await projectKey(dir), dir);
  return { what: { sessions }, sessions };
}

/** What is left of a session may lack its row, so an ID that nobody knows is taken as it is. */
function wholeId(store: Store, id: string): string {
  if (findSession(store, id)) return id;
  const [first, second] = sessionsStartingWith(store, id);
  if (second) throw new UserError("usage", `several sessions start with ${id}`, "`holdfast sessions list`.");
  return first?.session_id ?? id;
}

/** Copies of files as a session found them. */
async function removeState(holdfastHome: string, sessions: readonly string[]): Promise<void> {
  for (const id of sessions.filter(isSessionId)) {
    await rm(join(holdfastHome, "state", id), { recursive: true, force: true });
  }
}
