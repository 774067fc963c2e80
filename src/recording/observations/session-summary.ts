// One session in a few lines: what it was about, what was done, the last test run, what is open. Pure.
import type { PromptRow } from "../../store/prompts.ts";
import { clip, clipLine, clipList } from "../../text/clip.ts";
import { listFiles } from "./changed-files.ts";
import type { Kind, ObservationRow } from "./observations.ts";
import { publishedLines } from "./published.ts";
import type { EndingFacts, LastTurn } from "./session-ending.ts";
import { describeOutcome, isFixup, NO_OUTCOME } from "./session-outcome.ts";
import { describeSubject, type SessionSubject, subjectLine } from "./session-subject.ts";
import { findUnfinished, type OpenEnd } from "./unfinished.ts";

export interface SummaryFacts extends Omit<EndingFacts, "title"> {
  /** What the person or the client calls the session. */
  title: string | null;
  /** What the session row has, which outlives the prompts. */
  request: string | null;
  /** Oldest first. */
  prompts: readonly SummaryPrompt[];
  /** Oldest first. */
  observations: readonly SummaryObservation[];
  /** Whether this is not the only time that the project ran this command. */
  isRepeated: (observation: SummaryObservation) => boolean;
}

export type SummaryPrompt = Pick<PromptRow, "id" | "text" | "at" | "prompt_id" | "uuid">;

export type SummaryObservation = Pick<
  ObservationRow,
  "id" | "kind" | "title" | "summary" | "files" | "subject" | "result" | "fixed_by" | "at" | "tests"
>;

const MAX_FILES = 12;
const MAX_LINES = 5;
const MAX_REQUEST = 400;
const MAX_MESSAGE = 500;
const NO_SUBJECT: SessionSubject = {
  title: null,
  plan: null,
  asked: null,
  askedLater: null,
  answered: null,
};
const EMPTY = {
  ...NO_OUTCOME,
  ...NO_SUBJECT,
  /** What it was about, in a line. */
  request: "",
  fixes: [] as string[],
  commands: [] as string[],
  commits: [] as string[],
  decisions: [] as string[],
  /** Of the decisions, those for what is quoted above. */
  decided: [] as string[],
  /** What the person refused, if nothing came after it. */
  refused: null as string | null,
  unfinished: [] as OpenEnd[],
  lastTurn: "unknown" as LastTurn,
  lastMessage: "",
  commitUnseenUntil: 0,
  /** Which observation says a line of the above. */
  observations: {} as Record<string, number>,
};

export type SessionSummary = typeof EMPTY;

export function buildSummary(facts: SummaryFacts): SessionSummary {
  const { observations: all } = facts;
  const ofKind = (kind: Kind) => all.filter((one) => one.kind === kind);
  const { covers, answers, ...about } = describeSubject(facts);
  const decisions = ofKind("decision").filter((one) => !isTakenBack(one, all));
  const told = {
    fixes: last(ofKind("fix").filter((fix) => !failedLater(fix, all))),
    commands: last(ofKind("command")),
    commits: last(ofKind("commit").filter(({ title }) => !isFixup(title))),
    decisions: last(decisions),
    decided: last(
      decisions.filter((one) => (isPlan(one) ? answers(one.at) : isWhole(one) && covers(one.at))),
    ),
  };
  const titles = (observations: readonly SummaryObservation[]) => observations.map(({ title }) => title);
  const { testId, ...outcome } = describeOutcome(all, facts.commitUnseenUntil);
  const work = outcome.files.length > 0 ? `Changed ${listFiles(outcome.files)}` : "";
  return {
    ...about,
    ...outcome,
    request: clip(subjectLine(about) || (outcome.lastCommit ?? work), MAX_REQUEST),
    fixes: titles(told.fixes),
    commands: titles(told.commands),
    commits: titles(told.commits),
    decisions: titles(told.decisions),
    decided: titles(told.decided),
    refused: lastRefusal(all),
    unfinished: findUnfinished(facts),
    lastTurn: facts.lastTurn,
    commitUnseenUntil: facts.commitUnseenUntil,
    lastMessage: clip(facts.lastMessage.trim(), MAX_MESSAGE),
    observations: Object.fromEntries([
      ...Object.values(told).flatMap((group) => group.map(({ title, id }) => [title, id])),
      ...(outcome.testRun ? [[outcome.testRun, testId]] : []),
      ...all.flatMap(({ summary, id }) => publishedLines(summary).map((line) => [line, id])),
    ]),
  };
}

