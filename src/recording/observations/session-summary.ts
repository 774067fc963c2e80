// Summarizes a session in a few lines: its subject, the work done, the last test run, what is unfinished. Pure.

import type { PromptRow } from "../../store/prompts.ts";
import { capitalise } from "../../text/capitalise.ts";
import { clip, clipLine, clipList } from "../../text/clip.ts";
import { listFiles } from "./changed-files.ts";
import type { Kind, ObservationRow } from "./observations.ts";
import { readPublished } from "./published.ts";
import type { EndingFacts, LastTurn } from "./session-ending.ts";
import { describeOutcome, isFixup, NO_OUTCOME } from "./session-outcome.ts";
import { describeSubject, type SessionSubject, subjectLine } from "./session-subject.ts";
import { findUnfinished, type UnfinishedItem, type UnfinishedTask } from "./unfinished.ts";

export interface SummaryFacts extends Omit<EndingFacts, "title"> {
  /** The loop or flow of the session, such as "Loop: make the tests pass". */
  goal: string | null;
  /** The session's title, given by the person or the client. */
  title: string | null;
  /** Open tasks, and when the list last changed. */
  tasks: readonly UnfinishedTask[];
  tasksAt: number;
  /** From the session's row, which outlives the prompts. */
  request: string | null;
  /** Oldest first. */
  prompts: readonly SummaryPrompt[];
  /** Oldest first. */
  observations: readonly SummaryObservation[];
  /** Whether the project ran this command at other times too. */
  isRepeated: (observation: SummaryObservation) => boolean;
  notes: ModelNotes | null;
}

export type SummaryPrompt = Pick<PromptRow, "id" | "text" | "at">;

export type SummaryObservation = Pick<
  ObservationRow,
  "id" | "kind" | "title" | "summary" | "files" | "subject" | "result" | "fixed_by" | "at" | "tests"
>;

const MAX_FILES = 12;
const MAX_LINES = 5;
const MAX_REQUEST = 400;
const MAX_MESSAGE = 500;
const MAX_DONE = 12;
const MIN_STATEMENT = 20;
const MAX_STATEMENT = 200;
const NO_SUBJECT: SessionSubject = {
  goal: null,
  title: null,
  plan: null,
  asked: null,
  askedLater: null,
  answered: null,
};
/** What a model wrote about the session. */
export interface ModelNotes {
  summary: string;
  /** For search. */
  facts: string[];
}

const EMPTY = {
  ...NO_OUTCOME,
  ...NO_SUBJECT,
  /** The subject in one line. */
  request: "",
  fixes: [] as string[],
  commands: [] as string[],
  commits: [] as string[],
  decisions: [] as string[],
  /** What the person refused, if that was the last event. */
  refused: null as string | null,
  unfinished: [] as UnfinishedItem[],
  lastTurn: "unknown" as LastTurn,
  lastMessage: "",
  /** null without a model. */
  notes: null as ModelNotes | null,
  /** The observation behind each line. */
  observations: {} as Record<string, number>,
};

export type SessionSummary = typeof EMPTY;

export function buildSummary(facts: SummaryFacts): SessionSummary {
  const { observations: all } = facts;
  const ofKind = (kind: Kind) => all.filter((one) => one.kind === kind);
  const about = describeSubject(facts);
  const listed = {
    fixes: lastOfEachTitle(ofKind("fix").filter((fix) => !failedLater(fix, all))),
    commands: lastOfEachTitle(ofKind("command")),
    commits: lastOfEachTitle(ofKind("commit").filter(({ title }) => !isFixup(title))),
    decisions: lastOfEachTitle(ofKind("decision")),
  };
  const titles = (observations: readonly SummaryObservation[]) => observations.map(({ title }) => title);
  const { testId, ...outcome } = describeOutcome(all);
  const work = outcome.files.length > 0 ? `Edited ${listFiles(outcome.files)}` : "";
  return {
    ...about,
    ...outcome,
    request: clip(subjectLine(about) || (outcome.lastCommit ?? work), MAX_REQUEST),
    fixes: titles(listed.fixes),
    commands: titles(listed.commands),
    commits: titles(listed.commits),
    decisions: titles(listed.decisions),
    refused: lastRefusal(all),
    unfinished: findUnfinished(facts),
    lastTurn: facts.lastTurn,
    lastMessage: clip(facts.lastMessage.trim(), MAX_MESSAGE),
    notes: facts.notes,
    observations: Object.fromEntries([
      ...Object.values(listed).flatMap((group) => group.map(({ title, id }) => [title, id])),
      ...(outcome.testRun ? [[outcome.testRun, testId]] : []),
      ...all.flatMap((one) => readPublished(one).map((line) => [line, one.id])),
    ]),
  };
}

function lastRefusal(all: readonly SummaryObservation[]): string | null {
  const last = all.findLast(({ kind }) => kind !== "search");
  return last?.kind === "decision" && last.title.startsWith("Refused ") ? last.title : null;
}

