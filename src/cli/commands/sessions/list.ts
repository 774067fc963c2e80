import { listSessions } from "../../../store/sessions.ts";
import { clipLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { projectKey } from "../../../worktree/project-key.ts";
import { defineCommand } from "../../command.ts";
import { PROJECT_OPTIONS } from "../../options.ts";
import { findProject } from "../../project.ts";
import { withStore } from "../../store.ts";

const MAX_SESSIONS = 20;
const MAX_REQUEST = 120;

export const command = defineCommand({
  examples: ["holdfast sessions list", "holdfast sessions list --all --json"],
  options: {
    all: { type: "boolean", help: "every project" },
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = options.all ? null : (await findProject(invocation, options.project)).dir;
    const key = project === null ? null : await projectKey(project);
    const rows = await withStore(env, (store) => listSessions(store, { key, dir: project }, MAX_SESSIONS));
    if (options.json) {
      out.json(rows);
      return 0;
    }
    if (rows.length === 0)
      out.line(
        `No session was recorded ${project === null ? "yet" : `in ${project} yet`}. \`holdfast ingest\` reads past ones from Claude Code's transcripts.`,
      );
    for (const row of rows) {
      const state = row.ended_at === null ? "open" : `ended (${row.end_reason})`;
      out.line(`${out.style.bold(row.session_id)}  ${formatTime(row.last_seen_at)}  ${state}`);
      const about = clipLine(row.request ?? row.original_request ?? "", MAX_REQUEST);
      out.line(`  ${countNoun(row.tool_calls, "tool call")}${about ? ` · ${about}` : ""}`);
    }
    return 0;
  },
});
