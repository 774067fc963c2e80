// One line that names a finding. It is shown in terminals and given to the model, so nothing in it may act as markup.
import { stripEscapeSequences, stripMarkup } from "../../text/markup.ts";

const MAX_TITLE = 120;
/** More of a text than any title shows. */
const MAX_READ = 1500;
const MAX_ANSWER = 80;
const MIN_CLAUSE = 30;
/** What people say before they come to the point. "no" alone denies what follows: only as an answer is it an opening. */
const openingPattern = () =>
  /^(?:(?:(?:ok(?:ay)?|alright|so|yes|yeah|yep|well|and|but|also|btw|fyi|please|however|because|sorry|right|cool|great|hm+|u+m+|ah+|oh|haha)[,:.!…]*|no[,:.!]|i (?:think|feel|guess)(?: like)?(?: that)?,?)\s+)+(?=\S)/i;

/** As a person would write it: complete, on one line, without the words around it. */
export function makeTitle(text: string): string {
  const bare = titleLine(text).replace(openingPattern(), "");
  const line = shorten(bare, MAX_TITLE).replace(/(?:\s*(?:\.{2,}|…)|[\s,;:–—-]+)$/, "");
  if (line === "") return "(no words)";
  // A name of code keeps its case.
  return /^\S*[._/(]\w/.test(line) ? line : line.charAt(0).toUpperCase() + line.slice(1);
}

/** A question and its answer, of which the answer is never what is cut. An answer in several words of one's own is all. */
export function answerTitle(question: string, answer: string): string {
  const chosen = answer.replace(/\s*\(recommended\)/i, "");
  if (chosen.length > MAX_ANSWER) return makeTitle(chosen);
  const bare = titleLine(question).replace(/^(?:\w+ )?question:\s*/i, "");
  const sentences = bare.split(/(?<=[.?!])\s+/);
  const asked = sentences.findLast((one) => one.endsWith("?")) ?? sentences[0] ?? "";
  const about = sentences[0] === asked ? [] : [`${(sentences[0] ?? "").replace(/[.:!]+$/, "")}: ${chosen}`];
  // Without what it is said under: "When the files are missing, what …?"
  const core = /(?:^|, )((?:what|which|how|where|who|when|should|shall|do|does|can|may)\b[^,]*\?)$/i.exec(
    asked,
  )?.[1];
  const titles = [
    ...about,
    `${asked} ${chosen}`,
    ...(core === undefined ? [] : [`${core} ${chosen}`]),
    chosen,
  ];
  return makeTitle(titles.find((title) => title.length <= MAX_TITLE) ?? chosen);
}

/** Cut where a sentence or a part of one ends; only without such a place inside a sentence, which then says so. */
function shorten(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  const ends = [
    ...line
      .slice(0, maxLength)
      .matchAll(
        /[.!?](?=\s)|(?=,\s|;\s|:\s|\s[–—-]\s|\s\(|\s(?:because|so that|since|which|but|unless|until)\s)/g,
      ),
  ];
  const sentence = ends.findLast(({ 0: sign, index }) => sign !== "" && index >= MIN_CLAUSE);
  const clause = ends.findLast(({ index }) => index >= MIN_CLAUSE);
  const end = sentence ?? clause;
  return end === undefined ? clip(line, maxLength) : line.slice(0, end.index + end[0].length);
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
