import { listObservations } from "../../../recording/observations/observations.ts";
import { findSummary } from "../../../recording/observations/summaries.ts";
import { listPrompts } from "../../../store/prompts.ts";
import type { SessionRow } from "../../../store/sessions.ts";
import { formatTime } from "../../../text/format-time.ts";
import { defineCommand, type Output } from "../../command.ts";
import { pickSession } from "../../pick-session.ts";
import { withStore } from "../../with-store.ts";

const MOST = 200;

export const command = defineCommand({
  summary: "one session: its summary, prompts and what came of its tool calls",
  usage: "ID",
  details: "The beginning of the ID is enough. Without one: the session at hand, inside Claude.",
  examples: ["holdfast sessions show 3f2a", "holdfast sessions show 3f2a --json"],
  options: { json: { type: "boolean", help: "print JSON" } },
  maxPositionals: 1,
  async run({ options, positionals, env, out }) {
    return withStore(env, (store) => {
      const session = pickSession(store, positionals[0] ?? env.sessionId ?? "");
      const { session_id } = session;
      const shown = {
        session,
        summary: findSummary(store, session_id)?.text ?? null,
        prompts: listPrompts(store, session_id, MOST),
        observations: listObservations(store, session_id, MOST),
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
  for (const { at, text } of prompts) out.line(`  ${dim(formatTime(at))}  ${oneLine(text)}`);
  if (observations.length > 0) out.line(`\n${bold("What happened")}`);
  for (const { at, kind, title } of observations)
    out.line(`  ${dim(formatTime(at))}  ${kind.padEnd(8)} ${title}`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, 200);
}
