import { listObservations } from "../../../recording/observations/observations.ts";
import { findSummary, nameSession } from "../../../recording/observations/summaries.ts";
import type { Store } from "../../../store/open.ts";
import { listPrompts } from "../../../store/prompts.ts";
import { listSessions, type SessionRow } from "../../../store/sessions.ts";
import { clipLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { ALL_PROJECTS, defineCommand, JSON_OPTION, type Output, PROJECT_OPTIONS } from "../../command.ts";
import { onlyProject } from "../../limit-to-project.ts";
import { findProjectAndKey, pickSession, withStore } from "../../target.ts";

const MAX_SESSIONS = 20;
const MAX_REQUEST = 120;

export const list = defineCommand({
  examples: ["holdfast sessions list", "holdfast sessions list --all --json"],
  options: {
    all: ALL_PROJECTS,
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    const { key, dir } = options.all
      ? { key: null, dir: null }
      : await findProjectAndKey(invocation, options.project);
    const rows = await withStore(env, (store) =>
      listSessions(store, { key, dir }, MAX_SESSIONS).map((row) => ({
        ...row,
        request: nameSession(store, row),
      })),
    );
    if (options.json) out.json(rows);
    else if (rows.length === 0) {
      const where = dir === null ? "" : `in ${dir} `;
      const ingest = "`holdfast ingest` reads past sessions from Claude Code's transcripts.";
      out.line(`No session is recorded ${where}yet. ${ingest}`);
    } else
      for (const row of rows) {
        const state = row.ended_at === null ? "open" : `ended (${row.end_reason})`;
        out.line(`${out.style.bold(row.session_id)}  ${formatTime(row.last_seen_at)}  ${state}`);
        const about = clipLine(row.request ?? "", MAX_REQUEST);
        out.line(`  ${countNoun(row.tool_calls, "tool call")}${about ? ` · ${about}` : ""}`);
      }
  },
});

const MAX_LISTED = 200;
const MAX_PROMPT = 200;

export const show = defineCommand({
  usage: "ID",
  details: "The beginning of the ID is enough. Inside Claude, the default is this session.",
  examples: ["holdfast sessions show 3f2a", "holdfast sessions show 3f2a --json"],
  options: JSON_OPTION,
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const own = await onlyProject(invocation);
    await withStore(env, async (store) => {
      const shown = gather(store, pickSession(store, positionals[0] ?? env.sessionId ?? "", own));
      if (options.json) out.json(shown);
      else print(out, shown);
    });
  },
});

function gather(store: Store, session: SessionRow) {
  const { session_id } = session;
  return {
    session,
    summary: findSummary(store, session_id)?.text ?? null,
    prompts: listPrompts(store, session_id, MAX_LISTED),
    observations: listObservations(store, session_id, MAX_LISTED),
  };
}

function print(out: Output, { session, summary, prompts, observations }: ReturnType<typeof gather>): void {
  const { bold, dim } = out.style;
  out.line(bold(`Session ${session.session_id}`));
  out.line(
    dim(
      `${session.project_dir ?? "no project"} · ${formatTime(session.started_at)} – ${formatTime(session.last_seen_at)}`,
    ),
  );
  if (summary) out.line(`\n${summary}`);
  if (prompts.length > 0) out.line(`\n${bold("Prompts")}`);
  for (const { at, text } of prompts) out.line(`  ${dim(formatTime(at))}  ${clipLine(text, MAX_PROMPT)}`);
  if (observations.length > 0) out.line(`\n${bold("What happened")}`);
  for (const { at, kind, title } of observations)
    out.line(`  ${dim(formatTime(at))}  ${kind.padEnd(8)} ${title}`);
}
