// One session in a few lines: what it was about, what was done, the last test run, what is open. Pure.
import type { PromptRow } from "../../store/prompts.ts";
import { clip, clipLine } from "../../text/clip.ts";
import { describeRun } from "../runs/run.ts";
import type { RecordedRun } from "../runs/run-rows.ts";
import type { Kind, ObservationRow } from "./observations.ts";
import { describeSubject, type SessionSubject, subjectLine } from "./session-subject.ts";
import { mayMoveHistory, parseUndo } from "./shell-commands.ts";
import { checkKey, findUnfinished, type OpenEnd, type OpenTask } from "./unfinished.ts";

export interface SummaryFacts {
  /** What the person or the client calls the session. */
  title: string | null;
  /** What the session row has, which outlives the prompts. */
  request: string | null;
  /** Oldest first. */
  prompts: readonly SummaryPrompt[];
  /** Oldest first. */
  observations: readonly SummaryObservation[];
  /** The last one; null when no checks ran. */
  lastRun: RecordedRun | null;
  tasks: readonly OpenTask[];
  /** When the task list last changed. */
  tasksAt: number;
  /** Nothing came after the last prompt. */
  isUnanswered: boolean;
  lastMessage: string;
  /** Whether this is not the only time that the project ran this command. */
  isRepeated: (observation: SummaryObservation) => boolean;
}

export type SummaryPrompt = Pick<PromptRow, "id" | "text" | "at" | "prompt_id" | "uuid">;

export type SummaryObservation = Pick<
  ObservationRow,
  "id" | "kind" | "title" | "summary" | "files" | "subject" | "result" | "fixed_by" | "at"
>;

export interface SessionSummary extends SessionSubject {
  /** What it was about, in a line. */
  request: string;
  /** Changed, and not deleted or restored after it. */
  files: string[];
  /** Subagents may have changed more files: their calls are not always recorded. */
  ranSubagents: boolean;
  fixes: string[];
  commands: string[];
  /** Under `tests` older versions kept what they thought of it. */
  testRun: string | null;
  commits: string[];
  /** null when nobody can tell whether it still is the newest one. */
  lastCommit: string | null;
  decisions: string[];
  unfinished: OpenEnd[];
  lastMessage: string;
  /** Which observation says a line of the above. */
  observations: Record<string, number>;
}

const MAX_FILES = 12;
const MAX_LINES = 5;
const MAX_REQUEST = 400;
const MAX_MESSAGE = 500;
const MAX_RUN = 140;
const SUBAGENT = /^(?:Agent|Task)(?::|$)/;
/** Where the client puts the work trees of subagents: the files in them are the project's. */
const AGENT_WORKTREE = /^.*\.claude\/worktrees\/[^/]+\//;
const HIDDEN_FOLDER = /^\.[^/]+\//;
const EMPTY: SessionSummary = {
  request: "",
  title: null,
  plan: null,
  asked: null,
  askedLater: null,
  files: [],
  ranSubagents: false,
  fixes: [],
  commands: [],
  testRun: null,
  commits: [],
  lastCommit: null,
  decisions: [],
  unfinished: [],
  lastMessage: "",
  observations: {},
};
export function buildSummary(facts: SummaryFacts): SessionSummary {
  const ofKind = (kind: Kind) => facts.observations.filter((one) => one.kind === kind);
  const told = {
    fixes: last(ofKind("fix").filter((fix) => !failedLater(fix, facts.observations))),
    commands: last(ofKind("command")),
    commits: last(ofKind("commit").filter(({ title }) => !isFixup(title))),
    decisions: last(ofKind("decision")),
  };
  const titles = (observations: readonly SummaryObservation[]) => observations.map(({ title }) => title);
  const about = describeSubject(facts);
  const testRun = describeLastRun(facts.lastRun);
  const lastCommit = findLastCommit(facts.observations);
  return {
    ...about,
    request: clip(subjectLine(about) || (lastCommit ?? ""), MAX_REQUEST),
    files: remainingFiles(facts.observations),
    ranSubagents: facts.observations.some(({ title }) => SUBAGENT.test(title)),
    fixes: titles(told.fixes),
    commands: titles(told.commands),
    testRun: testRun?.text ?? null,
    commits: titles(told.commits),
    lastCommit,
    decisions: titles(told.decisions),
    unfinished: findUnfinished(facts),
    lastMessage: clip(facts.lastMessage.trim(), MAX_MESSAGE),
    observations: Object.fromEntries([
      ...Object.values(told).flatMap((group) => group.map(({ title, id }) => [title, id])),
      ...(testRun?.id ? [[testRun.text, testRun.id]] : []),
    ]),
  };
}

