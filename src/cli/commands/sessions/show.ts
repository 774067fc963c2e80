import { listObservations } from "../../../recording/observations/observations.ts";
import { findSummary } from "../../../recording/observations/summaries.ts";
import { listPrompts } from "../../../store/prompts.ts";
import type { SessionRow } from "../../../store/sessions.ts";
import { clipLine } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { defineCommand, type Output } from "../../command.ts";
import { JSON_OPTION } from "../../options.ts";
import { pickSession } from "../../session.ts";
import { withStore } from "../../store.ts";

const MAX_LISTED = 200;
const MAX_PROMPT = 200;

export const command = defineCommand({
  usage: "ID",
  details: "The beginning of the ID is enough. Without one, inside Claude: this session.",
  examples: ["holdfast sessions show 3f2a", "holdfast sessions show 3f2a --json"],
  options: JSON_OPTION,
  maxPositionals: 1,
  async run({ options, positionals, env, out }) {
    return withStore(env, (store) => {
      const session = pickSession(store, positionals[0] ?? env.sessionId ?? "");
      const { session_id } = session;
      const shown = {
        session,
        summary: findSummary(store, session_id)?.text ?? null,
        prompts: listPrompts(store, session_id, MAX_LISTED),
        observations: listObservations(store, session_id, MAX_LISTED),
      };
      if (options.json) out.json(shown);
      else print(out, shown);
      return 0;
    });
  },
});

interface Shown {
  session: SessionRow;
  summary: string | null;
  prompts: ReturnType<typeof listPrompts>;
  observations: ReturnType<typeof listObservations>;
}

function print(out: Output, { session, summary, prompts, observations }: Shown): void {
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
