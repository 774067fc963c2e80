import { listSessions } from "../../../store/sessions.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { projectKey } from "../../../worktree/project-key.ts";
import { defineCommand } from "../../command.ts";
import { findProject } from "../../project.ts";
import { withStore } from "../../with-store.ts";

export const command = defineCommand({
  summary: "the last sessions of this project",
  examples: ["holdfast sessions list", "holdfast sessions list --all --json"],
  options: {
    project: { type: "string", value: "DIR", help: "the project, when it is not the one at hand" },
    all: { type: "boolean", help: "every project" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = options.all ? null : (await findProject(invocation, options.project)).dir;
    const key = project === null ? null : await projectKey(project);
    const rows = await withStore(env, (store) => listSessions(store, { key, dir: project }, 20));
    if (options.json) {
      out.json(rows);
      return 0;
    }
    if (rows.length === 0)
      out.line(
        `No session was recorded ${project === null ? "yet" : `in ${project} yet`}. \`holdfast ingest\` reads the ones Claude Code has kept.`,
      );
    for (const row of rows) {
      const state = row.ended_at === null ? "open" : `ended (${row.end_reason})`;
      out.line(`${out.style.bold(row.session_id)}  ${formatTime(row.last_seen_at)}  ${state}`);
      const about = (row.request ?? row.original_request ?? "").replace(/\s+/g, " ").slice(0, 120);
      out.line(`  ${countNoun(row.tool_calls, "tool call")}${about ? ` · ${about}` : ""}`);
    }
    return 0;
  },
});
