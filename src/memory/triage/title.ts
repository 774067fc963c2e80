// One line that names a finding. It is shown in terminals and given to the model: nothing in it may act.

import { takeOffMarkup, withoutSequences } from "./markup.ts";

const LONGEST = 120;
/** More of a text than any title shows. */
const LOOKED_AT = 1500;
const MOST_ANSWER = 80;
const MOST_COMMAND = 40;
const MOST_ERROR = 50;
/** Questions that tell nothing of what is asked. */
const namelessPattern = () =>
  /^(?:which(?: (?:one|approach|option|way|direction))?(?: (?:do|would|should|shall) \w+ (?:prefer|want|like|take|choose))?|thoughts|what do you think|wdyt|any preference)\W*$/i;

export function makeTitle(text: string): string {
  const line = withoutLead(titleLine(text));
  const cut = clip(line, LONGEST);
  return cut === "" ? "(no words)" : cut.charAt(0).toUpperCase() + cut.slice(1);
}

/** A command is named as it is typed. */
export function commandTitle(command: string, said: string, remedy: string): string {
  const error = clip(titleLine(said), MOST_ERROR);
  return clip(titleLine(`${clip(command, MOST_COMMAND)}: ${error}; ${remedy}`), LONGEST);
}

/** "no" alone denies what follows: only as an answer is it a lead. */
const leadPattern = () =>
  /^(?:(?:(?:ok(?:ay)?|alright|so|yes|yeah|yep|well|and|also|btw|fyi|please)[,:.!]?|no[,:.!])\s+)+(?=\S)/i;
const LEADS = "|ok|okay|alright|so|yes|yeah|yep|no|well|and|also|btw|fyi|please|";

function withoutLead(line: string): string {
  const first = line.slice(0, line.indexOf(" ") + 1).toLowerCase();
  const mark = first.at(-2) ?? "";
  const word = first.slice(0, ",:.!".includes(mark) ? -2 : -1);
  if (word === "" || !LEADS.includes(`|${word}|`)) return line;
  return line.replace(leadPattern(), "");
}

/** A question and its answer, of which the answer is never what is cut. */
export function answerTitle(question: string, answer: string): string {
  const settled = clip(titleLine(answer), MOST_ANSWER);
  const bare = titleLine(question).replace(
    /^(?:(?:first|next|last|one more|final|second|third) )?question:\s*/i,
    "",
  );
  const asked = namelessPattern().test(bare) ? "" : clip(bare, LONGEST - settled.length - 3);
  return makeTitle(asked === "" ? settled : `${asked} → ${settled}`);
}

/** Code stays readable, but with signs of its own: a title is told to the model as it is. */
function titleLine(text: string): string {
  if (isPlain(text)) return text.trim();
  return takeOffMarkup(withoutHidden(text.slice(0, LOOKED_AT)))
    .replaceAll("<", "‹")
    .replaceAll(">", "›")
    .replaceAll("|", "¦")
    .replaceAll("`", "'");
}

/** Without control characters, invisible ones and all that may be markup: what was said, for who compares it. */
export function plainLine(text: string): string {
  return isPlain(text) ? text.trim() : withoutMarkup(text);
}

/** Letters, digits, blanks one by one, and the marks of a sentence: nothing to take out. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || code > 126 || "*_~`#<>|[]{}\\".includes(text.charAt(at))) return false;
  }
  return !text.includes("  ");
}

function withoutMarkup(text: string): string {
  return withoutHidden(text)
    .replace(/<[^<>]{0,200}>/g, " ")
    .replace(/!?\[([^\]]{0,200})\]\([^)]{0,300}\)/g, "$1")
    .replace(/[*_~`#<>|[\]{}\\]+/g, (marks) => (/^[_#]$/.test(marks) ? marks : ""))
    .replace(/\s+/g, " ")
    .trim();
}

/** A terminal's sequences go as a whole: the rest of one would stay as letters. */
function withoutHidden(text: string): string {
  return withoutSequences(text)
    .replace(/\p{Cc}+/gu, " ")
    .replace(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, "");
}

function clip(line: string, longest: number): string {
  return line.length <= longest ? line : cutAtWord(line, longest);
}

function cutAtWord(line: string, longest: number): string {
  const cut = line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "");
  return `${cut.replace(/\s+\S{0,20}$/, "")}…`;
}
