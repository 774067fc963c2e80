// What the person said, and what they decided in the client's dialogs.
import type { Prompt, QueuedPrompt, TranscriptItem } from "../item.ts";
import type { PlanApproval, QuestionAnswer } from "../tool-item.ts";

/** Slash commands are not among them. */
type PersonPrompt = Prompt | QueuedPrompt;

interface UserAnswer extends QuestionAnswer {
  timestamp: number | null;
}

const MAX_QUEUED = 200;

/**
 * Every prompt once. One typed while Claude worked is in the queue, and mostly again where it became a turn; one that an
 * older client took into the running turn is in the queue alone.
 */
export function personPrompts(items: Iterable<TranscriptItem>): PersonPrompt[] {
  const queue = new PromptQueue();
  const prompts: Prompt[] = [];
  for (const item of items) {
    queue.follow(item);
    if (item.kind === "prompt") prompts.push(item);
  }
  const onlyQueued = queue.taken.filter((queued) => !isRepeated(queued, prompts));
  return [...prompts, ...onlyQueued].toSorted((a, b) => a.offset - b.offset);
}

export function userAnswers(items: Iterable<TranscriptItem>): UserAnswer[] {
  return [...items].flatMap((item) => {
    if (item.kind !== "answers") return [];
    return item.answers.map((answer) => ({ ...answer, timestamp: item.timestamp }));
  });
}

export function approvedPlans(items: Iterable<TranscriptItem>): PlanApproval[] {
  return [...items].filter((item) => item.kind === "plan-approval");
}

/** Prompts typed while Claude worked. */
export class PromptQueue {
  /** Taken into a running turn, and not seen again so far. */
  taken: QueuedPrompt[] = [];
  /** null for a notification in the same queue. */
  #waiting: (QueuedPrompt | null)[] = [];