/** Older titles have the question first, and may have lost the answer. */
function isWhole({ title }: SummaryObservation): boolean {
  return title.startsWith("Decided: ") && !title.endsWith("…");
}

function isPlan({ title }: SummaryObservation): boolean {
  return title.startsWith("Plan approved: ");
}

/** A refusal is no decision where the same was done after it. */
function isTakenBack({ title, files, id }: SummaryObservation, all: readonly SummaryObservation[]): boolean {
  if (!title.startsWith("Refused ")) return false;
  const targets = JSON.parse(files) as string[];
  return all.some((later) => {
    if (later.id <= id) return false;
    if (title.startsWith("Refused the plan")) return isPlan(later);
    return later.kind === "change" && targets.some((file) => later.files.includes(JSON.stringify(file)));
  });
}

function lastRefusal(all: readonly SummaryObservation[]): string | null {
  const last = all.findLast(({ kind }) => kind !== "search");
  return last?.kind === "decision" && last.title.startsWith("Refused ") ? last.title : null;
}

export function renderSessionSummary(summary: SessionSummary): string {
  const { request, files, fixes, commands, testRun, commits, decisions, unfinished, lastMessage } = summary;
  const { changedAfterCommit } = summary;
  const more = files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : "";
  const later = summary.askedLater;
  const atLeast = summary.mayHaveChangedMore ? "at least " : "";
  const lines = [
    ...(request ? [`Request: ${clipLine(request, MAX_REQUEST)}`] : []),
    ...(later ? [`Later: ${clipLine(later.text, MAX_REQUEST)}`] : []),
    ...decisions,
    ...(files.length > 0 ? [`Changed: ${atLeast}${files.slice(0, MAX_FILES).join(", ")}${more}`] : []),
    ...(summary.deleted.length > 0 ? [`Deleted: at least ${clipList(summary.deleted, MAX_FILES)}`] : []),
    ...summary.earlierPullRequests.map(capitalise),
    ...commits,
    ...(summary.pushed ? [`Pushed: ${summary.pushed}`] : []),
    ...summary.pullRequests.map(capitalise),
    ...(changedAfterCommit.length > 0
      ? [
          `Then changed: ${summary.mayHaveChangedMoreAfterCommit ? "at least " : ""}${clipList(changedAfterCommit, MAX_FILES)}`,
        ]
      : []),
    ...fixes,
    ...(commands.length > 0 ? [`Commands: ${commands.map((line) => clipLine(line, 80)).join("; ")}`] : []),
    ...(testRun
      ? [`Last test run${summary.isTestRunOld ? ", before the last changes" : ""}: ${testRun}`]
      : []),
    ...(unfinished.length > 0
      ? [`Open: ${unfinished.map(({ text }) => clipLine(text, 100)).join("; ")}`]
      : []),
    ...(lastMessage ? [`Last message: ${clipLine(withoutMarkdown(lastMessage), MAX_MESSAGE)}`] : []),
  ];
  return lines.join("\n");
}

function capitalise(line: string): string {
  return line.charAt(0).toUpperCase() + line.slice(1);
}

/** From its stored JSON; fields that an older version did not write are empty. */
export function parseSummary(detail: string | null): SessionSummary {
  if (detail === null) return EMPTY;
  const stored = JSON.parse(detail) as Partial<SessionSummary>;
  const isOld = stored.asked === undefined && stored.request;
  // Of uncommitted files, as version 0.1.0 listed them, nobody can tell whether they still are.
  const unfinished = stored.unfinished?.filter(({ kind }) => (kind as string) !== "uncommitted") ?? [];
  return {
    ...EMPTY,
    ...(isOld ? { asked: { text: stored.request ?? "", prompt: 0 } } : {}),
    ...stored,
    unfinished,
  };
}

export function withoutMarkdown(text: string): string {
  return text.replace(/^\s*(?:#{1,6}|```\w*)\s*/gm, "").replaceAll("**", "");
}

function failedLater({ id, subject }: SummaryObservation, all: readonly SummaryObservation[]): boolean {
  return all.some((one) => one.id > id && one.kind === "failure" && one.subject === subject);
}

/** The newest of each title. */
function last(observations: readonly SummaryObservation[]): SummaryObservation[] {
  const byTitle = new Map(observations.map((one) => [one.title, one]));
  return [...byTitle.values()].slice(-MAX_LINES);
}
