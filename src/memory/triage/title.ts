// Makes the title of a finding: one line that is shown in terminals and given to the model, so it must not contain markup.
import { clipAtWord } from "../../text/clip.ts";
import { stripEscapeSequences, stripMarkup } from "../../text/markup.ts";
import { MAX_TITLE } from "../memory.ts";

/** How much of a text is looked at to make a title. */
export const MAX_READ = 1500;
const MIN_CLAUSE = 30;
/** Filler words at the beginning. "no" is filler only with punctuation after it: "no tests" means something. */
const openingPattern = () =>
  /^(?:(?:(?:ok(?:ay)?|alright|so|yes|yeah|yep|well|and|but|also(?=[,:])|btw|fyi|to be clear|please|however|because|sorry|right|cool|great|hm+|u+m+|ah+|oh|haha)[,:.!…]*|no[,:.!]|i (?:think|feel|guess)(?: like)?(?: that)?,?|(?:continue|go on|go ahead|carry on),? (?:and|but)|remember that)\s+)+(?=\S)/i;
/** Filler words at the end. */
const closingPattern = () => /,? (?:thanks|thank you|please|i(?:'d)? (?:think|guess))\W*$/i;

/** A complete sentence without filler words, as a person would write it. */
export function makeTitle(text: string, maxLength = MAX_TITLE): string {
  const bare = titleLine(text)
    .replace(openingPattern(), "")
    .replace(closingPattern(), "")
    .replace(/^[-–—•,]\s+/, "")
    .replace(/\s*(?:\.{2,}|…)$/, "");
  const line = withoutUnpaired(shorten(bare, maxLength)).replace(/[\s,;:–—-]+$/, "");
  if (line === "") return "(no words)";
  // Code keeps its case.
  const word = line.split(" ", 1)[0] ?? "";
  const isCode =
    /[_/()[\]{}\d]|\.\w|[a-z][A-Z]|^(?:npm|npx|pnpm|yarn|git|pip|uv|bun|cargo|mise|kubectl)\b/.test(word) ||
    [`\`${word}\``, `\`${word} `].some((quoted) => text.includes(quoted));
  return isCode ? line : line.charAt(0).toUpperCase() + line.slice(1);
}

/** "The issue was that …" */
export const causeOpening = () =>
  /^(?:found )?(?:the )?(?:real |actual |root )*(?:issue|problem|cause|culprit)(?: (?:is|was|turned out to be))?(?: that)?\b[:\s–—-]+/i;
const causeIn = () =>
  /\b(?:root cause(?: (?:is|was))?:?|because|due to|caused by)\s+(.+?)(?=$|(?<!\.)\.\s|;\s| (?:also had|also|fix(?:ed)?\b|solution\b|resolved\b))/i;
const fixIn = () =>
  /(?:^|[.;)]\s|\s)(?:fix(?:ed)?(?: (?:was|by|with|is))?(?: to)?:|fix(?:ed)? (?:was|by|with|is)(?: to)?|(?<=[.;)]\s)fix(?:ed)?(?! in\b)(?: to)?|solution:|resolved by|recovered (?:by|with)|worked around by|workaround:)\s+(.+)$/i;
const adviceIn = () =>
  /(?:^|[.;]\s)(?:i |we )?(?:you (?:may |might |will )?(?:need|have) to|changed (?:it )?to(?: use)?|switched to|to fix (?:it|this),?) (\S.+)$/i;

/** The title of an error: symptom, cause and fix, as far as the text has them. */
export function runbookTitle(text: string): string {
  const line = titleLine(text);
  const bare = line.replace(causeOpening(), "");
  const symptom = /^[^:.]{8,60}(?=: )/.exec(bare)?.[0] ?? "";
  const said = causeIn().exec(line)?.[1] ?? "";
  const cause =
    symptom !== "" && said !== "" ? `${symptom}: ${said}` : (bare.split(/(?<!\.)\.\s/, 1)[0] ?? bare);
  const fix = (fixIn().exec(line) ?? adviceIn().exec(line))?.[1]?.split(/\.(?:\s|$)|[,;] (?=\w)/, 1)[0] ?? "";
  if (fix === "") return makeTitle(cause);
  const done = lowerFirst(fix.replace(/^\w{2,}ing /, "fixed by $&"));
  const whole = `${cause} → ${done}`;
  return makeTitle(whole.length <= MAX_TITLE || symptom === "" ? whole : `${symptom} → ${done}`);
}

/** Lowers the first letter, unless the text begins with a name. */
export function lowerFirst(text: string): string {
  const isName = /^(?:I\b|\S*[A-Z]\S*[A-Z]|\S*[._/()\d])/.test(text);
  return isName ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

function withoutBrackets(line: string): string {
  return line.replace(/ \([^()]*\)/g, "");
}

/** What reverses or limits the text before it: the rest alone would say something else. */
const limitPattern = () =>
  /^[\s.!?;–—-]*(?:and |or )?(?:but|not|only|rather|until|unless|except|without|instead)\b/i;

/** Cuts at the end of a sentence. If there is none, it cuts at a word and adds "…". */
export function shorten(whole: string, maxLength: number, minClause = MIN_CLAUSE): string {
  const short = withoutBrackets(whole);
  const line = [whole, whole.replace(/\.$/, ""), short].find((one) => one.length <= maxLength);
  if (line !== undefined) return line;
  const ends = [...short.slice(0, maxLength).matchAll(/(?<!\.)[.!?;](?=\s)|(?=\s[–—]\s)/g)];
  const end = ends.findLast(({ index }) => index >= minClause && !limitPattern().test(short.slice(index)));
  return end === undefined ? clipAtWord(short, maxLength) : short.slice(0, end.index + end[0].length);
}

/** Quotes the text, or the part from the given sentence on if that would be cut off. */
export function quoteAround(text: string, sentence: string, maxLength: number): string {
  const whole = plainLine(text);
  if (whole.length <= maxLength) return whole;
  const at = whole.indexOf(plainLine(sentence));
  const isShown = at + plainLine(sentence).length < maxLength;
  return clipAtWord(isShown || at <= 0 ? whole : `… ${whole.slice(at)}`, maxLength);
}

/** One line without control characters, invisible characters and markup. `stash@{0}` and `~/.config` are content. */
export function plainLine(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  return stripMarkup(withoutHidden(text))
    .replaceAll("`", "")
    .replaceAll("<", "‹")
    .replace(/(?<!(?<!-)-)>/g, "›")
    .slice(0, maxLength);
}

/** Like `plainLine`, without the other characters that could act as markup. */
function titleLine(text: string): string {
  return plainLine(text.slice(0, MAX_READ)).replace(/-+>/g, "→").replaceAll(">", "›").replaceAll("|", "¦");
}

/** Removes quotation marks and brackets without a partner. */
function withoutUnpaired(line: string): string {
  const open = line.split('"').length % 2 === 0 ? [line.lastIndexOf('"')] : [];
  const brackets: number[] = [];
  for (let at = 0; at < line.length; at++) {
    if (line[at] === "(" || line[at] === "[") brackets.push(at);
    else if (line[at] === ")" || line[at] === "]") brackets.pop();
  }
  const gone = [...open, ...brackets].toSorted((x, y) => y - x);
  return gone.reduce((text, at) => text.slice(0, at) + text.slice(at + 1), line);
}

/** Escape sequences are removed first and whole, or their letters would remain. */
function withoutHidden(text: string): string {
  return stripEscapeSequences(text)
    .replace(/[\x00-\x1f\x7f-\x9f]+/g, " ")
    .replace(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g, "");
}