  follow(item: TranscriptItem): void {
    if (item.kind === "queued-prompt") this.#waiting.push(item);
    else if (item.kind === "task-notification" && item.via === "queue") this.#waiting.push(null);
    else if (item.kind === "prompt")
      this.taken = this.taken.filter(({ text }) => text.trim() !== item.text.trim());
    else if (item.kind === "queue-change" && item.operation === "pop-all")
      this.#waiting = this.#waiting.filter((entry) => entry === null);
    else if (item.kind === "queue-change") {
      const named = this.#waiting.findIndex((entry) => entry !== null && entry.text === item.text);
      const [next] = this.#waiting.splice(Math.max(0, named), 1);
      if (next && item.operation === "remove" && !next.text.startsWith("/")) this.taken.push(next);
    }
    if (this.#waiting.length > MAX_QUEUED) this.#waiting.shift();
    if (this.taken.length > MAX_QUEUED) this.taken.shift();
  }
}

function isRepeated(queued: QueuedPrompt, prompts: Prompt[]): boolean {
  return prompts.some(({ text, offset }) => offset > queued.offset && text.trim() === queued.text.trim());
}

// Whether the person typed a command of ours into the session, with `!` or as a slash command.

/** `/orchestrator` is the older name of `/flow`. */
const OTHER_NAMES: Record<string, string> = { orchestrator: "flow" };

/** `shell`: a line for the shell. `command`: such as "unlock" or "flow cancel". */
export function runsCommand(shell: string, command: string): boolean {
  return shell.replaceAll(/["']/g, "").replaceAll(/\s+/g, " ").includes(`holdfast ${command}`);
}

export function isTypedCommand(item: TranscriptItem, command: string): boolean {
  if (item.kind === "shell-command") return runsCommand(item.command, command);
  if (item.kind !== "slash-command") return false;
  const [name = "", verb] = command.split(" ");
  const typed = item.name.split(/[/:]/).at(-1) ?? "";
  if ((OTHER_NAMES[typed] ?? typed) !== name) return false;
  // `/loop cancel` alone: with more words it is a task.
  return verb === undefined || item.args === verb || item.args.startsWith(`${verb} -`);
}

// What a person says when Claude did not do what was asked for. Only phrases that are rarely used otherwise: "again" or
// "should be" alone are ordinary. Each is looked for in the person's own words only.

/** A longer message is mostly pasted text. */
const MAX_OWN_WORDS = 400;
const MAX_MESSAGE = 10_000;

/** It was said, or asked for, before. */
const SAID_BEFORE: readonly RegExp[] = [
  /\bi(?:['’]ve| have)? (?:already |just )?(?:told|asked|said to) you\b/,
  /\b(?:as|like) i (?:already )?(?:said|told you|mentioned|asked)\b|\bi (?:already|just) (?:said|mentioned|asked)\b/,
  /\b(?:did|have|had)(?: we|n['’]?t we| we not)\b[^.?!]{0,30}\b(?:through|over|about) this (?:before|already)\b/,
  /\b(?:why|how come) (?:do|did|are|have) you (?:keep|still|always)\b/,
  /\byou (?:keep|kept) \w+ing\b|\byou (?:did it|forgot|missed it) again\b/,
];

/** It was understood otherwise. */
const MEANT: readonly RegExp[] = [
  /\bwhat i (?:actually |really )?(?:meant|asked|wanted)\b|\bnot what i (?:asked|wanted|meant|said)\b|^(?:no,? )?i meant\b/,
];

/** It is as it was: a fault that was reported or a change that was asked for. */
const STILL: readonly RegExp[] = [
  /(?<!\b(?:which|what|whatever|who|if|whether|anything|would|will|may|might|could|can)\b[^.?!]{0,40}|['’]ll )\bstill (?:not\b|no\b|too\b|fail(?:s|ing)?\b|broken|wrong|crash(?:es|ing)|the same\b|leak|show(?:s|ing)\b|seeing\b|getting\b|ha(?:s|ve|ving)\b|(?:does|is|are|do)(?:n['’]?t| not)\b|miss(?:es|ing)\b)/,
  /\b(?:i|we) still (?:see|get)\b/,
  /\b(?:it|this|that|which|still|fix|button|page|test|build|command|nothing|just)\s+(?:doesn['’]?t|does not|didn['’]?t|did not|isn['’]?t|is not|won['’]?t) work(?:ing)?\b/,
  /^(?:no,? )?(?:doesn['’]?t|does not|didn['’]?t|not) work(?:ing)?\b/,
  /\bgoing (?:around )?in circles\b|\b(?:wtf|ffs)\b/,
];

/** Something is not so, or is not to be done. */
const CORRECTING: readonly RegExp[] = [
  /^(?:no|nope|nah|wrong)\b(?!\s+(?:problem|worries|rush|need|idea|thanks|hurry))/,
  /\b(?:that|this|it|which)(?:['’]?s| is| was) (?:not (?:right|correct|true|what|the|how)|wrong|incorrect)\b|\bis not (?:correct|right)\b|\bisn['’]?t (?:correct|right|what)\b/,
  /\bthat['’]?s not\b/,
  /(?:^|[.!,;] )(?:please )?(?:do not|don['’]?t|never|stop|quit)(?: ever)? (?!(?:know|think|see|understand|worry|have|care|want|need|really|forget|get)\b)\w+/,
  /\byou (?:do not|don['’]?t|did not|didn['’]?t|cannot|can['’]?t) (?:have|need|use|run|do)\b/,
];

/** A yes-or-no question about a state is no complaint. */
const PLAIN_QUESTION = /^(?:is|are|do|does|did|can|could|should|would|will|was|were)\b[^.!]*\?/;

/** What follows a "no" when all is well. */
const ALL_WELL = /^(?:no|nope|nah)\b[^.!?]*\b(?:fine|ok(?:ay)?|good|great|perfect)\b/;

export interface Correction {
  kind: "said-before" | "meant" | "still" | "correcting";
  /** The sentence that says so. */
  sentence: string;
}

export function readCorrection(message: string): Correction | null {
  const sentences = ownWords(message)
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim());
  for (const kind of ["said-before", "meant", "still", "correcting"] as const) {
    const sentence = sentences.find((one) => isOfKind(kind, one.toLowerCase()));
    if (sentence !== undefined) return { kind, sentence };
  }
  return null;
}

function isOfKind(kind: Correction["kind"], sentence: string): boolean {
  if (kind === "said-before" || kind === "meant")
    return (kind === "meant" ? MEANT : SAID_BEFORE).some((pattern) => pattern.test(sentence));
  if (PLAIN_QUESTION.test(sentence) || ALL_WELL.test(sentence)) return false;
  return (kind === "still" ? STILL : CORRECTING).some((pattern) => pattern.test(sentence));
}

/** Without code, quotations and what looks pasted. */
export function ownWords(message: string): string {
  return message
    .slice(0, MAX_MESSAGE)
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g, " ")
    .replace(/^[ \t]*(?:>|\||at\s|[-+*#]|\d+[.)]).*$/gm, " ")
    .trim()
    .slice(0, MAX_OWN_WORDS);
}
