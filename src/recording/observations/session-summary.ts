// One session in a few lines: what was asked, what was done, how the tests stand, what is open. Pure.
import type { Kind } from "./observations.ts";
import { clip, oneLine } from "./words.ts";

const NOTHING: SessionSummary = {
  request: "",
  files: [],
  fixes: [],
  commands: [],
  tests: null,
  commits: [],
  decisions: [],
  open: [],
  lastMessage: "",
};

export interface SessionFacts {
  request: string | null;
  /** Of the person, oldest first. */
  prompts: readonly string[];
  observations: readonly {
    kind: Kind;
    title: string;
    summary: string;
    files: readonly string[];
    result: "passed" | "failed" | null;
    fixed: boolean;
  }[];
  openTasks: readonly string[];
  lastMessage: string;
}

export interface SessionSummary {
  request: string;
  files: string[];
  fixes: string[];
  commands: string[];
  tests: string | null;
  commits: string[];
  decisions: string[];
  open: string[];
  lastMessage: string;
}

const MAX_FILES = 12;
const MAX_LINES = 5;
const MAX_REQUEST = 400;
const MAX_MESSAGE = 500;
/** With so few observations since, a commit does not mean that the work moved on. */
const LATELY = 10;

export function buildSummary(facts: SessionFacts): SessionSummary {
  const titles = (kind: Kind) =>
    facts.observations.filter((one) => one.kind === kind).map(({ title }) => title);
  const changes = facts.observations.filter(({ kind }) => kind === "change");
  return {
    request: clip(commandWithRequest(facts.prompts) ?? facts.request ?? longest(facts.prompts), MAX_REQUEST),
    files: [...new Set(changes.flatMap(({ files }) => files))],
    fixes: last(titles("fix")),
    commands: last(titles("command")),
    tests: facts.observations.findLast(isTestRun)?.title ?? null,
    commits: last(titles("commit")),
    decisions: last(titles("decision")),
    open: openEnds(facts),
    lastMessage: clip(facts.lastMessage, MAX_MESSAGE),
  };
}

export function renderSummary(summary: SessionSummary): string {
  const { request, files, fixes, commands, tests, commits, decisions, open, lastMessage } = summary;
  const more = files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : "";
  const lines = [
    ...(request ? [`Request: ${oneLine(request, MAX_REQUEST)}`] : []),
    ...(files.length > 0 ? [`Changed: ${files.slice(0, MAX_FILES).join(", ")}${more}`] : []),
    ...commits,
    ...fixes,
    ...decisions,
    ...(commands.length > 0 ? [`Commands: ${commands.map((line) => oneLine(line, 80)).join("; ")}`] : []),
    ...(tests ? [`Last test run: ${tests}`] : []),
    ...(open.length > 0 ? [`Open: ${open.join("; ")}`] : []),
    ...(lastMessage ? [`Last message: ${oneLine(plain(lastMessage), MAX_MESSAGE)}`] : []),
  ];
  return lines.join("\n");
}

/** Marks of Markdown say nothing on one line. */
function plain(text: string): string {
  return text.replace(/^\s*(?:#{1,6}|```\w*)\s*/gm, "").replaceAll("**", "");
}

function isTestRun({ kind, title }: SessionFacts["observations"][number]): boolean {
  return kind === "test" || /^(?:Fixed: )?Tests (?:passed|failed)/.test(title);
}

/** A failure that a later call put right is no open end; nor is one from which the work moved on. */
function openEnds({ observations, openTasks }: SessionFacts): string[] {
  const lastCommit = observations.findLastIndex(({ kind }) => kind === "commit");
  const failures = observations.filter(
    ({ kind, fixed }, index) =>
      kind === "failure" && !fixed && (index > lastCommit || index >= observations.length - LATELY),
  );
  const unfixed = failures.slice(-3).map(({ title }) => title);
  return [...new Set(unfixed), ...openTasks.map((task) => `task: ${oneLine(task, 100)}`)];
}

/** A session that was opened by a slash command with something to do. */
function commandWithRequest([first = ""]: readonly string[]): string | null {
  return /^\/\S+\s[\s\S]{20,}/.test(first) ? first : null;
}

function longest(prompts: readonly string[]): string {
  return prompts.reduce((best, prompt) => (prompt.length > best.length ? prompt : best), "");
}

function last(lines: readonly string[]): string[] {
  return [...new Set(lines)].slice(-MAX_LINES);
}

/** A summary as it was written; what an older version did not write is empty. */
export function parseSummary(detail: string | null): SessionSummary {
  return detail === null ? NOTHING : { ...NOTHING, ...(JSON.parse(detail) as Partial<SessionSummary>) };
}
