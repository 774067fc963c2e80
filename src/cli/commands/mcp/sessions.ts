// Past sessions as tools.
import * as z from "zod";
import { KINDS } from "../../../recording/observations/observations.ts";
import { NOT_ALL_WORDS } from "../../../recording/search/search.ts";
import { clipLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import type { WorkHit } from "../../../views/search.ts";
import type { SessionListRow, Story } from "../../../views/sessions.ts";
import { dayOf, joinParts, minuteOf, RECORDED } from "./answer-text.ts";
import { callCommand, defineTool, optionWords } from "./tool.ts";

const DEFAULT_LIMIT = 8;
const MAX_LIMIT = 30;
const MAX_PAGE = 20;
const MAX_QUERY = 500;
const MAX_WORD = 128;
const MAX_PROMPT = 300;
const MAX_LISTED = 60;
/** Shown of each part unless more is asked for. */
const FEW = 5;

type Hit = Omit<WorkHit, "marked">;

export const sessionSearch = defineTool({
  name: "session_search",
  title: "Search past sessions",
  description:
    "What earlier sessions did here: changes, commands, failures and their fixes, tests, commits, decisions, prompts, session summaries. Returns titles with their session; detail full adds excerpts. Without query: the last sessions.",
  searchHint: "past work history earlier sessions what was tried fixed failed changed before",
  input: z.strictObject({
    query: z.string().max(MAX_QUERY).optional().describe('words, or a "phrase"'),
    kind: z.enum([...KINDS, "prompt", "summary"]).optional(),
    since: z.string().max(MAX_WORD).optional().describe("an age or a date: 30d, 12h, 2026-01-31"),
    detail: z.enum(["titles", "full"]).optional(),
    limit: z.int().min(1).max(MAX_LIMIT).optional(),
    page: z.int().min(1).max(MAX_PAGE).optional(),
    all_projects: z.boolean().optional().describe("if the user allows it"),
  }),
  async run({ query = "", kind, since, detail, limit = DEFAULT_LIMIT, page, all_projects: all }, caller) {
    if (query.trim() === "") {
      const words = optionWords({ all });
      const { value, notes } = await callCommand<SessionListRow[]>(caller, "sessions list", words);
      if (value.length === 0) return ["No session is recorded here yet.", ...notes];
      return [RECORDED, ...value.slice(0, limit).map(describeSession), MORE, ...notes];
    }
    const words = optionWords({ kind, since, limit, page, all });
    const { value, notes } = await callCommand<Hit[]>(caller, "search", [...words, "--", query]);
    if (value.length === 0) return ["Nothing found. Try other words.", ...notes];
    const isFull = detail === "full";
    const lines = value.flatMap((hit) => describeHit(hit, { isFull, all: all === true }));
    return [
      RECORDED,
      ...(value.some(({ allWords }) => allWords) ? [] : [NOT_ALL_WORDS]),
      ...lines,
      ...(value.length === limit ? [`Next: page ${(page ?? 1) + 1}.`] : []),
      MORE,
      ...notes,
    ];
  },
});

const MORE = "For one session, call session_show with its id.";

function describeSession(listed: SessionListRow): string {
  const { session, lastSeenAt, ending, toolCalls, title, startedWith } = listed;
  return joinParts(
    session,
    dayOf(lastSeenAt),
    ending === "open" && ending,
    countNoun(toolCalls, "tool call"),
    title,
    startedWith && `started with: ${startedWith}`,
  );
}

function describeHit(
  { title, kind, session, projectKey, at, excerpt, files }: Hit,
  { isFull, all }: { isFull: boolean; all: boolean },
): string[] {
  return [
    joinParts(title, kind, dayOf(at), session, all && projectKey),
    ...(isFull && clipLine(excerpt, MAX_PROMPT) !== title ? [`  ${clipLine(excerpt, MAX_PROMPT)}`] : []),
    ...(isFull && files.length > 0 ? [`  ${joinParts(files.slice(0, FEW).join(", "))}`] : []),
  ];
}

export const sessionShow = defineTool({
  name: "session_show",
  title: "Show a session",
  description:
    "One recorded session: its summary, and the first and last prompts and events. part prompts or events lists them all. Without id: this session.",
  searchHint: "session summary prompts what happened story of one earlier session",
  input: z.strictObject({
    id: z.string().min(1).max(MAX_WORD).optional().describe("its ID, or the beginning of it"),
    part: z.enum(["summary", "prompts", "events"]).optional(),
  }),
  nextSteps: { usage: "Call session_search: it lists sessions with their IDs." },
  async run({ id, part = "summary" }, caller) {
    const words = id === undefined ? [] : ["--", id];
    const { value, notes } = await callCommand<Story>(caller, "sessions show", words);
    const { session, startedAt, lastSeenAt, ending, project, title, startedWith, summary, timeline } = value;
    const times = `${minuteOf(startedAt)} – ${minuteOf(lastSeenAt)}`;
    const head = [
      RECORDED,
      joinParts(session, times, ending === "open" && ending, project),
      title ?? "",
      ...(startedWith === null ? [] : [`Started with: ${startedWith}`]),
    ];
    const asked = timeline.steps.flatMap((step) =>
      step.kind === "prompt" ? [`${minuteOf(step.at)} ${clipLine(step.text, MAX_PROMPT)}`] : [],
    );
    const done = timeline.steps.flatMap(describeStep);
    if (part === "prompts") return [...head, ...lastOf(asked), ...notes];
    if (part === "events") return [...head, ...lastOf(done), ...notes];
    return [
      ...head,
      ...(summary === null ? [] : [summary]),
      ...section(`Asked (${asked.length}; part: "prompts" lists them)`, asked),
      ...section(`Done (${done.length}; part: "events" lists them)`, done),
      ...notes,
    ];
  },
});

function describeStep(step: Story["timeline"]["steps"][number]): string[] {
  switch (step.kind) {
    case "prompt":
      return [];
    case "work":
      return step.entries.map(
        ({ at, kind, title }) => `${minuteOf(at)} ${kind}: ${clipLine(title, MAX_PROMPT)}`,
      );
    case "stop":
      return [`${minuteOf(step.at)} stop ${step.id}: ${step.title}`];
    default:
      return [`${minuteOf(step.at)} ${step.text}`];
  }
}

function section(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const ends = lines.length <= 2 * FEW ? lines : [...lines.slice(0, FEW), "…", ...lines.slice(-FEW)];
  return [`${heading}:`, ...ends];
}

/** The last ones, because they matter more. */
function lastOf(lines: readonly string[]): string[] {
  if (lines.length === 0) return ["None."];
  const left = lines.length - MAX_LISTED;
  return [...(left > 0 ? [`… ${left} before`] : []), ...lines.slice(-MAX_LISTED)];
}
