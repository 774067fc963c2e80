// One session in a few lines: what was asked, what was done, the last test run, what is open. Pure.
import { clip, clipLine } from "../../text/clip.ts";
import type { TestResult } from "../../text/test-runs/read-test-runs.ts";
import type { Kind, ObservationRow } from "./observations.ts";
import { describeTests } from "./observe-command.ts";

export interface SummaryFacts {
  request: string | null;
  /** Oldest first. */
  prompts: readonly string[];
  observations: readonly (Pick<ObservationRow, "kind" | "title" | "files" | "fixed_by"> &
    Partial<Pick<ObservationRow, "subject" | "tests">>)[];
  openTasks: readonly string[];
  lastMessage: string;
}

export interface SessionSummary {
  request: string;
  files: string[];
  fixes: string[];
  commands: string[];
  /** Under `tests` older versions kept what they thought of it. */
  testRun: string | null;
  commits: string[];
  decisions: string[];
  open: string[];
  lastMessage: string;
}

const MAX_FILES = 12;
const MAX_LINES = 5;
const MAX_REQUEST = 400;
const MAX_MESSAGE = 500;
const EMPTY: SessionSummary = {
  request: "",
  files: [],
  fixes: [],
  commands: [],
  testRun: null,
  commits: [],
  decisions: [],
  open: [],
  lastMessage: "",
};
/** A failure among so many last observations is open even when a commit came after it. */
const LAST_OBSERVATIONS = 10;

export function buildSummary(facts: SummaryFacts): SessionSummary {
  const titles = (kind: Kind) =>
    facts.observations.filter((one) => one.kind === kind).map(({ title }) => title);
  const changes = facts.observations.filter(({ kind }) => kind === "change");
  return {
    request: clip(requestOf(facts).trim(), MAX_REQUEST),
    files: [...new Set(changes.flatMap(({ files }) => JSON.parse(files) as string[]))],
    fixes: last(titles("fix")),
    commands: last(titles("command")),
    testRun: lastTestRun(facts),
    commits: last(titles("commit")),
    decisions: last(titles("decision")),
    open: openEnds(facts),
    lastMessage: clip(facts.lastMessage.trim(), MAX_MESSAGE),
  };
}

export function renderSessionSummary(summary: SessionSummary): string {
  const { request, files, fixes, commands, testRun, commits, decisions, open, lastMessage } = summary;
  const more = files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : "";
  const lines = [
    ...(request ? [`Request: ${clipLine(request, MAX_REQUEST)}`] : []),
    ...decisions,
    ...(files.length > 0 ? [`Changed: ${files.slice(0, MAX_FILES).join(", ")}${more}`] : []),
    ...commits,
    ...fixes,
    ...(commands.length > 0 ? [`Commands: ${commands.map((line) => clipLine(line, 80)).join("; ")}`] : []),
    ...(testRun ? [`Last test run: ${testRun}`] : []),
    ...(open.length > 0 ? [`Open: ${open.join("; ")}`] : []),
    ...(lastMessage ? [`Last message: ${clipLine(withoutMarkdown(lastMessage), MAX_MESSAGE)}`] : []),
  ];
  return lines.join("\n");
}

/** From its stored JSON; fields that an older version did not write are empty. */
export function parseSummary(detail: string | null): SessionSummary {
  return detail === null ? EMPTY : { ...EMPTY, ...(JSON.parse(detail) as Partial<SessionSummary>) };
}

function withoutMarkdown(text: string): string {
  return text.replace(/^\s*(?:#{1,6}|```\w*)\s*/gm, "").replaceAll("**", "");
}

function lastTestRun({ observations }: SummaryFacts): string | null {
  const last = observations.findLast(({ tests }) => tests);
  if (!last?.tests) return null;
  return describeTests({ subject: last.subject ?? null, tests: JSON.parse(last.tests) as TestResult });
}

/** Open tasks, and failures that neither a later call fixed nor a commit left behind. */
function openEnds({ observations, openTasks }: SummaryFacts): string[] {
  const lastCommit = observations.findLastIndex(({ kind }) => kind === "commit");
  const failures = observations.filter(
    ({ kind, fixed_by }, index) =>
      kind === "failure" &&
      fixed_by === null &&
      (index > lastCommit || index >= observations.length - LAST_OBSERVATIONS),
  );
  const unfixed = failures.slice(-3).map(({ title }) => title);
  return [...new Set(unfixed), ...openTasks.map((task) => `task: ${clipLine(task, 100)}`)];
}

/** A first slash command with an instruction, what the session row has, or the longest prompt. */
function requestOf({ prompts, request }: SummaryFacts): string {
  const [first = ""] = prompts;
  if (/^\/\S+\s[\s\S]{20,}/.test(first)) return first;
  return request ?? prompts.reduce((best, prompt) => (prompt.length > best.length ? prompt : best), "");
}

function last(lines: readonly string[]): string[] {
  return [...new Set(lines)].slice(-MAX_LINES);
}
