import { clipLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { listSessionRows, readStory, type Story } from "../../../views/sessions.ts";
import { ALL_PROJECTS, defineCommand, JSON_OPTION, type Output, PROJECT_OPTIONS } from "../../command.ts";
import { onlyProject } from "../../limit-to-project.ts";
import { withStoreToRead } from "../../store-copy.ts";
import { findProjectAndKey, pickSession } from "../../target.ts";

const MAX_SESSIONS = 20;
const MAX_REQUEST = 120;

export const list = defineCommand({
  examples: ["holdfast sessions list", "holdfast sessions list --all --json"],
  options: {
    all: ALL_PROJECTS,
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, out } = invocation;
    const project = options.all ? null : await findProjectAndKey(invocation, options.project);
    const query = project === null ? {} : { project: project.key };
    const rows = await withStoreToRead(invocation, (store) =>
      listSessionRows(store, query).rows.slice(0, MAX_SESSIONS),
    );
    if (options.json) out.json(rows);
    else if (rows.length === 0) {
      const where = project === null ? "" : `in ${project.dir} `;
      const ingest = "`holdfast ingest` reads past sessions from your agents' own logs.";
      out.line(`No session is recorded ${where}yet. ${ingest}`);
    } else
      for (const { session, agent, lastSeenAt, ending, toolCalls, title, startedWith } of rows) {
        const where = agent === null ? "" : `  in ${agent}`;
        out.line(`${out.style.bold(session)}  ${clock(lastSeenAt)}  ${ending}${where}`);
        const about = clipLine(title ?? "", MAX_REQUEST);
        out.line(`  ${countNoun(toolCalls, "tool call")}${about ? ` · ${about}` : ""}`);
        if (startedWith) out.line(out.style.dim(`  started with: ${clipLine(startedWith, MAX_REQUEST)}`));
      }
  },
});

const MAX_PROMPT = 200;

export const show = defineCommand({
  usage: "ID",
  details:
    "Prints its summary and its timeline: prompts, stops, what was done between them, and who released what. The beginning\n" +
    "of the ID is enough. Inside Claude, the default is this session.",
  examples: ["holdfast sessions show 3f2a", "holdfast sessions show 3f2a --json"],
  options: JSON_OPTION,
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const own = await onlyProject(invocation);
    await withStoreToRead(invocation, (store) => {
      const { session_id } = pickSession(store, positionals[0] ?? env.sessionId ?? "", own);
      const story = readStory(store, session_id);
      if (options.json) out.json(story);
      else print(out, story);
    });
  },
});

function print(
  out: Output,
  { session, agent, project, startedAt, lastSeenAt, title, startedWith, summary, timeline }: Story,
): void {
  const { bold, dim } = out.style;
  out.line(bold(`Session ${session}${agent === null ? "" : ` in ${agent}`}`));
  out.line(dim(`${project ?? "no project"} · ${clock(startedAt)} – ${clock(lastSeenAt)}`));
  if (title) out.line(title);
  if (startedWith) out.line(`Started with: ${startedWith}`);
  if (summary) out.line(`\n${summary}`);
  if (timeline.steps.length > 0) out.line(`\n${bold("Timeline")}`);
  for (const step of timeline.steps)
    for (const [at, text] of describeStep(step)) out.line(`  ${dim(clock(at))}  ${text}`);
  if (timeline.leftOut > 0) out.line(dim(`  ${timeline.leftOut} steps in the middle are left out.`));
}

/** Times and texts, one line each. */
function describeStep(step: Story["timeline"]["steps"][number]): [at: string, text: string][] {
  switch (step.kind) {
    case "prompt":
      return [[step.at, `prompt   ${clipLine(step.text, MAX_PROMPT)}`]];
    case "stop":
      return [[step.at, `stop     ${step.title} (${step.id})`]];
    case "work":
      return step.entries.map(({ at, kind, title }) => [at, `${kind.padEnd(8)} ${title}`]);
    default:
      return [[step.at, step.text]];
  }
}

function clock(at: string): string {
  return formatTime(Date.parse(at));
}
