// What a session left unfinished, judged by what it did. Uncertain cases are left out, because a later session acts on this.
import { clipLine } from "../../text/clip.ts";
import { splitCommand } from "../../transcript/selectors/shell-command.ts";
import type { TaskState } from "../../transcript/tool-item.ts";
import type { SummaryFacts, SummaryObservation } from "./session-summary.ts";

export interface UnfinishedItem {
  kind: "check" | "commit" | "wish" | "interrupted" | "later" | "task";
  text: string;
  /** The observation or prompt behind it; null for the session as a whole. */
  row: number | null;
}

export type UnfinishedTask = Pick<TaskState, "subject" | "status">;

const MAX_TASKS = 4;
const MAX_TEXT = 200;
const MIN_WISH = 12;
/** Words that make a command a check, whether a script, a task runner or a compiler runs it. */
const checkWordPattern = () =>
  /^(?:tests?|check|lint|typecheck|type-check|tsc|vet|clippy|build|verify|ci|pytest|jest|vitest|mocha|rspec|phpunit|ctest|tox|nox|eslint|biome|ruff|mypy|golangci-lint)(?:[:.-]\S*)?$/;
/** Programs that may accompany a check without being part of it. */
const COMPANIONS = new Set("cd echo export tail head grep cat sort wc tee true".split(" "));
const formatWordPattern = () => /^(?:fmt|format)(?:[:.-]\S*)?$/;
const INLINE_CODE = new Set(["-c", "-e", "--eval", "-p"]);
/** A longer prompt may quote somebody else. */
const MAX_SAID = 500;
const MAX_WHOLE = 110;
const MAX_FROM_END = 3;
const laterPattern = () =>
  /\b(?:pick|take) (?:this|it|that|things?) (?:back )?up\b.*\b(?:tomorrow|later|next|future|on \w+day)\b|\b(?:continue|resume|finish|come back to|carry on|go on|get back to)\b.{0,40}\b(?:tomorrow|later|next (?:time|week|session)|in (?:a|another) (?:new |later )?session|on (?:mon|tues|wednes|thurs|fri)day)\b/i;

export function findUnfinished(facts: SummaryFacts): UnfinishedItem[] {
  return [
    ...wishForLater(facts),
    ...failedCommit(facts),
    ...failedCheck(facts),
    ...unansweredWish(facts),
    ...openTasks(facts),
  ];
}

/** The person said near the end that they will continue later. */
function wishForLater({ prompts }: SummaryFacts): UnfinishedItem[] {
  const said = prompts
    .slice(-MAX_FROM_END)
    .findLast(({ text }) => text.length < MAX_SAID && laterPattern().test(text));
  return said ? [{ kind: "later", text: clipLine(laterSentence(said.text), MAX_TEXT), row: said.id }] : [];
}

/** A short text whole; of a longer one, which would be cut off, the sentence that says so. */
function laterSentence(text: string): string {
  if (text.length <= MAX_WHOLE) return text;
  return text.split(/(?<=[.!?])\s+|\n+/).find((sentence) => laterPattern().test(sentence)) ?? text;
}

/** A commit failed, and no commit or push followed. */
function failedCommit({ observations }: SummaryFacts): UnfinishedItem[] {
  const at = observations.findLastIndex(
    ({ kind, title }) => kind === "failure" && title.startsWith("Commit failed"),
  );
  const commit = observations[at];
  if (!commit || observations.slice(at + 1).some(mayBeCommit)) return [];
  return [{ kind: "commit", text: clipLine(commit.title, MAX_TEXT), row: commit.id }];
}

export function mayBeCommit({ kind, subject }: SummaryObservation): boolean {
  return kind === "commit" || /\bgit\b.*\b(?:commit|push)\b/.test(subject ?? "");
}

/** A check that the project runs repeatedly was last red, with no green run of the same program and no commit after it. */
function failedCheck({ observations, isRepeated }: SummaryFacts): UnfinishedItem[] {
  const at = observations.findLastIndex(
    ({ kind, subject }) => kind === "failure" && subject !== null && checkKey(subject) !== null,
  );
  const failed = observations[at];
  const key = checkKey(failed?.subject ?? "");
  if (!failed || key === null || failed.fixed_by !== null) return [];
  const isSettled = observations.slice(at + 1).some((later) => {
    if (mayBeCommit(later)) return true;
    const other = later.result === "passed" && later.subject !== null ? checkKey(later.subject) : null;
    return other !== null && programOf(other) === programOf(key);
  });
  if (isSettled || !isRepeated(failed)) return [];
  return [{ kind: "check", text: clipLine(failed.title, MAX_TEXT), row: failed.id }];
}

/**
 * The command without companions; null when it is not a plain check: a command with a here-document, inline code or a step that
 * changes files may fail on purpose.
 */
export function checkKey(command: string): string | null {
  const parts = splitCommand(command);
  if (parts === null || command.endsWith("…")) return null;
  const checks = parts.filter(([program = ""]) => !COMPANIONS.has(program) && !/^\w+=/.test(program));
  if (!checks.some((words) => names(words, checkWordPattern()))) return null;
  if (!checks.every((words) => names(words, checkWordPattern()) || names(words, formatWordPattern())))
    return null;
  return checks.map((words) => words.join(" ")).join(" && ");
}

function names(words: readonly string[], what: RegExp): boolean {
  if (words.some((word) => INLINE_CODE.has(word))) return false;
  const named = words.filter((word) => !word.startsWith("-"));
  return named.some((word) => what.test(word.replace(/^.*\//, "")));
}

/** Such as "npx playwright" or "mise run". */
function programOf(key: string): string {
  return key.split(" ", 2).join(" ");
}

/** The session ended after a prompt without an answer, or was interrupted. */
function unansweredWish({ lastTurn, prompts }: SummaryFacts): UnfinishedItem[] {
  const prompt = prompts.at(-1);
  if (!prompt || prompt.text.length < MIN_WISH || prompt.text.startsWith("/")) return [];
  if (lastTurn !== "unanswered" && lastTurn !== "interrupted") return [];
  const kind = lastTurn === "unanswered" ? "wish" : "interrupted";
  return [{ kind, text: clipLine(prompt.text, MAX_TEXT), row: prompt.id }];
}

/**
 * Task lists are often abandoned although the work was done. A list counts only if nothing was committed after its last
 * change, no file was changed for a later prompt, and a task is still pending: if all are at least begun, the work is mostly done.
 */
function openTasks({ tasks, tasksAt, prompts, observations }: SummaryFacts): UnfinishedItem[] {
  if (!tasks.some(({ status }) => status === "pending")) return [];
  const later = prompts.find(({ at }) => at > tasksAt)?.at ?? Number.POSITIVE_INFINITY;
  const isForgotten = observations.some(
    ({ kind, at }) => (kind === "commit" && at > tasksAt) || (kind === "change" && at >= later),
  );
  if (isForgotten) return [];
  const lines = tasks.slice(0, MAX_TASKS).map(({ subject, status }) => {
    return `${status === "in_progress" ? "begun" : "not begun"}: ${clipLine(subject, 100)}`;
  });
  const rest = tasks.length - MAX_TASKS;
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].map((text) => ({
    kind: "task",
    text,
    row: null,
  }));
}
