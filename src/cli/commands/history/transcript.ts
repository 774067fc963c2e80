import { loadConfig } from "../../../config/load-config.ts";
import { nameAgent } from "../../../protocol/hosts.ts";
import { archiveProjects, findArchive } from "../../../recording/archive/archive-files.ts";
import {
  type StreamReport,
  streamArchive,
  streamTranscript,
} from "../../../recording/archive/archive-transcript.ts";
import { type DescribedItem, describeItem } from "../../../recording/archive/describe-item.ts";
import { createRecordRedactor } from "../../../recording/archive/redact-record.ts";
import type { SessionRow } from "../../../store/sessions.ts";
import { clip } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import type { Style } from "../../../text/wrap.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import { defineCommand, flag, type Invocation, type Output, option, PLAIN_STYLE } from "../../command.ts";
import { onlyProject } from "../../limit-to-project.ts";
import { pickSession, withStore } from "../../target.ts";

export const command = defineCommand({
  usage: "ID",
  details:
    "Prints who said what, each tool call on one line, and marks injected text. Reads the export made before a compaction,\n" +
    "or else the agent's own file; both without secrets. The beginning of the ID is enough; inside Claude, the default is\n" +
    "this session. --json prints one object per line.",
  examples: [
    "holdfast transcript 3f2a | less",
    "holdfast transcript 3f2a --talk",
    "holdfast transcript 3f2a --at toolu_01XsBc",
    "holdfast transcript 3f2a --json",
  ],
  options: {
    live: flag("read the agent's own file, even if there is an export"),
    at: option("PLACE", "start at this call, prompt (an id from `holdfast recall`) or time"),
    talk: flag("only what the user and Claude said"),
    full: flag("print injected text in full"),
    plain: flag("no colours"),
    json: flag("print JSON lines"),
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const own = await onlyProject(invocation);
    const { session, places } = await withStore(env, (store) => {
      const session = pickSession(store, positionals[0] ?? env.sessionId ?? "", own);
      return { session, places: options.live ? [] : archiveProjects(store, session.session_id) };
    });
    const source = await openSource(invocation, session, places);
    const show = options.json ? showAsJson(out) : showReadable(out, options);
    const { session_id: id, project_dir: dir } = session;
    if (!options.json) out.line(printable(`Session ${id} · ${dir ?? "no project"} · ${source.about}`));
    let isReached = options.at === undefined;
    for await (const item of source.items) {
      isReached ||= isPlace(item, options.at ?? "");
      if (!isReached) continue;
      const described = describeItem(item);
      const isTalk = described?.who === "user" || described?.who === "claude";
      if (described && (isTalk || !options.talk)) show(described);
    }
    if (!isReached)
      throw new UserError(
        "no-such-place",
        `the transcript has no entry ${printable(options.at ?? "")}`,
        "Leave --at out to print all of it. If this is an export, --live also shows what came after.",
      );
    const problem = source.read.problem;
    if (problem)
      throw new UserError(
        "unreadable",
        `the transcript cannot be read: ${problem.message}`,
        "`holdfast sessions show` prints what was recorded.",
      );
  },
});

/** By the beginning of a record's or a call's id, or by its time. */
function isPlace(item: TranscriptItem, place: string): boolean {
  const time = /^\d{4}-\d\d-\d\d/.test(place) ? Date.parse(place) : Number.NaN;
  if (!Number.isNaN(time)) return item.timestamp !== null && item.timestamp >= time;
  const ids = [item.uuid, item.kind === "tool-call" ? item.id : null];
  return place !== "" && ids.some((id) => id?.startsWith(place));
}

async function openSource({ env }: Pick<Invocation, "env">, session: SessionRow, places: readonly string[]) {
  const read: StreamReport = { problem: null };
  const id = session.session_id;
  const file = places.map((dir) => findArchive(dir, id)).find((found) => found !== null);
  if (file) {
    const about = `as exported ${formatTime(file.modifiedAt)}; --live shows what came after`;
    return { items: streamArchive(file, read), read, about };
  }
  const path = session.transcript_path;
  if (path === null)
    throw new UserError(
      "no-transcript",
      `there is no transcript of session ${id}`,
      "`holdfast sessions show` prints what was recorded.",
    );
  const { config } = await loadConfig(env, session.project_dir);
  const cleaner = createRecordRedactor(session.project_dir, config.capture.exclude);
  return {
    items: streamTranscript(path, cleaner, read),
    read,
    about: `from ${nameAgent(session.agent) ?? "Claude Code"}'s own file`,
  };
}

type Show = (described: DescribedItem) => void;

/** Of injected text, without --full. */
const MAX_LINES = 6;
const MAX_LINE = 200;

export function showAsJson(out: Output): Show {
  return ({ at, ...described }) =>
    out.line(JSON.stringify({ at: at === null ? null : new Date(at).toISOString(), ...described }));
}

/** One heading for consecutive items of the same speaker. */
export function showReadable(
  { line, style: own }: Output,
  { full, plain }: { full?: boolean; plain?: boolean },
): Show {
  const style = plain ? PLAIN_STYLE : own;
  let last = "";
  let afterTool = false;
  return (described) => {
    const { who, label, text, subagent } = described;
    const speaker = `${printable(label)}${subagent ? " (subagent)" : ""}`;
    if (who === "tool") line(style.dim(`  ${speaker}: ${printable(text)}`));
    else {
      if (speaker !== last || isMarked(who)) line(`\n${heading(style, described, speaker)}`);
      else if (afterTool) line();
      for (const one of linesOf(described, full === true)) line(isMarked(who) ? style.dim(`  ${one}`) : one);
      last = speaker;
    }
    afterTool = who === "tool";
  };
}

function heading(style: Style, { who, at }: DescribedItem, speaker: string): string {
  const paint = {
    user: style.green,
    claude: style.cyan,
    injected: style.yellow,
    note: style.dim,
    tool: style.dim,
  };
  const named = isMarked(who) ? `[${speaker}]` : speaker;
  return `${paint[who](style.bold(named))}${at === null ? "" : style.dim(`  ${formatTime(at)}`)}`;
}

function linesOf({ who, text }: DescribedItem, full: boolean): string[] {
  const lines = printable(text.replaceAll("\r\n", "\n").trim()).split("\n");
  if (who !== "injected" || full) return lines;
  const kept = lines.slice(0, MAX_LINES).map((line) => clip(line, MAX_LINE));
  return kept.length < lines.length
    ? [...kept, `… ${lines.length - kept.length} lines more, with --full`]
    : kept;
}

function isMarked(who: DescribedItem["who"]): boolean {
  return who === "injected" || who === "note";
}