export function renderSessionSummary(summary: SessionSummary): string {
  const { request, files, fixes, commands, testRun, commits, decisions, unfinished, lastMessage } = summary;
  const more = files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : "";
  const later = summary.askedLater;
  const lines = [
    ...(request ? [`Request: ${clipLine(request, MAX_REQUEST)}`] : []),
    ...(later ? [`Later: ${clipLine(later.text, MAX_REQUEST)}`] : []),
    ...decisions,
    ...(files.length > 0 ? [`Changed: ${files.slice(0, MAX_FILES).join(", ")}${more}`] : []),
    ...commits,
    ...fixes,
    ...(commands.length > 0 ? [`Commands: ${commands.map((line) => clipLine(line, 80)).join("; ")}`] : []),
    ...(testRun ? [`Last test run: ${testRun}`] : []),
    ...(unfinished.length > 0
      ? [`Open: ${unfinished.map(({ text }) => clipLine(text, 100)).join("; ")}`]
      : []),
    ...(lastMessage ? [`Last message: ${clipLine(withoutMarkdown(lastMessage), MAX_MESSAGE)}`] : []),
  ];
  return lines.join("\n");
}

/** From its stored JSON; fields that an older version did not write are empty. */
export function parseSummary(detail: string | null): SessionSummary {
  if (detail === null) return EMPTY;
  const stored = JSON.parse(detail) as Partial<SessionSummary>;
  const isOld = stored.asked === undefined && stored.request;
  return { ...EMPTY, ...(isOld ? { asked: { text: stored.request ?? "", prompt: 0 } } : {}), ...stored };
}

function withoutMarkdown(text: string): string {
  return text.replace(/^\s*(?:#{1,6}|```\w*)\s*/gm, "").replaceAll("**", "");
}

/**
 * null when no tests ran, or nobody can tell how the last run ended. Where the command is a longer script, its beginning does
 * not say what ran: only the numbers are told then.
 */
function describeLastRun(run: RecordedRun | null): { text: string; id: number | null } | null {
  const told = run && describeRun(run);
  if (!run || !told) return null;
  const isPlain = checkKey(run.command) !== null;
  if (!isPlain && !told.includes("(")) return null;
  return { text: isPlain ? clipLine(`${told}: ${run.command}`, MAX_RUN) : told, id: run.observationId };
}

/** null when something after it may have made another one, or written it anew. */
function findLastCommit(observations: readonly SummaryObservation[]): string | null {
  const newest = observations.findLast((one) => one.kind === "commit" || mayBeNewer(one));
  if (newest?.kind !== "commit" || isFixup(newest.title) || mayMoveHistory(newest.summary)) return null;
  return newest.title;
}

function mayBeNewer({ kind, title, subject, summary }: SummaryObservation): boolean {
  if (subject === null || kind === "search" || kind === "change") return false;
  if (
    kind === "failure" &&
    (title.startsWith("Commit failed") || /nothing (?:added )?to commit/.test(summary))
  )
    return false;
  return mayMoveHistory(`${subject}\n${summary}`);
}

/** It is meant to be squashed into another one. */
function isFixup(title: string): boolean {
  return /^Commit(?: [0-9a-f]+)?: (?:fixup|squash|amend)! /.test(title);
}

/** Those in folders of tools last. */
function remainingFiles(observations: readonly SummaryObservation[]): string[] {
  const files = new Set<string>();
  const uncommitted = new Set<string>();
  for (const { kind, files: changed, subject, summary } of observations) {
    if (kind === "change") {
      for (const path of JSON.parse(changed) as string[]) {
        const file = path.replace(AGENT_WORKTREE, "");
        files.add(file);
        uncommitted.add(file);
      }
    } else if (subject !== null && kind !== "failure" && kind !== "search") {
      const undo = parseUndo(`${subject}\n${summary}`);
      for (const file of undo ? files : [])
        if (undo?.removes(file) || (uncommitted.has(file) && undo?.restores(file))) files.delete(file);
      if (kind === "commit") uncommitted.clear();
    }
  }
  const isHidden = (file: string) => Number(HIDDEN_FOLDER.test(file));
  return [...files].toSorted((a, b) => isHidden(a) - isHidden(b));
}

function failedLater({ id, subject }: SummaryObservation, all: readonly SummaryObservation[]): boolean {
  return all.some((one) => one.id > id && one.kind === "failure" && one.subject === subject);
}

/** The newest of each title. */
function last(observations: readonly SummaryObservation[]): SummaryObservation[] {
  const byTitle = new Map(observations.map((one) => [one.title, one]));
  return [...byTitle.values()].slice(-MAX_LINES);
}
