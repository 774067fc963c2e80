// One line that names a finding. It is shown in terminals and given to the model, so nothing in it may act as markup.
import { stripEscapeSequences, stripMarkup } from "../../text/markup.ts";

const MAX_TITLE = 120;
/** More of a text than any title shows. */
const MAX_READ = 1500;
const MAX_ANSWER = 80;
const MAX_COMMAND = 40;
const MAX_ERROR = 50;
/** "no" alone denies what follows: only as an answer is it an opening. */
const openingPattern = () =>
  /^(?:(?:(?:ok(?:ay)?|alright|so|yes|yeah|yep|well|and|also|btw|fyi|please)[,:.!]?|no[,:.!])\s+)+(?=\S)/i;
/** Questions that tell nothing of what is asked. */
const emptyQuestionPattern = () =>
  /^(?:which(?: (?:one|approach|option|way|direction))?(?: (?:do|would|should|shall) \w+ (?:prefer|want|like|take|choose))?|thoughts|what do you think|wdyt|any preference)\W*$/i;

export function makeTitle(text: string): string {
  const line = clip(titleLine(text).replace(openingPattern(), ""), MAX_TITLE);
  return line === "" ? "(no words)" : line.charAt(0).toUpperCase() + line.slice(1);
}

/** A command is named as it is typed. */
export function commandTitle(command: string, error: string, remedy: string): string {
  const named = `${clip(command, MAX_COMMAND)}: ${clip(titleLine(error), MAX_ERROR)}; ${remedy}`;
  return clip(titleLine(named), MAX_TITLE);
}

/** A question and its answer, of which the answer is never what is cut. */
export function answerTitle(question: string, answer: string): string {
  const shownAnswer = clip(titleLine(answer), MAX_ANSWER);
  const bare = titleLine(question).replace(
    /^(?:(?:first|next|last|one more|final|second|third) )?question:\s*/i,
    "",
  );
  const shownQuestion = emptyQuestionPattern().test(bare)
    ? ""
    : clip(bare, MAX_TITLE - shownAnswer.length - 3);
  return makeTitle(shownQuestion === "" ? shownAnswer : `${shownQuestion} → ${shownAnswer}`);
}

/** One line without control characters, invisible ones and whatever may be markup. */
export function plainLine(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  return withoutHidden(text)
    .replace(/<[^<>]{0,200}>/g, " ")
    .replace(/!?\[([^\]]{0,200})\]\([^)]{0,300}\)/g, "$1")
    .replace(/[*_~`#<>|[\]{}\\]+/g, (marks) => (/^[_#]$/.test(marks) ? marks : ""))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxLength);
}

/** Code stays readable, but with signs that cannot act. */
function titleLine(text: string): string {
  return stripMarkup(withoutHidden(text.slice(0, MAX_READ)))
    .replaceAll("<", "‹")
    .replaceAll(">", "›")
    .replaceAll("|", "¦")
    .replaceAll("`", "'");
}

/** A terminal's sequences go as a whole: the rest of one would stay as letters. */
function withoutHidden(text: string): string {
  return stripEscapeSequences(text)
    .replace(/[\x00-\x1f\x7f-\x9f]+/g, " ")
    .replace(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g, "");
}

/** Cut at a word. */
function clip(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "");
  return `${cut.replace(/\s+\S{0,20}$/, "")}…`;
}