/** What was decided, done and left open, and the agent's last words. Without the request, which is the session's name. */
export function describeSummary(summary: SessionSummary): string[] {
  const { askedLater, decisions, files, commits, pushed, fixes, testRun, unfinished, notes } = summary;
  const line = (label: string, texts: readonly string[], max = MAX_LINES) =>
    texts.length === 0 ? [] : [`${label}: ${clipList(texts, max, "; ")}`];
  const done = [
    ...(files.length === 0 ? [] : [`edited ${clipList(files, MAX_FILES)}`]),
    ...commits,
    ...(pushed === null ? [] : [`pushed ${pushed}`]),
    ...summary.pullRequests,
    ...new Set(
      fixes.map((title) => title.replace(/^Fixed: (?:Ran |Tests passed(?: \([^)]*\))?: )?/, "fixed ")),
    ),
  ];
  const said = firstStatement(summary.lastMessage);
  return [
    ...line("Then asked", askedLater === null ? [] : [clipLine(askedLater.text, MAX_REQUEST)]),
    ...line(
      "Decided",
      decisions.filter(isDecided).map((title) => title.replace(/^(?:Decided|Answered): /, "")),
    ),
    ...line("Done", done, MAX_DONE),
    ...line(
      `Last test run${summary.isTestRunOld ? ", before the last changes" : ""}`,
      testRun === null ? [] : [testRun],
    ),
    ...line(
      "Left open",
      unfinished.map(({ text }) => clipLine(text, 100)),
    ),
    ...line("Last words", said === "" ? [] : [said]),
    ...line("Summary by a model", notes?.summary ? [notes.summary] : []),
  ];
}

/** A call that was refused with a question, or with half a reason, decides nothing. */
function isDecided(title: string): boolean {
  return !/^Refused .*[?…]$/s.test(title);
}

/** Of a message, the first sentence that says something: not "Perfect!", no number, code, heading, lead-in, entry of a list or half a sentence. */
export function firstStatement(message: string): string {
  const prose = message.replaceAll(/```[\s\S]*?(?:```|$)/g, "");
  const lines = prose.split("\n").filter((line) => !/^\s*(?:#|\||[-*+•]\s|\d{1,2}[.)]\s)/.test(line));
  const sentences = lines
    .flatMap((line) =>
      withoutMarkdown(line)
        .trim()
        .split(/(?<=[.!?。])\s+/),
    )
    .filter((one) => /(?<!\.\.)[.!?。]\W*$/.test(one) && !/^\W*(?:\w+\W+){0,2}\w+!$|^\W*\d*\W*$/.test(one));
  const said = sentences.find((one) => one.length >= MIN_STATEMENT) ?? sentences.join(" ");
  return clipLine(said, MAX_STATEMENT);
}

/** For search. */
export function renderSessionSummary(summary: SessionSummary): string {
  const { request, files, fixes, commands, testRun, commits, decisions, unfinished, lastMessage } = summary;
  const labelled = (label: string, text: string) => (text === "" ? [] : [`${label}: ${text}`]);
  const lines = [
    ...labelled("Request", clipLine(request, MAX_REQUEST)),
    ...labelled("Later", clipLine(summary.askedLater?.text ?? "", MAX_REQUEST)),
    ...decisions,
    ...labelled("Edited", clipList(files, MAX_FILES)),
    ...commits,
    ...labelled("Pushed", summary.pushed ?? ""),
    ...summary.pullRequests.map(capitalise),
    ...labelled("Then edited", clipList(summary.changedAfterCommit, MAX_FILES)),
    ...fixes,
    ...labelled("Commands", commands.map((line) => clipLine(line, 80)).join("; ")),
    ...labelled(`Last test run${summary.isTestRunOld ? ", before the last changes" : ""}`, testRun ?? ""),
    ...labelled("Open", unfinished.map(({ text }) => clipLine(text, 100)).join("; ")),
    ...labelled("Last message", clipLine(withoutMarkdown(lastMessage), MAX_MESSAGE)),
    ...labelled("Summary by a model", summary.notes?.summary ?? ""),
    ...labelled("Facts by a model", summary.notes?.facts.join("; ") ?? ""),
  ];
  return lines.join("\n");
}

/** From stored JSON. Fields that an older version did not write are empty. */
export function parseSummary(detail: string | null): SessionSummary {
  if (detail === null) return EMPTY;
  const stored = JSON.parse(detail) as Partial<SessionSummary>;
  const isOld = stored.asked === undefined && stored.request;
  // Version 0.1.0 listed uncommitted files, which may have been committed since.
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

/** The last observation of each title. */
function lastOfEachTitle(observations: readonly SummaryObservation[]): SummaryObservation[] {
  const byTitle = new Map(observations.map((one) => [one.title, one]));
  return [...byTitle.values()].slice(-MAX_LINES);
}
